"""Each session is counted once, and what is unknown is not nothing."""

from random import Random

from hypothesis import given
from hypothesis import strategies as some

from harvest_loop.domain.inbox_coverage import cover, inbox_line
from harvest_loop.domain.sweep_page import SHOWN, session_lines, sweep_lines
from harvest_loop.schemas.inbox import FieldStanding, InboxSession, SweepReport

STATES = some.sampled_from(["waits", "offered", "under way", "harvested", "skipped", "failed"])


@some.composite
def sessions(draw: some.DrawFn) -> list[InboxSession]:
    """Sessions in every state, some in several repositories."""
    return [
        InboxSession(
            key=f"codex:s-{number}",
            agent="codex",
            session=f"s-{number}",
            seen=1,
            skipped=draw(some.none() | some.just("the loop's own")),
            unreadable=draw(some.none() | some.just("cut")),
            waits=draw(some.none() | some.just("it still goes on")),
            fields=tuple(
                FieldStanding(
                    field="/w",
                    repository=f"r-{at}",
                    name="w",
                    place=f"r-{at}",
                    root="/w",
                    at=1,
                    state=draw(STATES),
                    why="why",
                )
                for at in range(draw(some.integers(0, 3)))
            ),
        )
        for number in range(draw(some.integers(0, 6)))
    ]


@given(sessions())
def test_what_became_of_the_sessions_adds_up_to_those_that_were_seen(found: list[InboxSession]) -> None:
    """
    None is counted twice and none is left out, whatever came of it in each of its repositories.
    """
    told = cover(found, skipped_at_their_end=0, at_least=False, unreadable_files=())

    parts = (told.harvested, told.under_way, told.offered, told.waiting, told.failed, told.unreadable)
    assert len(found) == told.seen == sum(parts) + sum(told.skipped.values())


@given(sessions(), some.randoms())
def test_the_order_of_the_sessions_changes_no_count(found: list[InboxSession], chance: Random) -> None:
    """
    Folders are listed in any order.
    """
    shuffled = list(found)
    chance.shuffle(shuffled)

    counts = [cover(one, skipped_at_their_end=0, at_least=False, unreadable_files=()) for one in (found, shuffled)]

    assert counts[0].model_dump_json() == counts[1].model_dump_json()


def test_a_count_that_may_be_too_low_says_so() -> None:
    """
    Unknown is not zero: what could not be read stands beside what was counted.
    """
    told = cover((), skipped_at_their_end=3, at_least=True, unreadable_files=("a.json",), unread_transcripts=2)

    assert inbox_line(told) == (
        "0 sessions seen; at least 3 of the loop's own skipped at their end; "
        "2 files among transcripts could not be told; 1 file of the inbox can't be read"
    )


def test_files_that_nobody_looked_at_are_unknown_and_not_none_at_all() -> None:
    """
    `harvest status` looks at no transcript, so it can't say that every one of them could be told.
    """
    told = cover((), skipped_at_their_end=0, at_least=False, unreadable_files=())

    assert told.unread_transcripts is None
    assert "0 sessions seen" == inbox_line(told)


def test_an_unreadable_session_is_not_a_skipped_one() -> None:
    """
    That its folder is in no repository is what a marker said; what it did is not known.
    """
    standing = FieldStanding(
        field="/w", repository="none:x", name="w", place="none:x", root="/w", at=1, state="skipped", why="no repository"
    )
    session = InboxSession(key="codex:a", agent="codex", session="a", seen=1, unreadable="cut", fields=(standing,))

    told = cover([session], skipped_at_their_end=0, at_least=False, unreadable_files=())

    assert (1, {}) == (told.unreadable, told.skipped)


def test_a_sweep_with_much_to_say_stops_and_counts_the_rest() -> None:
    """
    A terminal is no log; the rest is in the JSON.
    """
    found = tuple(
        InboxSession(key=f"codex:s-{number}", agent="codex", session="s", seen=1, waits="it still goes on")
        for number in range(SHOWN + 7)
    )
    coverage = cover(found, skipped_at_their_end=0, at_least=False, unreadable_files=())

    lines = sweep_lines(SweepReport(sessions=found, coverage=coverage, notes=("a",) * 9))

    assert "… and 7 more: harvest sweep --json" == lines[-1]
    assert "… and 4 more like that: harvest sweep --json" in lines


def test_a_name_from_outside_stays_on_its_line() -> None:
    """
    A folder may be called anything.
    """
    standing = FieldStanding(
        field="/w", repository="r", name="a\nb\u202e", place="p", root="/w", at=1, state="failed", why="x\ny"
    )
    session = InboxSession(key="codex:a", agent="codex", session="a", seen=1, fields=(standing,))

    assert ["codex:a failed in a b: x y"] == list(session_lines(session))
