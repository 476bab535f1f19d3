"""The offer to stop asking: when it is made, when not again, and its words (SPEC 8.4)."""

from datetime import date

import pytest

from harvest_loop.domain.consent.offers import WORDS, answer_in, offer_for, offer_text
from harvest_loop.domain.consent.scopes import class_version
from harvest_loop.schemas.consent import ConsentClass
from harvest_loop.schemas.consent_records import Approval, ConsentEvent, ConsentLine, ConsentLog, Offer
from tests.support.consent_lines import SCOPE, a_line, approved

TODAY = date(2028, 2, 28)


def offer(lines: list[ConsentLine], scope: ConsentClass = SCOPE, *, state: str = "unset", asked: bool = False) -> Offer:
    """The offer of a class."""
    return offer_for(scope, ConsentLog(tuple(lines)), state=state, asked=asked)


def test_the_third_approval_makes_it_due_and_not_the_second() -> None:
    """
    Three in a row, and the reason names how many there are.
    """
    assert offer(approved(3)).is_due
    assert "approved 2/3 in a row" == offer(approved(2)).why_not
    assert ("moved 1", "moved 2", "moved 3") == tuple(one.did for one in offer(approved(4)).approvals)


def test_approvals_above_a_line_that_can_not_be_read_do_not_count() -> None:
    """
    What it said is unknown, maybe it was a no: the row begins below it.
    """
    for above, expected in ((0, "3/3"), (1, "2/3"), (3, "0/3")):
        said = offer_for(SCOPE, ConsentLog(tuple(approved(3)), (), 1, 0, above), state="unset")
        assert said.is_due == (expected == "3/3") and 3 - above == len(said.approvals)


def test_it_is_made_once() -> None:
    """
    One that was shown and not answered does not come again by itself; asked for, it does.
    """
    lines = [*approved(3), a_line("offered", number=5)]

    assert "not answered" in offer(lines).why_not
    assert offer(lines, asked=True).is_due
    assert "not answered" in offer([*lines, *approved(1, since=6)]).why_not


@pytest.mark.parametrize("event", ["rejected", "modified", "granted", "seen", "revoked", "lapsed", "widened"])
def test_a_new_row_is_offered_anew(event: ConsentEvent) -> None:
    """
    What began anew, was approved three times anew, is offered anew.
    """
    lines = [*approved(3), a_line("offered", number=5), a_line(event, number=6), *approved(3, since=7)]

    assert offer(lines).is_due


def test_an_offer_holds_for_its_version_and_since_the_last_end() -> None:
    """
    A class that was changed is offered anew; a lease of long ago makes no second offer of one row.
    """
    changed = SCOPE._replace(target="memory/sub/")
    other = [*approved(3), a_line("offered", number=5), *approved(3, since=6, scope=changed)]
    lease = [
        a_line("granted", number=1),
        a_line("lapsed", number=2),
        *approved(3, since=3),
        a_line("offered", number=7),
    ]

    assert offer(other, changed).is_due
    assert not offer(lease).is_due and not offer([*lease, *approved(2, since=8)]).is_due
    again = [*approved(3), a_line("offered", number=4), a_line("revoked", number=5), *approved(3, since=6)]
    assert offer(again).is_due and not offer([*again, a_line("offered", number=9)]).is_due
    assert not offer([a_line("offered", number=9), *approved(3)]).is_due  # what stood before it can't be read


def test_an_offer_is_whole_and_says_why_it_is_not_made() -> None:
    """
    Class, version and approvals; what is broken in the two files stands behind every other reason.
    """
    quoted = tuple(Approval("2026-03-10", f"moved {number}", f"memory/{number}.md") for number in range(3))
    log = ConsentLog(tuple(approved(3)))

    assert Offer("archive", class_version(SCOPE), quoted) == offer_for(SCOPE, log, state="unset")
    assert "R5 x" == offer_for(SCOPE, log, state="unset", broken="R5 x").why_not
    assert "it is granted already" == offer_for(SCOPE, log, state="granted", broken="R5 x").why_not
    declined = ConsentLog((*log.outcomes, a_line("declined", number=5)))
    assert not offer_for(SCOPE, declined, state="declined").is_due
    never = SCOPE._replace(sinks=("publish",), feeds=("notes",))
    assert "it never may be: its sink publish can not be taken back; it feeds notes" == offer([], never).why_not


def test_a_no_holds_for_that_version_of_the_class() -> None:
    """
    It is not offered again as it is, however often it is approved; when the person asks, it is.
    """
    lines = [*approved(3), a_line("declined", number=5), *approved(4, since=6)]

    assert "you declined it" in offer(lines, state="declined").why_not
    assert offer(lines, state="declined", asked=True).is_due
    assert "the profile says declined" == offer(approved(3), state="declined").why_not


