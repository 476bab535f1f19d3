"""Approvals in a row: which entries count, which break, which are the same (SPEC 8.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.consent.scopes import class_version, narrowest_class
from harvest_loop.domain.consent.streaks import approvals, counted, is_retry, streak_of
from harvest_loop.schemas.consent import ConsentClass
from harvest_loop.schemas.consent_actions import Action
from harvest_loop.schemas.consent_records import Approval, ConsentChannel, ConsentEvent, ConsentLine
from tests.support.consent_lines import SCOPE, a_line, approved

OTHER = SCOPE._replace(name="other")


def count(lines: list[ConsentLine], scope: ConsentClass = SCOPE) -> int:
    """How often the class was approved in a row."""
    return len(streak_of(lines, scope.name, class_version(scope)))


def test_others_between_do_not_matter() -> None:
    """
    A class is counted in its own entries: what was said of another one breaks nothing and adds nothing.
    """
    first, second, third = approved(3)
    other = a_line("rejected", number=9, scope=OTHER)

    assert 3 == count([first, other, second, other, third])
    assert 0 == count([other])


@pytest.mark.parametrize("event", ["rejected", "modified", "granted", "seen", "revoked", "lapsed", "widened"])
def test_one_other_word_breaks_the_row(event: ConsentEvent) -> None:
    """
    One no, one change before the yes, and whatever begins or ends a lease start the count anew.
    """
    assert 1 == count([*approved(2), a_line(event, number=7), a_line(number=8)])


@pytest.mark.parametrize("event", ["offered", "declined"])
def test_an_offer_and_its_no_leave_the_approvals_stand(event: ConsentEvent) -> None:
    """
    They are about being asked, not about the action.
    """
    assert 3 == count([*approved(3), a_line(event, number=7)])


@pytest.mark.parametrize(("channel", "expected"), [("terminal", 1), ("ui", 1), ("attested", 0)])
def test_only_a_person_s_channel_counts(channel: ConsentChannel, expected: int) -> None:
    """
    What a program reports about itself is kept, and neither adds to a row nor breaks one.
    """
    assert expected == count([a_line(channel=channel)])
    assert 3 - (channel != "attested") * 3 == count([*approved(3), a_line("rejected", number=7, channel=channel)])


def test_a_retry_counts_once() -> None:
    """
    The same target and arguments in one session are one operation, however often it is tried; in another session not.
    """
    again = [a_line(gesture=f"g{number}") for number in range(5)]

    assert 1 == count(again)
    assert 2 == count([*again, a_line(session="next", gesture="g9")])
    assert is_retry([a_line()], a_line(gesture="other"))
    assert not is_retry([a_line()], a_line("rejected", gesture="other"))


@pytest.mark.parametrize("event", ["rejected", "modified"])
def test_a_no_is_kept_each_time(event: ConsentEvent) -> None:
    """
    The second no to one operation breaks what was approved since the first; only the same gesture says nothing new.
    """
    first = a_line(event, number=1)
    again = a_line(event, number=1, gesture="later")

    assert not is_retry([first, *approved(2, since=2)], again)
    assert not is_retry([a_line(event, gesture="")], a_line(event, gesture=""))
    assert is_retry([first], a_line(event, number=2, gesture="g1"))


def test_a_no_to_any_version_of_the_class_breaks_the_row() -> None:
    """
    A class that was changed and changed back has had that no all the same.
    """
    other = SCOPE._replace(target="./")

    assert 1 == count([*approved(2), a_line("rejected", number=7, scope=other), a_line(number=8)])
    assert 3 == count([*approved(2), a_line(number=7, scope=other), a_line(number=8)])


@pytest.mark.parametrize("changes", [{"session": "next"}, {"target": "memory/b.md"}, {"arguments": "others"}])
def test_another_operation_is_no_retry(changes: dict[str, str]) -> None:
    """
    Session, target and arguments each tell operations apart; a word of another kind or channel is no retry either.
    """
    first = a_line()
    other = a_line(gesture="later").model_copy(update=changes)

    assert 2 == count([first, other]) and not is_retry([first], other)
    assert not is_retry([a_line("rejected"), a_line(channel="attested")], a_line(gesture="later"))
    assert is_retry([a_line("rejected"), first], a_line(gesture="later"))


def test_the_newest_three_are_quoted_as_they_were_said() -> None:
    """
    Oldest first, each with its day; a line without one has the day of its moment.
    """
    lines = approved(5)
    lines[4] = lines[4].model_copy(update={"day": ""})
    lines[3] = lines[3].model_copy(update={"day": "2026-03-11"})

    assert tuple(lines) == streak_of(lines, SCOPE.name, class_version(SCOPE))
    assert (
        Approval("2026-03-10", "moved 2", "memory/2.md"),
        Approval("2026-03-11", "moved 3", "memory/3.md"),
        Approval("2026-03-10", "moved 4", "memory/4.md"),
    ) == approvals(lines)


def test_one_gesture_is_one_approval() -> None:
    """
    “Yes, do those three” is one yes, whatever it was said to.
    """
    assert 1 == count([a_line(number=number, gesture="all") for number in range(3)])


def test_another_version_of_the_class_begins_at_nothing() -> None:
    """
    Who approved the narrow class three times did not approve the wider one that has its name now.
    """
    wider = SCOPE._replace(target="./")

    assert 0 == count(approved(3), wider)
    assert class_version(SCOPE) != class_version(SCOPE._replace(excludes=("memory/x/",)))
    assert class_version(SCOPE) == class_version(SCOPE._replace(lease_days=7, reason="said otherwise"))


def test_the_log_s_order_counts_and_not_its_clock() -> None:
    """
    A clock that was set back makes a later no no earlier one.
    """
    late = a_line("rejected", number=9, at="2020-01-01T00:00:00Z")

    assert 0 == count([*approved(3), late])


def test_the_count_is_shown_as_a_share_of_three() -> None:
    """
    It says how far it is, and goes no further than the offer.
    """
    assert ("0/3", "1/3", "3/3", "3/3") == (counted(0), counted(1), counted(3), counted(7))


@given(st.lists(st.sampled_from(("accepted", "modified", "rejected", "offered", "revoked", "attested")), max_size=12))
def test_a_row_is_what_stands_behind_the_last_break(words: list[str]) -> None:
    """
    For any log of separate operations the count is the number of approvals after the last word that breaks.
    """
    lines = [
        a_line(number=at, channel="attested") if word == "attested" else a_line(word, number=at)  # type: ignore[arg-type]  # one of the events
        for at, word in enumerate(words)
    ]
    last = max((at for at, word in enumerate(words) if word in ("modified", "rejected", "revoked")), default=-1)

    assert words[last + 1 :].count("accepted") == count(lines)


ACTION = Action("curation", "harvest-loop", "archive", ("memory/sub/a.md",), ("local-write",), undoable=True)
SUB = SCOPE._replace(name="sub", target="memory/sub/")


def test_the_narrowest_class_counts() -> None:
    """
    Of a class and one inside of it the inner one, whatever the order; of two that don't hold each other none.
    """
    beside = SUB._replace(name="beside", target="memory/", capabilities=("local-write", "read"))
    twin = SUB._replace(name="twin")

    assert SUB == narrowest_class((SCOPE, SUB), ACTION)
    assert SUB == narrowest_class((SUB, beside, SCOPE), ACTION)
    assert isinstance(narrowest_class((SUB, twin), ACTION), str)
    assert isinstance(narrowest_class((SCOPE._replace(mode="stamp"),), ACTION), str)
    crossing = SUB._replace(name="crossing", capabilities=("local-write", "network"))
    assert "two classes fit: beside, crossing" == narrowest_class((beside, crossing), ACTION)


def test_a_narrow_class_that_may_not_be_leased_is_not_covered_by_a_wide_one() -> None:
    """
    Who registers a part as never leasable takes it out of the whole.
    """
    never = SUB._replace(eligible=False)

    assert "the class sub may not be leased" == narrowest_class((SCOPE, never), ACTION)
