"""The sessions that a hub knows of, and what became of each, as its skill usage counts them (SPEC 4.13)."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from harvest_loop.domain.sessions import seen_at
from harvest_loop.domain.skill_usage import count_skills
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.skill_usage import SessionSeen, SessionState, SessionUsage
from harvest_loop.schemas.transcript import SkillUse, TranscriptFacts


def sessions_seen(lines: Iterable[SessionLine], day_of: Callable[[int], str]) -> tuple[SessionSeen, ...]:
    """Return what the lines of sessions.jsonl say, a line each; `day_of` tells the local day of a moment.

    A line whose day can't be told is of no day: it is left out of every span of days.
    """
    return tuple(_seen(line, day_of) for line in lines)


def usage_of(
    key: str, facts: TranscriptFacts | None, why_not: str, *, now: int, day_of: Callable[[int], str]
) -> tuple[SessionUsage, ...]:
    """Return the log's lines of one session: what it used on each of its days, or why that is unknown.

    A session that is gone on with the next day, by itself or by a sub-agent, used on the first day what it used then.
    There is a line for the day of its end, whatever it used; what has no time is of that day.
    """
    if facts is None:
        return (SessionUsage(key=key, day=day_of(now), why_not=why_not),)
    ended = now if facts.ended is None else min(facts.ended, now)
    by_day: dict[str, list[SkillUse]] = {day_of(ended): []}
    for use in facts.skills:
        by_day.setdefault(day_of(ended if use.at is None else min(use.at, ended)), []).append(use)
    return tuple(SessionUsage(key=key, day=day, skills=count_skills(uses)) for day, uses in sorted(by_day.items()))


def logged_as_seen(usage: Iterable[SessionUsage]) -> tuple[SessionSeen, ...]:
    """Return a session that is being told now as one that was seen: its own line may not stand there yet."""
    return tuple(
        SessionSeen(key=one.key, day=one.day, state="unreadable" if one.skills is None else "read", why=one.why_not)
        for one in usage
    )


def _seen(line: SessionLine, day_of: Callable[[int], str]) -> SessionSeen:
    state = _state(line)
    why = (line.why_not or "") if state in ("skipped", "unreadable") else ""
    return SessionSeen(key=line.key, day=_day(line, day_of), state=state, why=why)


def _state(line: SessionLine) -> SessionState:
    if line.read:
        return "harvested" if line.record is not None else "read"
    if line.harvested_from is not None:
        return "unreadable"
    return "waiting" if line.state in ("waits", "offered") else "skipped"


def _day(line: SessionLine, day_of: Callable[[int], str]) -> str:
    if line.harvested_to is not None:
        return day_of(line.harvested_to)
    seen = seen_at(line)
    with suppress(ValueError, OverflowError, OSError):  # a year that no zone knows
        return "" if seen is None else day_of(seen)
    return ""
