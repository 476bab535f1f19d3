"""Whose transcript a file is, by what stands in it (SPEC 3.3)."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.adapters.transcripts.recognise import describe_unknown, recognise
from tests.support.opencode import asked, database, export, folders, said, session
from tests.support.transcripts import claude, write_lines

CODEX = {"timestamp": "2026-03-10T09:00:00Z", "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}}


@pytest.mark.parametrize(
    ("lines", "agent"),
    [
        ([claude("user", "hello")], "claude-code"),
        ([{"type": "summary", "summary": "x", "leafUuid": "y"}], "claude-code"),
        ([{"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}], "claude-code"),
        ([{"type": "queue-operation", "operation": "enqueue", "sessionId": "x"}], "claude-code"),
        (["rubbish", "[1]", '"text"', {"silly": "this"}, claude("user", "hello")], "claude-code"),
        ([b"\xef\xbb\xbf" + json.dumps(claude("user", "hello")).encode()], "claude-code"),
        ([CODEX], "codex"),
        ([{"type": "session_start", "payload": {"id": "s"}}], "codex"),
        ([{"type": "event_msg", "payload": {"type": "user_message", "message": "hello"}}], "codex"),
        ([{"id": "s", "timestamp": "2025-07-01T10:00:00Z", "instructions": None}, {"record_type": "state"}], "codex"),
        ([{"record_type": "state"}, {"type": "message", "role": "user", "content": []}], "codex"),
        ([{"type": "prompt", "text": "hello"}], "plain"),
        ([{"type": "setting", "folder": "/w"}, {"type": "agent", "text": "x"}], "plain"),
        ([{"type": "interrupt", "at": "2026-03-10T09:00:00Z"}], "plain"),
    ],
)
def test_json_lines_are_known_by_their_records(lines: list[Any], agent: str, tmp_path: Path) -> None:
    """The name of the file says nothing; bad lines before the first good one are looked over."""
    assert agent == recognise(write_lines(tmp_path / "a file.txt", lines))


@pytest.mark.parametrize("length", [None, 200, 60, 22])
def test_an_opencode_export_is_known_whole_and_cut(length: int | None, tmp_path: Path) -> None:
    """It is one document, whatever its name; a cut one still begins as one."""
    file = export(tmp_path / "named.jsonl", session(), [asked(1, said("hello"))])
    file.write_bytes(file.read_bytes()[:length])

    assert "opencode" == recognise(file)


def test_opencode_is_known_in_its_other_forms(tmp_path: Path) -> None:
    """A session's own file among the folders, the database, an export on one line or behind the command's own words."""
    messages = [asked(1, said("hello"))]
    announced = export(tmp_path / "announced.json", session(), messages)
    announced.write_bytes(b"Exporting session: ses_1\n" + announced.read_bytes())

    assert "opencode" == recognise(folders(tmp_path / "storage", session(), messages))
    assert "opencode" == recognise(database(tmp_path / "some.db", (session(), messages)))
    assert "opencode" == recognise(export(tmp_path / "small.json", session(), messages, indent=None))
    assert "opencode" == recognise(announced)


@pytest.mark.parametrize(
    ("content", "looks_like"),
    [
        (b"", "empty"),
        (b"# Notes\n\nSome text\n", "no JSON lines"),
        (b'{"event": "start", "secret": "hunter2"}\n', "JSON lines with the keys event, secret"),
        (
            b'{"level": "info", "msg": "started", "time": 1}\n{"type": "log"}\n',
            "JSON lines with the keys level, msg, time",
        ),
        (b'{"type": ["user"], "payload": 3}\n', "JSON lines with the keys payload, type"),
        (b'{"type": "user", "text": "x"}\n', "JSON lines with the keys text, type"),
        (b'{"type": "setting", "theme": "dark"}\n', "JSON lines with the keys theme, type"),
        (b'{"type": "interrupt"}\n', "JSON lines with the keys type"),
        (b'{"type": "prompt", "text": 5}\n', "JSON lines with the keys text, type"),
        (b'{"id": "x", "timestamp": "2025-07-01T10:00:00Z"}\n', "JSON lines with the keys id, timestamp"),
        (b"[1, 2]\n[3]\n", "JSON, but no objects a line"),
        (b'{"name": "a package", "version": "1.0"}', "JSON lines with the keys name, version"),
        (b'{"a key with \\u001b[31m": 1}\n', "JSON lines"),
        (b"\x89PNG\r\n\x00\x00", "no text"),
        (b"\xff\xfe{\x00", "no text"),
    ],
)
def test_what_nobody_known_wrote_is_named_and_not_guessed(content: bytes, looks_like: str, tmp_path: Path) -> None:
    """A log, a page or a picture among the transcripts is said to be what it looks like, without a word of its text."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(content)

    assert recognise(file) is None
    assert looks_like == describe_unknown(file)


def test_another_programs_database_is_nobodys(tmp_path: Path) -> None:
    """Many programs keep an SQLite file; its tables say whose it is."""
    file = tmp_path / "state.db"
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("CREATE TABLE session (id TEXT)")

    assert recognise(file) is None
    assert "an SQLite database" == describe_unknown(file)


def test_what_cannot_be_opened_is_nobodys(tmp_path: Path) -> None:
    """A folder or a file that is gone raises nothing."""
    assert recognise(tmp_path) is None
    assert "can't be opened: not a plain file" == describe_unknown(tmp_path)
    assert recognise(tmp_path / "gone") is None
    assert describe_unknown(tmp_path / "gone").startswith("can't be opened: ")
