"""One entry a session, out of markers, transcripts and what earlier sweeps know."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from harvest_loop.domain.inbox_sessions import fold_sessions, has_ended, is_over, newest_moment
from harvest_loop.domain.session_keys import session_key
from harvest_loop.domain.sessions import first_day
from harvest_loop.schemas.inbox import FieldStanding, InboxSession, Marker, SessionFiles
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.request import SESSION_KEY, HarvestRequest

MARKERS = some.lists(
    some.builds(
        Marker,
        at=some.integers(0, 50),
        hub=some.none() | some.just("/hub"),
        agent=some.sampled_from(["codex", "opencode"]),
        session=some.sampled_from(["a", "b", "ü"]),
        transcript=some.none() | some.just("/t"),
        folder=some.none() | some.just("/w"),
        event=some.sampled_from(["SessionEnd", "session.idle"]),
        reason=some.none(),
    ),
    max_size=8,
)


@given(MARKERS, some.randoms())
def test_the_order_in_which_markers_are_read_changes_nothing(markers: list[Marker], chance: Random) -> None:
    """
    A folder lists its files in any order.
    """
    shuffled = list(markers)
    chance.shuffle(shuffled)

    assert fold_sessions((), markers, (), now=99) == fold_sessions((), shuffled, (), now=99)


@given(MARKERS)
def test_folding_again_changes_nothing(markers: list[Marker]) -> None:
    """
    A sweep that was cut off before it took its markers away is gone over again.
    """
    once = fold_sessions((), markers, (), now=99)

    assert once == fold_sessions(once, markers, (), now=100)


@given(MARKERS)
def test_each_session_that_was_marked_is_there_once(markers: list[Marker]) -> None:
    """
    However many markers it left.
    """
    folded = fold_sessions((), markers, (), now=99)

    assert sorted({session_key(one.agent, one.session) for one in markers}) == [session.key for session in folded]
    for session in folded:
        assert session.marked == max(one.at for one in markers if session_key(one.agent, one.session) == session.key)


def test_the_files_of_a_transcript_take_the_place_of_the_markers_one() -> None:
    """
    A marker names the session's own file; its sub-agents wrote others.
    """
    marker = Marker(at=5, hub=None, agent="claude-code", session="a", transcript="/t/a.jsonl")
    found = SessionFiles(agent="claude-code", session="a", files=("/t/a.jsonl", "/t/sub.jsonl"), changed=4)

    (session,) = fold_sessions((), [marker], [found], now=9)

    assert (("/t/a.jsonl", "/t/sub.jsonl"), 4, 5) == (session.files, session.changed, session.marked)


@pytest.mark.parametrize(
    ("marked", "ended", "changed", "now", "over"),
    [
        (100, True, 100, 100, True),
        (100, True, 160, 161, True),  # the agent's last lines
        (100, True, 161, 162, False),  # it was taken up again
        (100, True, 161, 161 + 1800, True),
        (100, False, None, 100 + 1799, False),
        (100, False, None, 100 + 1800, True),
        (100, False, 500, 500 + 1799, False),
        (None, False, 100, 100 + 1799, False),
        (None, False, 100, 100 + 1800, True),
    ],
)
def test_when_a_session_has_ended(marked: int | None, ended: bool, changed: int | None, now: int, over: bool) -> None:
    """
    Its host said so and it was silent since, or it was silent for half an hour.
    """
    session = InboxSession(
        key="codex:a", agent="codex", session="a", seen=0, marked=marked, ended=ended, changed=changed
    )

    assert over == has_ended(session, now=now)


def test_the_transcript_knows_best_up_to_when_a_session_went_on() -> None:
    """
    Then the marker, then the file's own time.
    """
    session = InboxSession(key="codex:a", agent="codex", session="a", seen=1, changed=2)

    assert 2 == newest_moment(session)
    assert 3 == newest_moment(session.model_copy(update={"marked": 3}))
    assert 4 == newest_moment(session.model_copy(update={"marked": 3, "last": 4}))


@pytest.mark.parametrize(
    ("state", "marked", "over"),
    [
        ("harvested", 0, True),
        ("skipped", 0, True),
        ("failed", 0, True),
        ("waits", 0, False),
        ("offered", 0, False),
        ("under way", 0, False),
        ("waits", None, True),  # listed, and never taken up
        ("offered", None, False),
        ("under way", None, False),
    ],
)
def test_a_session_that_still_waits_is_not_forgotten(state: str, marked: int | None, over: bool) -> None:
    """
    What a hook told of waits for as long as it takes; what was only listed is let go after a month.
    """
    standing = FieldStanding.model_validate(
        {"field": "/w", "repository": "r", "name": "w", "place": "p", "root": "/w", "at": 0, "state": state}
    )
    session = InboxSession(
        key="codex:a", agent="codex", session="a", seen=0, marked=marked, changed=0, fields=(standing,)
    )

    assert over == is_over(session, now=31 * 24 * 3600)
    assert not is_over(session, now=29 * 24 * 3600)


@given(some.sampled_from(["claude-code", "codex", "opencode", "plain"]), some.text(min_size=1, max_size=300))
def test_any_id_makes_a_key_that_a_request_takes(agent: str, session: str) -> None:
    """
    A key goes into records and file names: an id that is no plain word is stood in for by its hash.
    """
    key = session_key(agent, session)

    assert re.fullmatch(SESSION_KEY, key)
    assert key == HarvestRequest(hub="/h", field="/f", session=key).session


@given(some.text(min_size=1, max_size=20), some.text(min_size=1, max_size=20))
def test_two_ids_are_two_keys(one: str, other: str) -> None:
    """
    Also where both are stood in for.
    """
    assert (one == other) == (session_key("codex", one) == session_key("codex", other))


def test_a_session_that_was_only_seen_is_no_close() -> None:
    """
    That a sweep saw it widens the window of nobody's first close.
    """
    seen = SessionLine(
        key="codex:a",
        field="f",
        field_root="/f",
        source="f",
        seen="2026-03-20T00:00:00Z",
        read=False,
        why_not="offered",
    )

    assert first_day([seen], "f") is None
