"""Find the sessions that left transcripts on this machine, without reading them through (SPEC 3.1, 3.3)."""

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from harvest_loop.adapters.transcripts.ends import FoundFile, files_of
from harvest_loop.adapters.transcripts.glance import look_at
from harvest_loop.adapters.transcripts.recognise import agent_of, describe_ends

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent
    from harvest_loop.schemas.transcript_listing import FoundSession, SessionListing

_REMEMBERED = 4_096  # files
_PARTS_OF_A_SESSION = frozenset({"message", "part"})  # folders of OpenCode's storage


class Homes(NamedTuple):
    """Where agents keep their transcripts; `others`: folders of exports and of agents that have no fixed place."""

    claude_code: tuple[Path, ...] = ()
    codex: tuple[Path, ...] = ()
    opencode: tuple[Path, ...] = ()
    others: tuple[Path, ...] = ()


def usual_homes(home: Path, environment: Mapping[str, str]) -> Homes:
    """Return the agents' folders as their own variables name them, else their usual ones."""

    def named(variable: str, *usual: Path) -> tuple[Path, ...]:
        value = environment.get(variable, "")
        return (Path(value),) if value else usual

    data = named("XDG_DATA_HOME", home / ".local" / "share")
    return Homes(
        claude_code=named("CLAUDE_CONFIG_DIR", home / ".claude", home / ".config" / "claude"),
        codex=named("CODEX_HOME", home / ".codex"),
        opencode=tuple(folder / "opencode" for folder in data),
    )


def find_sessions(homes: Homes, *, since: float | None = None) -> "SessionListing":
    """Return the sessions with their files, oldest first; only the two ends of each file are looked at.

    `since`: leave out sessions that wrote nothing after that moment (seconds since the epoch).
    """
    from harvest_loop.schemas.transcript import UnreadFile
    from harvest_loop.schemas.transcript_listing import SessionListing, UnknownTranscript

    found: dict[tuple[Agent, str], list[FoundFile]] = {}
    unknown, unread = [], []
    for path in dict.fromkeys(_candidates(homes, since)):
        try:
            told = _told(path)
            if told.agent is None:
                unknown.append(UnknownTranscript(file=path, looks_like=told.looks_like))
                continue
            for file in told.files:
                found.setdefault((told.agent, file.of), []).append(file)
        except OSError as error:
            unread.append(UnreadFile(file=path.name, reason=error.strerror or str(error)))
    sessions = [
        _session(agent, of, files)
        for (agent, of), files in _with_parents(found).items()
        if since is None or max(file.changed for file in files) >= since
    ]
    return SessionListing(
        sessions=tuple(sorted(sessions, key=lambda session: (session.began or 0, session.agent, session.session))),
        unknown=tuple(unknown),
        unread=tuple(unread),
    )


class _Told(NamedTuple):
    """What the ends of one file tell; `looks_like` of one that nobody known wrote."""

    agent: "Agent | None"
    files: tuple[FoundFile, ...] = ()
    looks_like: str = ""


def _told(path: Path) -> _Told:
    """Return what a file's ends tell; a look at one that has not changed since is not taken again.

    A database changes beside its file, and so is looked at each time.
    """
    status = path.stat()
    stamp = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return _told_once(path, stamp) if path.suffix == ".jsonl" else _tell(path)


def _tell(path: Path) -> _Told:
    ends = look_at(path)
    agent = agent_of(ends)
    if agent is None:
        return _Told(None, looks_like=describe_ends(ends))
    return _Told(agent, tuple(files_of(agent, path, ends)))


@lru_cache(maxsize=_REMEMBERED)
def _told_once(path: Path, _stamp: tuple[int, ...]) -> _Told:
    return _tell(path)


def _candidates(homes: Homes, since: float | None) -> Iterator[Path]:
    for home in homes.claude_code:
        yield from _walk(home / "projects", frozenset({".jsonl"}), since)
    for home in homes.codex:
        for name in ("sessions", "archived_sessions"):
            yield from _walk(home / name, frozenset({".jsonl", ".json"}), since)
    for home in homes.opencode:
        yield from sorted(home.glob("opencode*.db"))
        yield from _walk(home / "storage" / "session", frozenset({".json"}), since)
    for folder in homes.others:
        yield from _walk(folder, frozenset({".jsonl", ".json", ".db"}), since)


def _walk(folder: Path, suffixes: frozenset[str], since: float | None) -> Iterator[Path]:
    """Return the files of these kinds, sorted; those of sub-agents whatever their age, as their parent may be young."""
    for place, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if name not in _PARTS_OF_A_SESSION)
        for name in sorted(files):
            path = Path(place, name)
            if path.suffix in suffixes and (_is_sub_agents(path) or since is None or _changed(path) >= since):
                yield path


def _is_sub_agents(path: Path) -> bool:
    return path.name.startswith("agent-") or "subagents" in path.parts


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return float("inf")


def _with_parents(found: "dict[tuple[Agent, str], list[FoundFile]]") -> "dict[tuple[Agent, str], list[FoundFile]]":
    """Return the files by the session at the top: a sub-agent may have sub-agents."""
    above = {(agent, file.session): of for (agent, of), files in found.items() for file in files if file.session != of}
    whole: dict[tuple[Agent, str], list[FoundFile]] = {}
    for (agent, of), files in found.items():
        top, seen = of, {of}
        while (higher := above.get((agent, top))) is not None and higher not in seen:
            seen.add(higher)
            top = higher
        whole.setdefault((agent, top), []).extend(files)
    return whole


def _session(agent: "Agent", session: str, files: list[FoundFile]) -> "FoundSession":
    from harvest_loop.schemas.transcript_listing import FoundSession

    files = sorted(files, key=lambda file: (file.session != session, min(file.times, default=0.0), file.path))
    times = [moment for file in files for moment in file.times]
    own = [moment for file in files if file.session == session for moment in file.times]
    return FoundSession(
        agent=agent,
        session=session,
        files=tuple(dict.fromkeys(file.path for file in files)),
        began=min(own or times, default=None),
        ended=max(times, default=None),
        folders=tuple(dict.fromkeys(folder for file in files for folder in file.folders)),
        continues=next((file.continues for file in files if file.continues and file.session == session), None),
    )
