"""What sessions.jsonl says of sessions, as the skill usage counts them (SPEC 3.1, 4.13)."""

from datetime import UTC, datetime

import pytest

from harvest_loop.domain.sessions_seen import sessions_seen, usage_of
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.skill_usage import SessionSeen, SessionUsage
from harvest_loop.schemas.transcript import SkillUse, TurnPlace
from tests.unit.test_early_harvest import session

NOON = 1_774_008_000  # 2026-03-20 12:00 UTC
DAY = 24 * 60 * 60


def day_of(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def seen(**told: object) -> SessionSeen:
    line = {"key": "codex:a", "field": "f", "field_root": "/f", "source": "f", "seen": "2026-03-21T01:00:00Z", **told}
    (found,) = sessions_seen([SessionLine.model_validate(line)], day_of)
    return found


@pytest.mark.parametrize(
    ("told", "state", "why"),
    [
        ({"read": True, "record": "r.md", "harvested_to": NOON}, "harvested", ""),
        ({"read": True, "harvested_to": NOON}, "read", ""),
        ({"read": False, "harvested_from": NOON, "why_not": "1 commit missing"}, "unreadable", "1 commit missing"),
        ({"read": False, "state": "offered", "why_not": "offered"}, "waiting", ""),
        ({"read": False, "state": "waits", "why_not": "some reason or other"}, "waiting", ""),
        ({"read": False, "state": "skipped", "why_not": "nothing was changed"}, "skipped", "nothing was changed"),
        ({"read": False, "state": "failed", "why_not": "offered"}, "skipped", "offered"),
    ],
    ids=["harvested", "browsed", "not read", "offered", "waits", "skipped", "failed"],
)
def test_what_became_of_a_session(told: dict[str, object], state: str, why: str) -> None:
    """
    Each line is one word, so that the words add up to the sessions that were seen.
    """
    found = seen(**told)

    assert (state, why) == (found.state, found.why)


def test_a_session_is_of_the_day_on_which_it_ended() -> None:
    """
    Closed after midnight it still belongs to the day before; a line that a person wrote wrongly is of no day.
    """
    assert "2026-03-20" == seen(read=True, harvested_to=NOON).day
    assert "2026-03-21" == seen(read=False, why_not="offered").day
    assert "" == seen(read=False, seen="yesterday").day


def test_an_unread_session_used_an_unknown_number_of_skills() -> None:
    """
    None is not an empty list; a session that ends in the future ends now.
    """
    unread = usage_of("codex:a", None, "it is gone", now=NOON, day_of=day_of)
    ahead = session().model_copy(update={"ended": NOON + 10**6})
    read = usage_of("codex:a", ahead, "", now=NOON, day_of=day_of)

    assert (SessionUsage(key="codex:a", day="2026-03-20", why_not="it is gone"),) == unread
    assert (SessionUsage(key="codex:a", day="2026-03-20", skills=()),) == read


def test_what_was_used_on_a_day_stays_of_that_day_when_the_session_goes_on() -> None:
    """
    The next day a sub-agent of it used nothing: the skill was last used the day before.
    """
    use = SkillUse(place=TurnPlace(file="a.jsonl", line=1), at=NOON - DAY, name="desk", kind="called")
    timeless = use.model_copy(update={"at": None, "name": "chair"})
    facts = session().model_copy(update={"ended": NOON, "skills": (use, timeless, use)})

    told = usage_of("codex:a", facts, "", now=NOON, day_of=day_of)

    assert [("2026-03-19", [("desk", 2)]), ("2026-03-20", [("chair", 1)])] == [
        (one.day, [(count.name, count.uses) for count in one.skills or ()]) for one in told
    ]
