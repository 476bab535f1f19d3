"""Card items closed by the person's words: only those that are named (SPEC 4.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.closed_items import ClosedItems, closed_items
from harvest_loop.domain.closing_words import find_closings
from harvest_loop.schemas.card import CardItem
from harvest_loop.schemas.transcript import ClosingStatement, PersonPrompt, TurnPlace

CARD = ("Ship parser rename", "Ship parser rename docs", "Cold storage export — ask the vendor", "Nightly arm build")


def items(*texts: str) -> list[CardItem]:
    return [CardItem(text=text, first_line=at, end_line=at + 1, shape="bullet") for at, text in enumerate(texts)]


def said(prompt: str, *card: str) -> ClosedItems:
    words = PersonPrompt(place=TurnPlace(file="s.jsonl", line=7), text=prompt)
    found = [ClosingStatement(prompt=words, phrase=f.phrase, line=f.line) for f in find_closings(prompt)]
    return closed_items(found, items(*(card or CARD)))


def removed(prompt: str, *card: str) -> list[str]:
    return [source.item for source in said(prompt, *card).removals]


@pytest.mark.parametrize(
    ("prompt", "closed"),
    [
        ("ship parser rename is merged", ["Ship parser rename"]),
        ("`Ship  parser rename docs` is merged.", ["Ship parser rename docs"]),
        ("Cold storage export is no longer needed", ["Cold storage export — ask the vendor"]),
        ("about the nightly arm build:\nclose this one", ["Nightly arm build"]),
        ("nightly arm build: cancelled\nship parser rename: merged", ["Ship parser rename", "Nightly arm build"]),
    ],
)
def test_a_named_item_is_closed(prompt: str, closed: list[str]) -> None:
    """
    Its words stand in the line of the statement, or alone before a line that says no more than `close this`.
    """
    found = said(prompt)

    assert closed == [source.item for source in found.removals]
    assert all(s.source == "the person's words" and s.certainty == "confirmed" for s in found.removals)
    assert all(s.detail.startswith("s.jsonl:7 ") for s in found.removals)


@pytest.mark.parametrize(
    "prompt",
    [
        "merged",
        "close this one",
        "the retry branch is merged",
        "next we do the nightly arm build\n\nthe retry branch of the other repository is merged",
        "ship parser rename is not merged yet",
        "is ship parser rename merged?",
        "> ship parser rename is merged",
    ],
)
def test_what_names_no_item_takes_nothing_out(prompt: str) -> None:
    """
    A statement about something else, a denial, a question and a quote leave the card as it is.
    """
    assert [] == removed(prompt)


def test_a_statement_without_an_item_is_not_lost() -> None:
    """
    A person can look at it; silence would read as `nothing was closed`.
    """
    found = said("merged")

    assert ["merged"] == [statement.phrase for statement in found.unnamed]
    assert not found.removals
    assert not found.uncertain


def test_an_item_inside_of_a_longer_ones_words_is_not_named() -> None:
    """
    `Ship parser rename docs` says nothing of `Ship parser rename`.
    """
    assert ["Ship parser rename docs"] == removed("ship parser rename docs: merged")


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("nightly arm build and ship parser rename are merged", "several"),
        ("the parser rename was cancelled", "only part"),
    ],
)
def test_a_doubtful_item_is_listed_for_a_look(prompt: str, why: str) -> None:
    """
    Two items in one line, or some of an item's words, are no proof.
    """
    found = said(prompt)

    assert not found.removals
    assert found.uncertain
    assert all(why in source.detail and source.certainty == "uncertain" for source in found.uncertain)


def test_twins_are_for_a_person_to_tell_apart() -> None:
    """
    Which of two items that read the same is closed, the words don't say.
    """
    found = said("nightly arm build: cancelled", "Nightly arm build", "Nightly arm build")

    assert not found.removals
    assert ["2 items read the same" in source.detail for source in found.uncertain] == [True]


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=120))
def test_any_card_and_prompt_have_an_answer(card: list[str], prompt: str) -> None:
    """
    Texts of people are no error, and no item is both closed and doubtful.
    """
    words = PersonPrompt(place=TurnPlace(file="s", line=0), text=prompt)
    found = closed_items([ClosingStatement(prompt=words, phrase="merged", line=prompt)], items(*card))

    assert not {source.item for source in found.removals} & {source.item for source in found.uncertain}
