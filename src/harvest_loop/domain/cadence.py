"""Every four weeks: which higher routes were taken, and which patterns signals repeat (SPEC 4.13, 6-b)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.domain.signals import parse_signal
from harvest_loop.domain.skill_usage import own_name
from harvest_loop.schemas.cadence import (
    CadenceReview,
    CadenceWord,
    RepeatedPattern,
    RoutedSkill,
    RoutedStanding,
    SessionRoutes,
)
from harvest_loop.schemas.hub import Asset

CYCLE_DAYS = 28
REPEATED = 2

_SHOWN = 3
_QUOTE = 120
_KEY = "complexity_routing"
_TAKEN = re.compile(r"\bescalat\w+|\bhigher route\b", re.IGNORECASE)


def routed_skills(skills: Iterable[Asset]) -> tuple[RoutedSkill, ...]:
    """Return the skills that name a higher route in their frontmatter, by path."""
    return tuple(
        RoutedSkill(
            name=skill.name,
            path=skill.path,
            high=str(skill.frontmatter.get(f"{_KEY}.high") or ""),
            conditions=_listed(skill.frontmatter.get(f"{_KEY}.escalate_when")),
        )
        for skill in sorted(skills, key=lambda one: one.path)
        if any(key == _KEY or key.startswith(f"{_KEY}.") for key in skill.frontmatter)
    )


def first_day(today: date) -> date:
    """The day on which the cycle began that ends today."""
    return today - timedelta(days=CYCLE_DAYS - 1)


def review_cycle(
    skills: Sequence[RoutedSkill],
    signals: Sequence[tuple[str, str]],
    sessions: Sequence[SessionRoutes],
    *,
    today: date,
    notes: Sequence[str] = (),
) -> CadenceReview:
    """Return what the cycle shows; `signals` are names and texts, `sessions` those that were seen in it.

    A route that nothing shows is a removal candidate only where every session was read: unread is not unused.
    """
    within = [(name, text) for name, text in signals if _is_within(name, text, today)]
    unread = sum(session.skills is None for session in sessions)
    return CadenceReview(
        first_day=first_day(today).isoformat(),
        last_day=today.isoformat(),
        standings=tuple(_standing(skill, within, sessions, unread) for skill in skills),
        additions=_repeated(within),
        sessions=len(sessions),
        unread=unread,
        signals=len(within),
        notes=tuple(notes),
    )


def _listed(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(str(one) for one in value)
    return (value,) if isinstance(value, str) and value else ()


def _is_within(name: str, text: str, today: date) -> bool:
    said = parse_signal(name, text).date
    return first_day(today).isoformat() <= said <= today.isoformat()


def _standing(
    skill: RoutedSkill, signals: Sequence[tuple[str, str]], sessions: Sequence[SessionRoutes], unread: int
) -> RoutedStanding:
    seen = [*_in_signals(skill, signals), *_in_sessions(skill, sessions)]
    word, why = _judged(is_seen=bool(seen), sessions=len(sessions), unread=unread)
    return RoutedStanding(skill=skill, word=word, why=why, seen=tuple(seen[:_SHOWN]))


def _judged(*, is_seen: bool, sessions: int, unread: int) -> tuple[CadenceWord, str]:
    if is_seen:
        return "keep", "its higher route was taken in the cycle"
    if not sessions:
        return "unknown", "no session of the cycle is known"
    if unread:
        return "unknown", f"{unread} of {count_of(sessions, 'session')} could not be read"
    return "removal candidate", f"never taken in {CYCLE_DAYS} days, by {count_of(sessions, 'session')}"


def _in_signals(skill: RoutedSkill, signals: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The lines that name the skill beside one of its conditions, its stronger model or the word itself."""
    name = _word(skill.name)
    ways = [_TAKEN, *(_word(way) for way in (*skill.conditions, skill.high) if way)]
    for file, text in signals:
        for number, line in enumerate(text.split("\n"), start=1):
            if name.search(line) and any(way.search(line) for way in ways):
                yield f"{file}:{number} “{one_line(line, limit=_QUOTE)}”"


def _in_sessions(skill: RoutedSkill, sessions: Sequence[SessionRoutes]) -> Iterator[str]:
    """The sessions that used the skill while the stronger model answered."""
    for session in sessions if skill.high else ():
        uses = any(skill.name in (name, own_name(name)) for name in session.skills or ())
        model = next((model for model in session.models if skill.high.casefold() in model.casefold()), None)
        if uses and model is not None:
            yield f"{one_line(session.key, limit=_QUOTE)} used it with {one_line(model, limit=_QUOTE)}"


def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(text)}(?![\w-])", re.IGNORECASE)


def _repeated(signals: Sequence[tuple[str, str]]) -> tuple[RepeatedPattern, ...]:
    """The patterns that two or more signals tell of, most often told first."""
    files: dict[str, dict[str, str]] = {}
    for name, text in signals:
        for entry in parse_signal(name, text).entries:
            if entry.fingerprint:
                files.setdefault(entry.fingerprint, {}).setdefault(name, entry.title)
    found = [
        RepeatedPattern(fingerprint=fingerprint, title=next(iter(named.values())), signals=tuple(named))
        for fingerprint, named in files.items()
        if len(named) >= REPEATED
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.signals), one.fingerprint)))
