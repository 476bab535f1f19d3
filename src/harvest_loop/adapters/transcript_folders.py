"""Which sessions the agents' own folders hold, in the words of the inbox (SPEC 3.1)."""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.transcripts.ends import files_of
from harvest_loop.adapters.transcripts.glance import look_at
from harvest_loop.adapters.transcripts.listing import find_sessions, usual_homes
from harvest_loop.adapters.transcripts.recognise import agent_of, describe_ends
from harvest_loop.errors import UsageError
from harvest_loop.schemas.inbox import SessionFiles
from harvest_loop.schemas.transcript import Agent
from harvest_loop.schemas.transcript_listing import FoundSession

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def list_sessions(*, since: int | None) -> tuple[tuple[SessionFiles, ...], tuple[str, ...]]:
    """Return the sessions that went on after that moment, and what could not be told or read, in words."""
    listing = find_sessions(usual_homes(Path.home(), os.environ), since=since)
    notes = [f"{one.file.name} is no transcript that is known: {one.looks_like}" for one in listing.unknown]
    notes += [f"{one.file} can't be read: {one.reason}" for one in listing.unread]
    return tuple(_files(one) for one in listing.sessions), tuple(redact(note) for note in notes)


def session_of_file(path: Path) -> SessionFiles:
    """Return the session that a transcript belongs to, with all of its files where they lie among the agents' own.

    Raises: UsageError when the file is no transcript that is known, holds several sessions, or can't be read.
    """
    alone = session_in_file(path)
    listed = find_sessions(usual_homes(Path.home(), os.environ)).sessions
    same = (one for one in listed if (one.agent, one.session) == (alone.agent, alone.session))
    whole = next((one for one in same if path.absolute() in one.files), None)
    return alone if whole is None else _files(whole)


def session_in_file(path: Path) -> SessionFiles:
    """Return the session that a transcript holds, by a look at its two ends; no other file is looked for.

    Raises: UsageError as session_of_file.
    """
    path = path.absolute()
    try:
        ends = look_at(path)
        agent = agent_of(ends)
        if agent is None:
            raise UsageError(f"is no transcript that is known: {describe_ends(ends)}", where=str(path))
        held = files_of(agent, path, ends)
    except OSError as error:
        raise UsageError(f"can't be read ({error.strerror or error})", where=str(path)) from error
    names = {one.of for one in held}
    if len(names) != 1:
        raise UsageError(f"holds {len(names)} sessions", where=str(path), remedy="name one with --session")
    (name,) = names
    return SessionFiles(agent=agent, session=name, files=(str(path),), changed=int(ends.changed))


def files_before(files: Sequence[Path], agent: Agent) -> tuple[Path, ...]:
    """Return the files of the sessions that this one was resumed or forked from, the first one first.

    They are looked for only where the session's own files name such a session: among the agents' own files, else
    beside the session's, by the names that agents give them.
    """
    held = [file for path in files for file in files_of(agent, path, look_at(path))]
    if not any(file.continues for file in held):
        return ()
    listed = {one.session: one for one in find_sessions(usual_homes(Path.home(), os.environ)).sessions}
    before: list[Path] = []
    seen = {file.session for file in held}
    name: str | None = next(file.continues for file in held if file.continues)
    while name is not None and name not in seen:
        seen.add(name)
        if name in listed:
            before = [*listed[name].files, *before]
            name = listed[name].continues
            continue
        beside = _beside(files, name)
        before = [*beside, *before]
        name = next((file.continues for path in beside for file in files_of(agent, path, look_at(path))), None)
    return tuple(before)


def _beside(files: Sequence[Path], name: str) -> tuple[Path, ...]:
    """The file of that session in a folder of these, if it is that session's."""
    if not _FILE_NAME.fullmatch(name):  # it comes from a transcript, and must lead nowhere else
        return ()
    for place in dict.fromkeys(path.parent for path in files):
        path = place / f"{name}.jsonl"
        if path.is_file() and path not in files:
            with suppress(UsageError):
                return (path,) if session_in_file(path).session == name else ()
    return ()


def _files(found: FoundSession) -> SessionFiles:
    changed = _newest(found.files) if found.ended is None else found.ended
    files = tuple(str(file) for file in found.files)
    folder = next(iter(found.folders), None)
    return SessionFiles(agent=found.agent, session=found.session, files=files, changed=int(changed), folder=folder)


def _newest(files: Iterable[Path]) -> float:
    times = []
    for file in files:
        try:
            times.append(file.stat().st_mtime)
        except OSError:  # it has just been taken away
            continue
    return max(times, default=0.0)
