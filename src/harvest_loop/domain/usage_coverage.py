"""What figures on skill usage rest on: how many sessions were seen, harvested, skipped, unreadable (SPEC 3.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from harvest_loop.domain.quoting import count_of, in_page
from harvest_loop.schemas.skill_usage import SessionSeen, SessionState, UsageCoverage

_BEST_FIRST: tuple[SessionState, ...] = ("harvested", "read", "unreadable", "skipped", "waiting")


def coverage_of(seen: Iterable[SessionSeen], *, first: date, last: date) -> UsageCoverage:
    """Return what became of the sessions of these days; of several entries of one session the best counts."""
    sessions = sessions_between(seen, first=first, last=last)
    states = Counter(session.state for session in sessions)
    return UsageCoverage(
        seen=len(sessions),
        harvested=states["harvested"],
        read=states["read"],
        waiting=states["waiting"],
        skipped=_reasons(session for session in sessions if session.state == "skipped"),
        unreadable=_reasons(session for session in sessions if session.state == "unreadable"),
    )


def sessions_between(seen: Iterable[SessionSeen], *, first: date, last: date) -> tuple[SessionSeen, ...]:
    """Return the sessions of these days, each once, in the order of their days and keys."""
    best: dict[str, SessionSeen] = {}
    for session in seen:
        known = best.get(session.key)
        if known is None or _BEST_FIRST.index(session.state) < _BEST_FIRST.index(known.state):
            best[session.key] = session
    inside = (session for session in best.values() if first.isoformat() <= session.day <= last.isoformat())
    return tuple(sorted(inside, key=lambda session: (session.day, session.key)))


def coverage_line(coverage: UsageCoverage) -> str:
    """Return the statement in one line; a kind without sessions reads 0, for these are counted, not guessed."""
    parts = [
        f"{count_of(coverage.seen, 'session')} seen",
        f"{coverage.harvested} harvested",
        *([f"{coverage.read} read without a harvest"] if coverage.read else []),
        f"{_total(coverage.skipped)} skipped{_named(coverage.skipped)}",
        f"{_total(coverage.unreadable)} unreadable{_named(coverage.unreadable)}",
        *([f"{coverage.waiting} waiting"] if coverage.waiting else []),
    ]
    return ", ".join(parts)


def _reasons(sessions: Iterable[SessionSeen]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(session.why or "no reason noted" for session in sessions).items()))


def _total(reasons: Sequence[tuple[str, int]]) -> int:
    return sum(count for _, count in reasons)


def _named(reasons: Sequence[tuple[str, int]]) -> str:
    return f" ({'; '.join(f'{in_page(why, limit=80)}: {count}' for why, count in reasons)})" if reasons else ""
