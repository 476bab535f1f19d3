"""Read OpenCode's database, which may be in use, without writing into it (SPEC 3.3)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson

from harvest_loop.adapters.transcripts.lines import LINE_LIMIT, fault_of
from harvest_loop.adapters.transcripts.opencode_folders import Stored
from harvest_loop.adapters.transcripts.plain_files import open_plain_file
from harvest_loop.adapters.transcripts.tally import Tally

MAGIC = b"SQLite format 3\0"
_NEEDED = {
    "session": {"id", "parent_id", "directory", "time_created", "time_updated"},
    "message": {"id", "session_id", "data"},
    "part": {"id", "message_id", "data"},
}
_SESSIONS = """
    WITH RECURSIVE own(id) AS (
        SELECT id FROM session WHERE id = :one OR :one IS NULL
        UNION SELECT session.id FROM session JOIN own ON session.parent_id = own.id
    )
    SELECT id, parent_id, directory, time_created, time_updated FROM session
    WHERE id IN (SELECT id FROM own) ORDER BY parent_id IS NOT NULL, time_created, id
"""
_MESSAGES = "SELECT id, iif(length(data) > :most, NULL, data) FROM message WHERE session_id = :one ORDER BY id"
_PARTS = """
    SELECT message_id, iif(length(data) > :most, NULL, data) FROM part
    WHERE message_id IN (SELECT id FROM message WHERE session_id = :one) ORDER BY message_id, id
"""


def read_database(path: Path, tally: Tally, session: str | None) -> Iterator[Stored]:
    """Return the messages of one session and of its sub-agents (None: of all sessions), parents first."""
    opened = False
    try:
        with closing(open_database(path, tally)) as database:
            tally.open_file(path)
            opened = True
            for found in list_stored(database, session):
                new: dict[str, Any] | None = found
                for info, parts in _messages(database, found["id"], tally):
                    yield Stored(str(path), info, parts, new)
                    new = None
    except (sqlite3.Error, OSError) as error:
        if opened:
            tally.note(f"{path.name} was not read to its end: {error}")
        else:
            tally.leave_unread(path, str(error))


def open_database(path: Path, tally: Tally) -> sqlite3.Connection:
    """Return the database opened for reading; its tables are checked.

    Without a write-ahead log it is opened as one that never changes, and no file appears beside it.

    Raises: OSError or sqlite3.Error where it can't be opened or is none of OpenCode's.
    """
    with open_plain_file(path) as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise sqlite3.DatabaseError("no SQLite database")
        tally.bytes_read += path.stat().st_size
    log = path.with_name(path.name + "-wal")
    in_use = log.exists() and log.stat().st_size > 0
    if in_use:
        try:
            return _connect(path, "mode=ro")
        except sqlite3.OperationalError:
            tally.note(f"{path.name}: its newest entries, still in its log, could not be read")
    return _connect(path, "immutable=1")


def is_opencodes(path: Path) -> bool:
    """Say whether the file is a database with OpenCode's tables."""
    try:
        open_database(path, Tally()).close()
    except (OSError, sqlite3.Error):
        return False
    return True


def list_stored(database: sqlite3.Connection, session: str | None = None) -> list[dict[str, Any]]:
    """Return the sessions as OpenCode's own exports have them; None: all."""
    names = ("id", "parentID", "directory")
    return [
        {
            **{name: _decoded(value) for name, value in zip(names, row, strict=False) if value is not None},
            "time": {"created": row[3], "updated": row[4]},
        }
        for row in database.execute(_SESSIONS, {"one": session})
    ]


def _connect(path: Path, how: str) -> sqlite3.Connection:
    database = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        database.text_factory = bytes
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA query_only = ON")
        for table, needed in _NEEDED.items():
            there = database.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            columns = {_decoded(row[1]) for row in database.execute(f"PRAGMA table_info({table})")}
            if there != (b"table",) or not needed <= columns:
                raise sqlite3.DatabaseError(f"its table '{table}' is none of a known shape")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _messages(database: sqlite3.Connection, session: str, tally: Tally) -> Iterator[tuple[Any, list[Any]]]:
    given = {"one": session, "most": LINE_LIMIT}
    grouped = groupby(database.execute(_PARTS, given), key=lambda row: row[0])
    at_hand: tuple[bytes, Any] | None = next(grouped, None)
    for identity, data in database.execute(_MESSAGES, given):
        while at_hand is not None and at_hand[0] < identity:
            at_hand = next(grouped, None)
        rows = list(at_hand[1]) if at_hand is not None and at_hand[0] == identity else []
        parts = [part for _, part in rows]
        info = _value(data, tally)
        if info is not None:
            tally.lines_read += 1
            own = {"id": _decoded(identity), "sessionID": session}
            yield {**own, **info}, [value for part in parts if (value := _value(part, tally)) is not None]


def _value(data: Any, tally: Tally) -> dict[str, Any] | None:
    if isinstance(data, str | bytes):
        try:
            value = orjson.loads(data)
        except orjson.JSONDecodeError as error:
            tally.lines_read += 1
            tally.skip(fault_of(data if isinstance(data, bytes) else data.encode(), error), 0)
            return None
        if isinstance(value, dict):
            return value
    tally.lines_read += 1
    if data is None:
        tally.skip("too long", 0)
    else:
        tally.skip("unknown kind", 0, "no object")
    return None


def _decoded(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
