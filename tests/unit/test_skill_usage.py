"""The use of skills: what one session shows, and how the hub's skills stand by all that were read (SPEC 4.13)."""

from datetime import date, timedelta

import pytest

from harvest_loop.domain.skill_usage import count_skills, standings, used_elsewhere
from harvest_loop.domain.usage_coverage import coverage_line, coverage_of
from harvest_loop.schemas.skill_usage import SessionSeen, SessionState, SessionUsage, SkillCount, SkillStanding
from harvest_loop.schemas.transcript import SkillUse, SkillUseKind, TurnPlace

TODAY = date(2026, 3, 31)
LONG_AGO = "2026-01-01"


def day(ago: int) -> str:
    return (TODAY - timedelta(days=ago)).isoformat()


def read(ago: int, *names: str, key: str = "") -> SessionUsage:
    """A session that was read, so many days ago, and the skills it called once each."""
    return SessionUsage(
        key=key or f"s{ago}", day=day(ago), skills=tuple(SkillCount(name=name, called=1) for name in names)
    )


def seen(*ago: int, state: SessionState = "harvested") -> list[SessionSeen]:
    return [SessionSeen(key=f"s{days}", day=day(days), state=state) for days in ago]


def stand(
    log: list[SessionUsage], known: list[SessionSeen], skill: str = "check", listed: str = LONG_AGO
) -> SkillStanding:
    (row,) = standings(log, seen=known, skills=[skill], listed={skill: listed}, today=TODAY)
    return row


def test_four_kinds_are_counted_apart() -> None:
    """
    Only called and typed are uses; a failed call and a quotation are neither.
    """
    kinds: list[SkillUseKind] = ["called", "typed", "typed", "failed", "quoted"]
    uses = [SkillUse(place=TurnPlace(file="x", line=1), name="p:check", kind=kind) for kind in kinds]

    (count,) = count_skills(uses)

    assert (1, 2, 1, 1) == (count.called, count.typed, count.failed, count.quoted)
    assert 3 == count.uses


def test_a_count_over_days_that_were_all_read_is_exact() -> None:
    """
    The log reaches back a month and no session of it is missing.
    """
    row = stand([read(0, "check"), read(5, "p:check"), read(40, "check")], seen(0, 5, 40))

    assert (day(0), 2, False, "active") == (row.last_used, row.uses, row.at_least, row.status)


@pytest.mark.parametrize("state", ["unreadable", "skipped", "waiting"])
def test_a_session_that_was_not_read_makes_a_count_a_floor(state: SessionState) -> None:
    """
    It may have used any skill any number of times.
    """
    used = stand([read(0, "check"), read(40)], [*seen(0, 40), *seen(3, state=state)])
    unused = stand([read(0, "other"), read(40)], [*seen(0, 40), *seen(3, state=state)])

    assert (1, True) == (used.uses, used.at_least)
    assert (None, "unknown") == (unused.uses, unused.status)


def test_four_weeks_without_a_call_make_a_candidate() -> None:
    """
    Measured from the last use on; the day before it isn't one yet.
    """
    log = [read(0), read(28, "check"), read(40)]
    fresh = [read(0), read(27, "check"), read(40)]

    assert "deprecation candidate" == stand(log, seen(0, 28, 40)).status
    assert "active" == stand(fresh, seen(0, 27, 40)).status


def test_a_measured_zero_needs_time_and_sessions() -> None:
    """
    A young log, a skill listed since last week, and weeks without any session say nothing.
    """
    whole = stand([read(0), read(40)], seen(0, 40))

    assert (0, "deprecation candidate") == (whole.uses, whole.status)
    assert None is stand([read(0), read(20)], seen(0, 20)).uses
    assert None is stand([read(0), read(40)], seen(0, 40), listed=day(7)).uses
    assert None is stand([read(40)], seen(40)).uses
    assert None is stand([], []).uses
    assert "unknown" == stand([], []).status


def test_the_most_used_skill_comes_first() -> None:
    """
    Then the one used last, then by name.
    """
    log = [read(0, "b"), read(1, "c", "d"), read(2, "c")]
    rows = standings(log, seen=[], skills=["a", "b", "c", "d"], listed={}, today=TODAY)

    assert ["c", "b", "d", "a"] == [row.skill for row in rows]


def test_names_that_are_no_skill_of_the_hub_are_listed_apart() -> None:
    """
    A typed command may be anybody's; only the hub's skills stand on its leaderboard.
    """
    log = [read(0, "check", "q:check", "deploy"), read(40, "old")]

    assert ("deploy",) == used_elsewhere(log, ["check"], TODAY)


def test_coverage_counts_each_session_once_by_the_best_that_became_of_it() -> None:
    """
    Harvested after it had waited is harvested; what can't be read says why.
    """
    known = [
        *seen(1, 2),
        *seen(1, state="waiting"),
        SessionSeen(key="a", day=day(3), state="unreadable", why="no such file"),
        SessionSeen(key="b", day=day(3), state="skipped", why="the loop's own"),
        SessionSeen(key="c", day=day(3), state="skipped", why="the loop's own"),
        SessionSeen(key="old", day=day(60), state="harvested"),
    ]
    coverage = coverage_of(known, first=TODAY - timedelta(days=29), last=TODAY)

    assert (5, 2, 0) == (coverage.seen, coverage.harvested, coverage.waiting)
    assert (
        "5 sessions seen, 2 harvested, 2 skipped (the loop's own: 2), 1 unreadable (no such file: 1)"
        == coverage_line(coverage)
    )
