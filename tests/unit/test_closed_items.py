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


DESK = "Rename the desk tool"


@pytest.mark.parametrize(
    "prompt",
    [
        f"{DESK} is next; PR 12 is merged",
        f"Please finish {DESK}; the old alias is no longer needed",
        f"Start with {DESK}, the branch feat/x is merged",
        f"Continue with {DESK} (its predecessor is cancelled)",
        f"{DESK}. Also the CI job was cancelled, look into it",
        f"{DESK}: cancelled the CI run, start it again",
        f"{DESK}: merged the helper already, the tool itself is still to do",
        f"Nobody said that {DESK} was cancelled.",
        f"Write in the docs that '{DESK}' was cancelled by upstream and why we do it anyway",
        f"{DESK} was cancelled upstream but we do it",
        f"{DESK} depends on PR 12, which was the blocker and is merged",
        f"close this one; {DESK} is next",
        f"{DESK}. Merged: the helper",
        f"{DESK} is cancelled on CI",
        f"{DESK}: no longer needed in the docs",
        f"{DESK} was merged by mistake",
        f"no longer needed: the alias of {DESK}",
        f"close the issue that blocks {DESK}",
        f"{DESK}:\nthe retry branch is merged",
        f"start with {DESK}\nclose this one",
        f"{DESK} 시작해줘. PR 12는 머지됐어",
        f"{DESK} 진행하고 이전 작업은 취소됐어",
        f"Começa por {DESK}, o PR 12 foi mergeado",
        f"{DESK} é o próximo; o job foi cancelado",
    ],
)
def test_an_item_named_to_be_worked_on_stays_open(prompt: str) -> None:
    """
    Closing words beside an item's name close nothing when they are about something else; at most a person looks.
    """
    assert [] == removed(prompt, DESK)


@pytest.mark.parametrize(
    "prompt",
    [
        f"{DESK} is no longer needed.",
        f"{DESK} was cancelled upstream",
        f"please close this: {DESK}",
        f"{DESK}: not possible",
        f"{DESK} - merged yesterday",
        f"the item {DESK} is confirmed impossible, remove it",
        f"Cancelled: {DESK}",
        f"remove it from the card: {DESK}",
        f"{DESK} has been merged, thanks",
        f"{DESK} is done, remove it",
        f"{DESK}: it's no longer needed",
        f"close the {DESK} item",
        f"please close this item: {DESK}, then do the docs",
        f"confirmed impossible: {DESK}",
        f"{DESK} - no response for three weeks",
        f"{DESK} is merged in PR 12",
        f"이 항목 닫아줘: {DESK}",
        f"isso foi cancelado: {DESK}",
        f"- **{DESK}**: cancelled",
        f"thanks. {DESK} is merged; now look at the logs",
        f"{DESK}\nclose this one, thanks",
        f"{DESK}는 취소됐어",
        f"{DESK}는 더 이상 필요 없어",
        f"{DESK} 항목은 닫아줘",
        f"{DESK} foi cancelado",
        f"o item {DESK} já foi mergeado, obrigado",
        f"fecha o item {DESK}",
        f"{DESK}: isso já não é necessário",
    ],
)
def test_words_said_of_the_item_close_it(prompt: str) -> None:
    """
    In the item's own clause, before or behind its name, or in the next one about `it`.
    """
    assert [DESK] == removed(prompt, DESK)


def test_closing_words_about_something_else_are_listed() -> None:
    """
    A statement beside an item's name is not passed over in silence.
    """
    found = said(f"{DESK} is next; PR 12 is merged", DESK)

    assert [(DESK, True)] == [(s.item, "something else" in s.detail) for s in found.uncertain]


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=120))
def test_any_card_and_prompt_have_an_answer(card: list[str], prompt: str) -> None:
    """
    Texts of people are no error, and no item is both closed and doubtful.
    """
    words = PersonPrompt(place=TurnPlace(file="s", line=0), text=prompt)
    found = closed_items([ClosingStatement(prompt=words, phrase="merged", line=prompt)], items(*card))

    assert not {source.item for source in found.removals} & {source.item for source in found.uncertain}
