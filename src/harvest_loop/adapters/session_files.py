"""A look at a session's transcript files: whether they still change, and what a sweep must know of them (SPEC 3.1)."""

import hashlib
import sqlite3
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from harvest_loop.adapters.transcript_folders import files_before
from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.errors import UsageError, words_of
from harvest_loop.schemas.inbox import OWN_PROMPT, Glance
from harvest_loop.schemas.transcript import Agent
from harvest_loop.schemas.transcript_events import Prompt, Setting

_QUIET = 2.0  # seconds without a change: it is written
_TRIES = 8
_PAUSE = 0.5  # seconds


def settled_stamp(files: Sequence[Path], *, wait: Callable[[float], None] = time.sleep) -> str:
    """Return what the files' sizes and times come to once they stay the same.

    What still changes after some seconds is taken as it is.

    Raises: UsageError when one is not there, or no regular file.
    """
    seen = _look(files)
    for _ in range(_TRIES):
        if time.time() - max(changed for _, changed in seen) / 1e9 > _QUIET:
            break
        wait(_PAUSE)
        before, seen = seen, _look(files)
        if before == seen:
            break
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:32]


def glance_at(files: Sequence[Path], agent: Agent, session: str) -> Glance:
    """Return what a session's transcript says: folders, oldest and newest moment; nothing of its text is kept.

    What it repeats of a session that it was resumed or forked from is that one's.

    Raises: UsageError when it can't be read.
    """
    folders: dict[str, None] = {}
    moments: list[float] = []  # the oldest and the newest
    first: str | None = None
    try:
        reading = read_events(files, agent=agent, session=session, earlier=files_before(files, agent))
        for event in reading:
            if event.at is not None:
                moments = [min(*moments[:1], event.at), max(*moments[1:], event.at)] if moments else [event.at] * 2
            if isinstance(event, Setting):
                folders |= {} if event.folder is None else {event.folder: None}
            elif first is None and isinstance(event, Prompt):
                first = event.text
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"can't be read ({words_of(error)})", where=str(files[0])) from error
    unread = reading.report.unread
    if unread and not folders:
        raise UsageError(f"can't be read ({unread[0].reason})", where=str(files[0]))
    return Glance(
        folders=tuple(folders),
        began=int(moments[0]) if moments else None,
        last=int(moments[1]) if moments else None,
        ours=first is not None and first.lstrip().startswith(OWN_PROMPT),
    )


def _look(files: Sequence[Path]) -> list[tuple[int, int]]:
    found = []
    for file in files:
        try:
            status = file.stat()
        except (OSError, ValueError) as error:
            raise UsageError("the transcript is not there", where=str(file)) from error
        if not stat.S_ISREG(status.st_mode):
            raise UsageError("the transcript is no regular file", where=str(file))
        found.append((status.st_size, status.st_mtime_ns))
    return found
