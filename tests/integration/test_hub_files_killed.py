"""A writer that is killed at any of its calls to the system leaves whole files, and the next one goes on."""

from pathlib import Path

import pytest

from harvest_loop.adapters.hub_files import append_line, append_text, change, locked, write_new
from tests.support.killed_calls import killed_at
from tests.support.repositories import Repository

OLD = "one\r\ntwo\r\n"
NEW = "one\r\ntwo\r\nthree\r\n"


def _leftovers(hub: Repository) -> list[Path]:
    return list(hub.path.rglob(".harvest-*.tmp"))


@pytest.fixture
def warm(hub: Repository) -> Repository:
    """A hub whose lock was taken once, so that the children make only the calls of a write."""
    with locked(hub.path):
        pass
    return hub


def test_a_killed_edit_leaves_the_old_file_or_the_new_one(warm: Repository) -> None:
    """There is no moment at which half of a file can be read."""
    seen = set()
    number = 0
    while True:
        number += 1
        warm.write("card.md", OLD.encode())
        reached = killed_at(number, lambda: change(warm.path, "card.md", lambda text: f"{text}three\n"))
        seen.add((warm.path / "card.md").read_bytes().decode())
        if not reached:
            break

    assert {OLD, NEW} == seen
    assert number > 10


def test_a_killed_first_write_leaves_no_file_or_a_whole_one(warm: Repository) -> None:
    """A record that exists can be read to its end."""
    seen = set()
    number = 0
    while True:
        number += 1
        (warm.path / "record.md").unlink(missing_ok=True)
        reached = killed_at(number, lambda: write_new(warm.path, "record.md", "one\ntwo\n"))
        seen.add((warm.path / "record.md").read_text() if (warm.path / "record.md").exists() else None)
        if not reached:
            break

    assert {None, "one\ntwo\n"} == seen


def test_after_a_kill_the_next_writer_goes_on_and_cleans_up(warm: Repository) -> None:
    """The dead writer's lock is free, and its temporary file goes with the next write."""
    left_behind = False
    number = 0
    while True:
        number += 1
        warm.write("card.md", OLD.encode())
        reached = killed_at(number, lambda: change(warm.path, "card.md", lambda text: f"{text}three\n"))
        left_behind = left_behind or bool(_leftovers(warm))
        append_text(warm.path, "card.md", "next\n")

        assert (warm.path / "card.md").read_bytes().endswith(b"next\r\n")
        assert not _leftovers(warm)
        if not reached:
            break

    assert left_behind


def test_after_a_kill_every_appended_line_but_the_last_is_whole(warm: Repository) -> None:
    """What a kill tears is closed by the next line, never glued to it."""
    number = 0
    while True:
        number += 1
        warm.write("all.jsonl", '{"at": 0}\n')
        reached = killed_at(number, lambda: append_line(warm.path, "all.jsonl", '{"at": 1}'))
        append_line(warm.path, "all.jsonl", '{"at": 2}')

        lines = (warm.path / "all.jsonl").read_text().splitlines()
        assert lines in (['{"at": 0}', '{"at": 2}'], ['{"at": 0}', '{"at": 1}', '{"at": 2}'])
        if not reached:
            break
