"""What was deleted from the engine's database leaves no bytes behind, while the server goes on using it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvest_loop.adapters.engine_database import forget_deleted
from harvest_loop.adapters.state_folder import prefect_home

TYPED = "what the person typed, once and never again"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sqlite3.Connection]:
    """A database as the server keeps it open, with a row that was written and deleted."""
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "state"))
    connection = sqlite3.connect(prefect_home() / "prefect.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE input (value TEXT)")
    connection.execute("INSERT INTO input VALUES (?)", (TYPED,))
    connection.execute("DELETE FROM input")
    yield connection
    connection.close()


def holding() -> list[str]:
    """The files that hold the words."""
    return [path.name for path in prefect_home().iterdir() if TYPED.encode() in path.read_bytes()]


def test_no_byte_of_a_deleted_row_is_left(server: sqlite3.Connection) -> None:
    """
    The log held it until now; the server reads and writes as before.
    """
    assert ["prefect.db-wal"] == holding()

    assert forget_deleted()

    assert [] == holding()
    server.execute("INSERT INTO input VALUES ('another')")
    assert [("another",)] == server.execute("SELECT value FROM input").fetchall()


def test_without_a_database_of_ours_there_is_nothing_to_forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Whoever runs a server of their own keeps its database elsewhere, and none is made here.
    """
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "state"))

    assert forget_deleted()

    assert [] == list(prefect_home().iterdir())


def test_a_database_that_can_not_be_had_is_said_not_to_be_clean(server: sqlite3.Connection) -> None:
    """
    Unknown is not done: who asked learns that bytes may be left.
    """
    server.execute("BEGIN")
    server.execute("SELECT value FROM input").fetchall()

    assert not forget_deleted(patience=0.1)

    server.execute("COMMIT")
