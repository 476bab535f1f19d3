"""How the card is written: done items out, new priorities in, every other line as it was (SPEC 4.14)."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.card import parse_items, say_update, update_card
from harvest_loop.errors import HubError
from harvest_loop.schemas.card import CardSource, CardUpdate
from harvest_loop.schemas.settings import CardSettings

REAL_CARDS = Path(__file__).parents[3] / "shared/data/cards"
RECORD = "tracks/_meta/harvest_2026-03-10_abcdef12_forced.md"
CARD = """---
date: 2026-03-09
---

# Next Session

### 1. Ship parser rename
- detail line
  - nested

### 2. Ship parser rename docs

- [ ] boxed item
- [x] done item

| item | state |
|---|---|
| table item | ✅ |
"""


def done(*items: str, source: str = "git", detail: str = "abc done", certainty: str = "confirmed") -> list[CardSource]:
    return [
        CardSource.model_validate({"item": item, "source": source, "detail": detail, "certainty": certainty})
        for item in items
    ]


def written(card: str | None, *items: str, adds: tuple[str, ...] = ()) -> str:
    return update_card(card, done(*items), adds, RECORD)[0]


def test_taking_out_an_item_leaves_every_other_line() -> None:
    """
    The item goes with its lines; boxes, ticked lines and tables that follow it stay.
    """
    text, update = update_card(CARD, done("Ship parser rename docs"), (), RECORD)

    assert CARD.replace("### 2. Ship parser rename docs\n\n", "") == text
    assert (3, 2, ("Ship parser rename docs",)) == (update.before, update.after, update.removed)


def test_before_and_after_are_said_with_what_was_removed() -> None:
    """
    The proof gate is a line that a person can check against the card.
    """
    _, update = update_card(CARD, done("boxed item"), ("Fix the gate",), RECORD)

    assert ("BEFORE 3 items → AFTER 3 items (removed: [boxed item])", "added: Fix the gate") == say_update(update)


def test_a_detail_goes_with_its_item_and_a_blank_line_is_not_doubled() -> None:
    """
    What is nested belongs to the item, and the gap that it leaves is one line.
    """
    assert CARD.replace("### 1. Ship parser rename\n- detail line\n  - nested\n\n", "") == written(
        CARD, "Ship parser rename"
    )


def test_an_item_is_found_by_its_words_however_they_are_typed() -> None:
    """
    The removal list and the card may differ in case and markup.
    """
    assert "boxed" not in written(CARD, "**Boxed** item")


def test_an_uncertain_item_is_never_taken_out() -> None:
    """
    Only a confirmed source removes; the rest is for a person's look.
    """
    text, update = update_card(CARD, done("boxed item", certainty="uncertain"), (), RECORD)

    assert CARD == text
    assert 3 == update.after


def test_line_ends_and_missing_last_newline_are_kept() -> None:
    """
    A card from another system comes back in its own form, added lines included.
    """
    card = "# Next\r\n\r\n- [ ] a\r\n- [ ] b"

    assert "# Next\r\n\r\n- [ ] b\r\n- [ ] c (r.md)\r\n" == update_card(card, done("a"), ("c",), "r.md")[0]
    assert "# Next\r\n\r\n- [ ] a\r\n" == written(card, "b")


def test_a_byte_order_mark_stays_in_front() -> None:
    """
    What stands before the first line is not the card's to lose.
    """
    assert "\ufeff# Next\n- [ ] b\n" == written("\ufeff# Next\n- [ ] a\n- [ ] b\n", "a")


def test_nothing_recognised_means_nothing_taken_out() -> None:
    """
    A card in prose is left alone, and its items are called unknown.
    """
    text, update = update_card("Finish the parser.\n", done("Finish the parser."), (), RECORD)

    assert "Finish the parser.\n" == text
    assert "items: unknown, nothing was taken out" == say_update(update)[0]
    assert update.before is None


def test_a_completed_item_that_is_not_on_the_card_is_worth_a_warning() -> None:
    """
    The check found something and the card shows none of it: somebody should look twice.
    """
    _, update = update_card(CARD, done("Ship the moon"), (), RECORD)

    assert "warning: 1 item found done, but none of them stands on the card: take a second look" in say_update(update)


def test_a_card_that_did_not_change_is_worth_a_warning() -> None:
    """
    A session that changes nothing on its card is unusual enough to be said.
    """
    text, update = update_card(CARD, (), (), RECORD)

    assert CARD == text
    assert "the card did not change: take a second look" == update.warning


def test_a_new_priority_follows_the_numbered_ones_in_their_style() -> None:
    """
    An added line continues the count, points to the record and is an item of the card from then on.
    """
    card = "# Card\n\n## Next\n\n### 1. a\n- x\n\n### 7) b\n\n- [ ] box\n\n---\n\n## Reference\n- r\n"

    text = written(card, adds=("Fix the gate", "And the door"))

    added = f"\n### 8) Fix the gate ({RECORD})\n\n### 9) And the door ({RECORD})\n"
    assert card.replace("- [ ] box\n", f"- [ ] box\n{added}") == text
    assert 5 == len(parse_items(text, CardSettings()) or ())


@pytest.mark.parametrize(
    ("card", "line", "after"),
    [
        ("## Next\n- [ ] a\n\n## Done\n- b\n", "- [ ] new (r.md)", "- [ ] a"),
        ("## Next\n- a\n- b\n\n## Later todo\n- c\n", "- new (r.md)", "- b"),
        ("## Next\n\nnothing yet\n\n## Reference\n", "- [ ] new (r.md)", ""),
        ("## Next\n", "- [ ] new (r.md)", ""),
        ("# Next session\n\nDated.\n\n## Next\n\n## Reference\n", "- [ ] new (r.md)", ""),
        ("## Reference\n- r\n", "- [ ] new (r.md)", ""),
        ("prose without a newline", "- [ ] new (r.md)", ""),
        ("", "- [ ] new (r.md)", ""),
    ],
)
def test_a_new_priority_stands_where_open_work_stands(card: str, line: str, after: str) -> None:
    """
    Beside its like, else under a heading for open work, else in a new section; it always reads as an item.
    """
    text, update = update_card(card, (), ("new",), "r.md")
    lines = text.split("\n")

    assert after == lines[lines.index(line) - 1]
    assert [] == [line for line in card.split("\n") if line not in lines]
    assert update.after == len(parse_items(text, CardSettings()) or ())
    assert update.warning is None


def test_a_card_whose_items_are_all_done_takes_new_ones_in_the_same_section() -> None:
    """
    The title holds the word `next` too, and is not where the work was listed.
    """
    text = written("# Next session\n\n## Next\n\nOptions:\n- a\n\n## Reference\n- r\n", "a", adds=("new",))

    assert f"# Next session\n\n## Next\n\nOptions:\n\n- [ ] new ({RECORD})\n\n## Reference\n- r\n" == text


def test_a_card_is_made_only_when_there_is_something_to_put_on_it() -> None:
    """
    A hub without a card gets one with its first priority, dated so that the next check knows its logs.
    """
    nothing, update = update_card(None, (), (), RECORD)
    text, _ = update_card(None, (), ("Fix the gate",), RECORD, today=date(2026, 3, 10))

    assert ("", False) == (nothing, update.written)
    assert "date: 2026-03-10\n" in text
    assert ["Fix the gate"] == [item.text.partition(" (")[0] for item in parse_items(text, CardSettings()) or ()]


def test_what_stands_on_the_card_is_not_added_again() -> None:
    """
    Two closes that want the same priority leave it there once; a later log can name it without its pointer.
    """
    once = written(CARD, adds=("Fix the gate",))
    twice, update = update_card(once, (), ("fix the **gate**", "Fix the gate"), RECORD)

    assert once == twice
    assert () == update.added
    assert "Fix the gate" not in written(once, "Fix the gate")


def test_an_added_line_stays_one_open_item_whatever_its_words() -> None:
    """
    A title from a commit can't tick itself, start a section or end the line.
    """
    text, update = update_card("## Next\n- [ ] a\n", (), ("[x] done ✅\n## Done\n- [ ] b\x1b[2J",), RECORD)

    assert 2 == len(parse_items(text, CardSettings()) or ())
    assert 3 == len(text.splitlines())
    assert 2 == update.after


def test_a_plain_bullet_that_loses_its_neighbour_is_kept_and_named() -> None:
    """
    Beside a box a bullet is an item; alone it is a remark again. It stays, and the difference is said.
    """
    text, update = update_card("## Work\n- [ ] a\n- b\n", done("a"), (), RECORD)

    assert "## Work\n- b\n" == text
    assert 1 == update.after
    assert "of 1 item left on the card 0 are recognised" in (update.warning or "")


def test_an_item_closed_by_words_leaves_a_line_in_the_reference_table() -> None:
    """
    Nothing in the repository shows that the item is closed, so the card keeps one line that says so.
    """
    card = "## Next\n- a | b\n\n## Reference\n\n| What | How |\n|---|---|\n| x | y |\n\ntext\n"
    spoken = done("a | b", source="the person's words", detail="no longer needed")

    text, _ = update_card(card, spoken, (), RECORD)

    assert "| x | y |\n| ✅ closed: a \\| b — no longer needed |  |\n\ntext\n" in text
    assert "- a | b" not in text


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("## Next\n- a\n\n## Reference\n- x\n", "- x\n- ✅ closed: a — x"),
        ("## Next\n- a\n", "## Reference\n\n- ✅ closed: a — x"),
    ],
)
def test_without_a_reference_table_the_line_is_a_reference(card: str, line: str) -> None:
    """
    The line about a closed item finds its place, and never becomes an item itself.
    """
    text, update = update_card(card, done("a", source="the person's words", detail="x"), (), RECORD)

    assert line in text
    assert 0 == update.after


def test_a_card_with_merge_markers_is_not_written() -> None:
    """
    The write refuses what the check refuses.
    """
    with pytest.raises(HubError):
        update_card("# Next\n<<<<<<< HEAD\n- [ ] a\n", done("a"), (), RECORD)


def test_two_closers_one_after_the_other_leave_neither_item() -> None:
    """
    Each closer reads what the other wrote, and none brings an item back.
    """
    card = "# Next\n\n### 1. alpha\n### 2. beta\n"

    assert "# Next\n\n" == written(written(card, "alpha"), "beta") == written(written(card, "beta"), "alpha")


LINES = st.sampled_from(
    [
        *("# Next", "## Work", "### 1. alpha", "### 0-a. beta", "#### 2. gamma", "- [ ] delta", "- [x] epsilon"),
        *("- zeta", "  - eta", "  more", "- theta ✅", "", "", "```", "---", "| iota | x |", "|---|---|", "## Done"),
        *("<!--", "-->", "> - [ ] kappa", "* [ ] delta", "text", "\ttab", "## Reference"),
    ]
)
NAMES = ("alpha", "beta", "gamma", "delta", "zeta", "epsilon", "iota", "kappa", "text")


@given(st.lists(LINES, max_size=30), st.sets(st.sampled_from(NAMES)), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_line_that_is_not_a_removed_items_survives_in_order(
    lines: list[str], names: set[str], ending: str, final: bool
) -> None:
    """
    Taking items out is taking their lines out, byte for byte, and nothing else.
    """
    card = ending.join(lines) + (ending if final else "")
    gone = [item for item in parse_items(card, CardSettings()) or () if item.text in names]
    taken = {line for item in gone for line in range(item.first_line, item.end_line)}

    text, update = update_card(card, done(*sorted(names)), (), RECORD)

    kept = [line for at, line in enumerate(card.splitlines(keepends=True)) if at not in taken]
    assert "".join(kept) == text
    assert sorted(item.text for item in gone) == sorted(update.removed)


@given(st.lists(LINES, max_size=30), st.lists(st.text(max_size=40), max_size=3))
def test_an_addition_changes_no_other_line(lines: list[str], adds: list[str]) -> None:
    """
    Without the added lines and the blank ones around them the card is what it was.
    """
    card = "".join(f"{line}\n" for line in lines)

    text, update = update_card(card, (), adds, "tracks/r.md")

    rest = iter(text.splitlines())
    assert all(line in rest for line in card.splitlines())
    assert len(update.added) == sum(line.endswith("(tracks/r.md)") for line in text.splitlines())


@pytest.mark.skipif(not REAL_CARDS.exists(), reason="the real specimens are not part of the project")
@pytest.mark.parametrize("card", sorted(REAL_CARDS.glob("*.md")), ids=lambda path: path.name)
def test_each_item_of_a_real_card_goes_alone(card: Path) -> None:
    """
    Taking out any one item of a real card leaves every other item and every other line.
    """
    text = card.read_bytes().decode("utf-8")
    lines = text.splitlines(keepends=True)
    items = parse_items(text, CardSettings()) or ()

    for item in items:
        left = written(text, item.text)
        assert "".join(lines[: item.first_line] + lines[item.end_line :]) == left
        assert [one.text for one in items if one != item] == [
            one.text for one in parse_items(left, CardSettings()) or ()
        ]


def test_a_count_that_is_unknown_is_not_printed_as_a_number() -> None:
    """
    Unknown is not zero, also after something was added to an unknown card.
    """
    lines = say_update(CardUpdate(before=None, after=1, added=("a",)))

    assert ("items: unknown, nothing was taken out", "added: a") == lines
