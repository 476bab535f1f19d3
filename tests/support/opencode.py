"""OpenCode sessions written for the tests, in each of the forms that OpenCode keeps them in."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

NOON = 1_773_144_000_000  # 2026-03-10 12:00 UTC, in milliseconds

_TABLES = """
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT NOT NULL, title TEXT,
        time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER, data TEXT NOT NULL);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT, data TEXT NOT NULL);
"""


def session(identity: str = "ses_1", parent: str | None = None, folder: str = "/w/field") -> dict[str, Any]:
    """What a session says of itself."""
    info = {
        "id": identity,
        "directory": folder,
        "version": "1.2.26",
        "time": {"created": NOON, "updated": NOON + 90_000},
    }
    return info if parent is None else info | {"parentID": parent}


def asked(number: int, *parts: dict[str, Any], identity: str = "ses_1") -> dict[str, Any]:
    """A message of the person's."""
    info = {"id": f"msg_{number:04}", "sessionID": identity, "role": "user", "time": {"created": NOON + number * 1000}}
    return {"info": info, "parts": list(parts)}


def answered(number: int, *parts: dict[str, Any], identity: str = "ses_1", **more: Any) -> dict[str, Any]:
    """A message of the agent's."""
    info = {"role": "assistant", "modelID": "model-one", "path": {"cwd": "/w/field", "root": "/w"}} | more
    return {"info": asked(number, identity=identity)["info"] | info, "parts": list(parts)}


def said(text: str, **more: Any) -> dict[str, Any]:
    """A part that is text."""
    return {"type": "text", "text": text} | more


def used(tool: str, call: str, status: str = "completed", **state: Any) -> dict[str, Any]:
    """A part that is a tool's call with its state."""
    return {"type": "tool", "tool": tool, "callID": call, "state": {"status": status, "input": {}} | state}


def export(path: Path, info: dict[str, Any], messages: Iterable[dict[str, Any]], indent: int | None = 2) -> Path:
    """Write one document, as `opencode export` does."""
    text = json.dumps({"info": info, "messages": list(messages)}, indent=indent, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def folders(root: Path, info: dict[str, Any], messages: Iterable[dict[str, Any]], *, older: bool = False) -> Path:
    """Write a file for the session and for each message and part; return the session's."""
    identity = info["id"]
    base = root / "session" if older else root
    own = base / ("info" if older else "session/project-one") / f"{identity}.json"
    _write(own, info)
    for message in messages:
        name = message["info"]["id"]
        _write(base / "message" / identity / f"{name}.json", message["info"])
        place = base / "part" / identity / name if older else base / "part" / name
        for number, part in enumerate(message["parts"]):
            _write(place / f"prt_{number:04}.json", part)
    return own


def database(path: Path, *sessions: tuple[dict[str, Any], Iterable[dict[str, Any]]]) -> Path:
    """Write the sessions into a database."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as store, store:
        store.executescript(_TABLES)
        for info, messages in sessions:
            add_to(store, info, messages)
    return path


def add_to(store: sqlite3.Connection, info: dict[str, Any], messages: Iterable[dict[str, Any]]) -> None:
    """Put one session into an open database."""
    times = info["time"]
    row = (info["id"], "p", info.get("parentID"), info["directory"], "t", times["created"], times["updated"])
    store.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for message in messages:
        data = {key: value for key, value in message["info"].items() if key not in ("id", "sessionID")}
        name = message["info"]["id"]
        store.execute("INSERT INTO message VALUES (?, ?, ?, ?)", (name, info["id"], NOON, json.dumps(data)))
        for number, part in enumerate(message["parts"]):
            given = (f"prt_{name}_{number:04}", name, info["id"], json.dumps(part))
            store.execute("INSERT INTO part VALUES (?, ?, ?, ?)", given)


def _write(path: Path, value: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")
