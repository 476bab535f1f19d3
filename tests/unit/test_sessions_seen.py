"""What sessions.jsonl says of sessions, as the skill usage counts them (SPEC 3.1, 4.13)."""

from datetime import UTC, datetime

import pytest

from harvest_loop.domain.sessions_seen import sessions_seen, usage_of
from harvest_loop.domain.standings import LISTED
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.skill_usage import SessionSeen, SessionUsage
from tests.unit.test_early_harvest import session

NOON = 1_774_008_000  # 2026-03-20 12:00 UTC


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
        ({"read": False, "why_not": "offered"}, "waiting", ""),
        ({"read": False, "why_not": LISTED}, "waiting", ""),
        ({"read": False, "why_not": "nothing was changed"}, "skipped", "nothing was changed"),
    ],
    ids=["harvested", "browsed", "not read", "offered", "listed", "skipped"],
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

    assert SessionUsage(key="codex:a", day="2026-03-20", why_not="it is gone") == unread
    assert SessionUsage(key="codex:a", day="2026-03-20", skills=()) == read