@pytest.mark.parametrize(
    ("changes", "is_due"),
    [
        ({"target": "memory/sub/"}, True),
        ({"capabilities": ("read",)}, True),
        ({"target": "notes/"}, False),
        ({"target": "memory/sub/", "mode": "stamp"}, False),
        ({"target": "memory/sub/", "owner": "other"}, False),
        ({"target": "memory/sub/", "capabilities": ("read", "local-write", "network")}, False),
        ({"excludes": ("memory/x/",)}, False),
        ({"lease_days": 3}, False),
    ],
)
def test_after_a_no_only_a_narrower_class_is_offered(changes: dict[str, object], is_due: bool) -> None:
    """
    Same owner and mode, nothing wider, one field less; a new name for the same scope is a nag.
    """
    declined = SCOPE._replace(capabilities=("read", "local-write"))
    scope = declined._replace(**changes)  # type: ignore[arg-type]  # each by its own type
    lines = [*approved(3, scope=declined), a_line("declined", number=5, scope=declined, target="memory/")]

    assert is_due == offer([*lines, *approved(3, since=6, scope=scope)], scope, state="declined").is_due


def test_a_class_that_never_may_be_leased_is_not_offered() -> None:
    """
    At any count, and also when it is asked for.
    """
    scope = SCOPE._replace(sinks=("publish",))

    assert "never" in offer(approved(9, scope=scope), scope, asked=True).why_not


def test_what_is_granted_is_not_offered() -> None:
    """
    A lease that runs needs no second one.
    """
    assert "it is granted already" == offer(approved(3), state="granted", asked=True).why_not


@pytest.mark.parametrize("language", [None, "en", "ko", "ko-KR", "pt", "pt-BR", "xx"])
def test_it_quotes_the_approvals_the_scope_the_length_and_the_end(language: str | None) -> None:
    """
    In each language all of it stands there, and nothing is left to be filled in.
    """
    scope = SCOPE._replace(lease_days=2)
    lines = offer_text(scope, offer(approved(3)).approvals, language=language, today=TODAY)
    text = "\n".join(lines)

    assert all(f"2026-03-10  moved {number}" in text for number in range(3))
    assert "archive · memory/ · local-write · " in text
    assert "2028-03-01" in text and " 2" in text  # over a leap day
    assert "harvest consent revoke archive" in text
    assert "{" not in text


def test_the_whole_text_of_an_offer() -> None:
    """
    Line by line as a person reads it, with the sinks where there are any.
    """
    scope = SCOPE._replace(lease_days=2, capabilities=("read", "local-write"), sinks=("a page", "a list"))

    assert [
        "You approved archive 3 times in a row:",
        "  2026-03-10  moved 0",
        "  2026-03-10  moved 1",
        "  2026-03-10  moved 2",
        "Scope: archive · memory/ · read, local-write · a page, a list",
        "Shall it be done without asking for 2 days, until 2028-03-01?",
        "It ends at any time with “ask me again”: harvest consent revoke archive",
    ] == offer_text(scope, offer(approved(3)).approvals, language="en", today=TODAY)
    korean = offer_text(SCOPE._replace(lease_days=2), (), language="KO-kr", today=TODAY)
    assert [
        "archive 을(를) 3번 연속 승인했습니다:",
        "범위: archive · memory/ · local-write · 싱크 없음",
        "앞으로 2일간(2028-03-01까지) 묻지 않고 진행할까요?",
        "언제든 “다시 물어봐”라고 하면 끝납니다: harvest consent revoke archive",
    ] == korean


def test_each_language_has_words_of_its_own() -> None:
    """
    Korean and Portuguese are no English, and an approved text that looks like a placeholder stays as it is.
    """
    heads = {offer_text(SCOPE, (), language=language, today=TODAY)[0] for language in WORDS}
    sly = offer(approved(3)).approvals[0]._replace(did="{days} {until} {name}")

    assert 3 == len(heads)
    assert "  2026-03-10  {days} {until} {name}" in offer_text(SCOPE, (sly,), language="ko", today=TODAY)


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("en", "y yes Y YES", "n no N No"),
        ("ko", "예 네 응 y yes", "아니요 아니오 아니 n no"),
        ("pt", "s sim y yes SIM", "n não nao no NÃO"),
    ],
)
def test_every_word_for_yes_and_no(language: str, yes: str, no: str) -> None:
    """
    In any case, with a mark behind it or blanks around; nothing typed is neither.
    """
    assert all(answer_in(f" {word}! ", language) is True for word in yes.split())
    assert all(answer_in(f" {word}. ", language) is False for word in no.split())
    assert all(answer_in(typed, language) is None for typed in ("", " ", ".", "yXX", "yes please"))


@pytest.mark.parametrize(
    ("language", "typed", "expected"),
    [
        ("en", "yes", True),
        ("en", "No.", False),
        ("en", "ask me again", False),
        ("en", "sure, why not", None),
        ("ko", "네", True),
        ("ko", "아니요", False),
        ("ko", "다시 물어봐", False),
        ("pt-BR", "sim", True),
        ("pt-BR", "Não", False),
        (None, "sim", None),
    ],
)
def test_a_yes_is_a_yes_in_the_person_s_language(language: str | None, typed: str, expected: bool | None) -> None:
    """
    What is neither a yes nor a no is asked again, and never taken for a yes.
    """
    assert expected is answer_in(typed, language)
