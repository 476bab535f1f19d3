"""Which skills a session used, and how the hub's skills stand by all sessions that were read (SPEC 4.13, 6-a)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from harvest_loop.domain.usage_coverage import sessions_between
from harvest_loop.schemas.skill_usage import SessionSeen, SessionUsage, SkillCount, SkillStanding, UsageStatus
from harvest_loop.schemas.transcript import SkillUse

COUNTED_DAYS = 30
UNUSED_DAYS = 28


def count_skills(mentions: Iterable[SkillUse]) -> tuple[SkillCount, ...]:
    """Return what a session's transcript shows of each skill, four kinds apart, by name."""
    counts: dict[str, dict[str, int]] = {}
    for mention in mentions:
        kinds = counts.setdefault(mention.name, {})
        kinds[mention.kind] = kinds.get(mention.kind, 0) + 1
    return tuple(SkillCount.model_validate({"name": name, **kinds}) for name, kinds in sorted(counts.items()))


def own_name(name: str) -> str:
    """Return a skill's name without its plugin's, which a call may put before it."""
    return name.rpartition(":")[2]


def standings(
    log: Sequence[SessionUsage],
    *,
    seen: Sequence[SessionSeen],
    skills: Iterable[str],
    listed: Mapping[str, str],
    today: date,
) -> tuple[SkillStanding, ...]:
    """Return the leaderboard: the hub's skills, most used first.

    `listed` holds the day from which the leaderboard has a skill. A zero is measured only over days on which the skill
    was listed, sessions were seen, and each of them was read; what was not measured is None. Sessions that the loop
    started itself need not be among `seen`.
    """
    read = [line for line in log if line.skills is not None]
    rows = [
        _standing(skill, read, seen=seen, listed=listed.get(skill, today.isoformat()), today=today)
        for skill in sorted(set(skills))
    ]
    return tuple(sorted(rows, key=lambda row: (-(row.uses or 0), _backwards(row.last_used), row.skill)))


def used_elsewhere(log: Iterable[SessionUsage], skills: Iterable[str], today: date) -> tuple[str, ...]:
    """Return the names used within 30 days that are no skill of the hub: others' skills, and commands of any kind."""
    known = set(skills)
    first = (today - timedelta(days=COUNTED_DAYS - 1)).isoformat()
    used = {count.name for line in log if line.day >= first for count in line.skills or () if count.uses}
    return tuple(sorted(name for name in used if own_name(name) not in known))


def _standing(
    skill: str, read: Sequence[SessionUsage], *, seen: Sequence[SessionSeen], listed: str, today: date
) -> SkillStanding:
    uses = [(line.day, sum(count.uses for count in _counts_of(skill, line))) for line in read]
    days = [day for day, count in uses if count]
    first = (today - timedelta(days=COUNTED_DAYS - 1)).isoformat()
    recent = sum(count for day, count in uses if day >= first)
    whole = _is_measured(read, seen, listed=listed, days=COUNTED_DAYS, today=today)
    return SkillStanding(
        skill=skill,
        last_used=max(days, default=None),
        uses=recent if recent or whole else None,
        at_least=recent > 0 and not whole,
        listed_since=listed,
        status=_status(days, read, seen, listed=listed, today=today),
    )


def _status(
    days: Sequence[str], read: Sequence[SessionUsage], seen: Sequence[SessionSeen], *, listed: str, today: date
) -> UsageStatus:
    if any(day > (today - timedelta(days=UNUSED_DAYS)).isoformat() for day in days):
        return "active"
    measured = _is_measured(read, seen, listed=listed, days=UNUSED_DAYS, today=today)
    return "deprecation candidate" if measured else "unknown"


def _is_measured(
    read: Sequence[SessionUsage], seen: Sequence[SessionSeen], *, listed: str, days: int, today: date
) -> bool:
    """Whether a zero over the last days would be one: the log reaches back, and no session of them is unread."""
    first = today - timedelta(days=days - 1)
    if listed > first.isoformat() or min((line.day for line in read), default=today.isoformat()) > first.isoformat():
        return False
    known = {line.key for line in read}
    inside = sessions_between(seen, first=first, last=today)
    return bool(inside) and all(session.key in known for session in inside)


def _counts_of(skill: str, line: SessionUsage) -> Iterable[SkillCount]:
    return (count for count in line.skills or () if count.name == skill or own_name(count.name) == skill)


def _backwards(day: str | None) -> tuple[int, int]:
    """A key that sorts later days first and unknown ones last."""
    return (1, 0) if day is None else (0, -int(day.replace("-", "")))
