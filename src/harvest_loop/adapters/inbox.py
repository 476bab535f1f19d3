"""The inbox, as a session's end finds it: markers, and a log of what was skipped. Standard library only (SPEC 3.1)."""

import hashlib
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.state_folder import inbox_folder

SKIPPED_LOG = "skipped.log"
OLDER_LOG = "skipped.older.log"
LOG_LIMIT = 1_000_000  # bytes; then the log becomes the older one, and counts are `at least`

_ENCODING = ("utf-8", "surrogatepass")  # a payload may hold half of a pair


class SessionEnd(NamedTuple):
    """What a host says of a session that ended, or went idle; None: it does not say."""

    agent: str
    session: str
    transcript: str | None = None
    folder: str | None = None
    event: str | None = None
    reason: str | None = None


def marker_place(end: SessionEnd) -> Path:
    """Return where a marker of this session, and no other one, belongs.

    Raises: OSError, UsageError when there is no state folder.
    """
    return markers_folder() / f"{session_file_stem(end.agent, end.session)}-{time.time_ns()}-{os.getpid()}.json"


def drop_marker(place: Path, end: SessionEnd, *, hub: str | None, at: int) -> None:
    """Leave a marker, whole or not at all, readable by its owner only (SPEC 3.1).

    `hub` is what HARVEST_HUB named when the session ended, `at` that moment in seconds since the epoch.

    Raises: OSError when the disk doesn't take it.
    """
    told = {"schema_version": 1, "at": at, "hub": hub, **end._asdict()}
    whole_file.put(place, json.dumps(told).encode("ascii"), mode=0o600, check=lambda: None)


def note_skipped(end: SessionEnd, why: str) -> None:
    """Add a line to the log of sessions that were skipped at their end.

    Raises: OSError when the disk doesn't take it, UsageError when there is no state folder.
    """
    log = inbox_folder() / SKIPPED_LOG
    with suppress(FileNotFoundError):
        if log.stat().st_size > LOG_LIMIT:
            log.replace(log.with_name(OLDER_LOG))
    line = json.dumps({"at": int(time.time()), "agent": end.agent, "session": end.session, "why": why})
    handle = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, line.encode("ascii") + b"\n")  # one call: lines of several hooks don't mix
    finally:
        os.close(handle)


def session_file_stem(agent: str, session: str) -> str:
    """Return the name of a session's files: by hash, since the id is whatever a payload says."""
    return hashlib.sha256(f"{agent}\0{session}".encode(*_ENCODING)).hexdigest()[:32]


def markers_folder() -> Path:
    """Return the folder of markers, made for its owner only.

    Raises: OSError, UsageError when it can't be made.
    """
    folder = inbox_folder() / "markers"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
