"""The sessions that a hub knows of, and what became of each, as its skill usage counts them (SPEC 4.13)."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from harvest_loop.domain.sessions import seen_at
from harvest_loop.domain.skill_usage import count_skills
from harvest_loop.domain.standings import LATER, LISTED
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.skill_usage import SessionSeen, SessionState, SessionUsage
from harvest_loop.schemas.transcript import TranscriptFacts

_WAITING = frozenset({LISTED, LATER, "offered", "waits"})


def sessions_seen(lines: Iterable[SessionLine], day_of: Callable[[int], str]) -> tuple[SessionSeen, ...]:
    """Return what the lines of sessions.jsonl say, a line each; `day_of` tells the local day of a moment.

    A line whose day can't be told is of no day: it is left out of every span of days.
    """
    return tuple(_seen(line, day_of) for line in lines)


def usage_of(
    key: str, facts: TranscriptFacts | None, why_not: str, *, now: int, day_of: Callable[[int], str]
) -> SessionUsage:
    """Return the log's line of one session: what it used, or why that is unknown."""
    if facts is None:
        return SessionUsage(key=key, day=day_of(now), why_not=why_not)
    ended = now if facts.ended is None else min(facts.ended, now)
    return SessionUsage(key=key, day=day_of(ended), skills=count_skills(facts.skills))


def logged_as_seen(usage: SessionUsage | None) -> tuple[SessionSeen, ...]:
    """Return a session that is being told now as one that was seen: its own line may not stand there yet."""
    if usage is None:
        return ()
    state: SessionState = "unreadable" if usage.skills is None else "read"
    return (SessionSeen(key=usage.key, day=usage.day, state=state, why=usage.why_not),)


def _seen(line: SessionLine, day_of: Callable[[int], str]) -> SessionSeen:
    state = _state(line)
    why = (line.why_not or "") if state in ("skipped", "unreadable") else ""
    return SessionSeen(key=line.key, day=_day(line, day_of), state=state, why=why)


def _state(line: SessionLine) -> SessionState:
    if line.read:
        return "harvested" if line.record is not None else "read"
    if line.harvested_from is not None:
        return "unreadable"
    return "waiting" if line.why_not in _WAITING else "skipped"


def _day(line: SessionLine, day_of: Callable[[int], str]) -> str:
    if line.harvested_to is not None:
        return day_of(line.harvested_to)
    seen = seen_at(line)
    with suppress(ValueError, OverflowError, OSError):  # a year that no zone knows
        return "" if seen is None else day_of(seen)
    return ""
