"""What counts as an item of the card (SPEC 4.14)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.card import parse_items
from harvest_loop.schemas.settings import CardSettings

REAL_CARDS = Path(__file__).parents[3] / "shared/data/cards"
SETTINGS = CardSettings()


def texts(card: str) -> list[str]:
    return [item.text for item in parse_items(card, SETTINGS) or ()]


def own_lines(card: str) -> dict[str, str]:
    lines = card.split("\n")
    return {item.text: "\n".join(lines[item.first_line : item.end_line]) for item in parse_items(card, SETTINGS) or ()}


@pytest.mark.skipif(not REAL_CARDS.exists(), reason="the real specimens are not part of the project")
def test_the_real_cards_hold_as_many_items_as_were_counted_by_eye() -> None:
    """
    What a person counts in eight real cards, before any code ran, is what the code counts.
    """
    by_eye = {"01": 4, "02": 4, "03": 6, "04": 6, "05": 6, "06": 6, "07": 6, "08": 6}

    counted = {path.name[:2]: len(texts(path.read_text(encoding="utf-8"))) for path in sorted(REAL_CARDS.glob("*.md"))}

    assert by_eye == counted


def test_a_numbered_heading_is_an_item_with_all_that_is_nested_in_it() -> None:
    """
    Bullets, ordered lists, fences and deeper headings under a numbered heading are its details, not items.
    """
    body = "1. one\n2. two\n- three\n\n```sh\n### 9. no item\n- [ ] no box\n```\n\n#### 2. deeper\n"
    card = f"## Next\n\n### 1. Ship it\n\n{body}#### Notes\n\n##### 3. deepest\n"

    assert ["Ship it"] == texts(card)
    assert "##### 3. deepest" in own_lines(card)["Ship it"]


@pytest.mark.parametrize("number", ["1.", "12)", "0-a.", "0-B.", "3a.", "2-1."])
def test_a_number_may_carry_a_letter(number: str) -> None:
    """
    `0-a.` is how a session squeezes an item in before the first.
    """
    assert ["Polish the page"] == texts(f"### {number} Polish the page\n")


@pytest.mark.parametrize(
    "heading", ["### Polish", "### 2026. Polish", "### v1.2 Polish", "### 3.5 Polish", "### 1.", "### 1"]
)
def test_a_heading_without_an_item_number_is_no_item(heading: str) -> None:
    """
    Years, versions and bare numbers head sections, not items.
    """
    assert parse_items(f"{heading}\n\ntext\n", SETTINGS) is None


def test_an_open_box_is_an_item_anywhere_but_in_shut_sections() -> None:
    """
    A box asks to be ticked, wherever it stands; state, reference and done sections never hold an item.
    """
    shut = "## Reference\n\n- [ ] three\n\n## Done\n\n### 4. four\n- [ ] five\n"
    card = f"# Card\n\n- [ ] one\n\n## Ideas\n\n* [ ] two\n\n{shut}"

    assert ["one", "two"] == texts(card)


def test_plain_bullets_count_only_beside_an_item_or_under_a_word_of_the_settings() -> None:
    """
    A list of remarks is no list of items until something says that it is.
    """
    plain = "## Remarks\n- a\n- b\n\n"
    beside = "## Mixed\n- c\n- [ ] d\n\n## Areas\n- e\n### 1. f\n\n"
    card = f"{plain}{beside}## Next steps\n- g\n\n## 다음 세션\n- h\n"

    assert ["c", "d", "e", "f", "g", "h"] == texts(card)


def test_a_section_of_open_work_reaches_into_its_own_headings() -> None:
    """
    `Next` with a heading for each area is one section of open work; a done heading in it is shut.
    """
    card = "## Next\n\n### Parser\n- a\n\n### Docs\n- b\n\n### Done\n- c\n"

    assert ["a", "b"] == texts(card)


def test_the_title_of_the_card_says_nothing_about_its_sections() -> None:
    """
    `Next session` stands on top of every card; it must not make items of the remarks below.
    """
    assert ["real"] == texts("# Next session, status and reference\n\n## Remarks\n- a\n\n## Next\n- real\n")
    assert ["a"] == texts("# Next session\n\n- a\n")


@pytest.mark.parametrize(
    "heading",
    [
        "현재 상태",
        "참고",
        "주요 컨텍스트",
        "이번 세션 완료",
        "Current state",
        "Status",
        "Next: reference",
        "Done",
        "1. Done",
        "Estado",
    ],
)
def test_a_shut_section_is_recognised_in_more_than_one_language(heading: str) -> None:
    """
    What is only told about the past or for reference is never taken for work to do.
    """
    assert parse_items(f"## {heading}\n\n- a\n- [ ] b\n", SETTINGS) is None


@pytest.mark.parametrize("heading", ["Not done", "To be completed", "미완료"])
def test_words_for_unfinished_work_do_not_shut_a_section(heading: str) -> None:
    """
    `Not done` holds the word `done` and means the opposite.
    """
    assert ["b"] == texts(f"## {heading}\n- [ ] b\n")


@pytest.mark.parametrize(
    "heading", ["To do", "TODO", "To-dos", "Priorities", "Próximos passos", "최우선", "2. 다음 세션"]
)
def test_a_word_of_the_settings_is_found_as_people_write_it(heading: str) -> None:
    """
    Plurals, accents, hyphens and joined words are ways to write the same word.
    """
    assert ["b"] == texts(f"## {heading}\n- b\n")


def test_nextcloud_and_contexts_are_not_next() -> None:
    """
    A Latin word of the settings counts as a whole word only.
    """
    assert parse_items("## Nextcloud\n- a\n\n## Subnext\n- b\n", SETTINGS) is None


def test_a_numbered_section_name_is_a_section() -> None:
    """
    Cards that number their sections don't make an item of `2. Next session`, and `3. Status page` is work.
    """
    card = "## 1. Current state\n- a\n\n## 2. Next session\n- b\n\n## 3. Fix the status page\n- c\n"

    assert ["b", "Fix the status page"] == texts(card)


def test_finished_lines_are_not_counted() -> None:
    """
    Ticked boxes and ✅ lines stay on the card without being work to do.
    """
    card = "## Next\n- [x] a\n- ✅ b\n- c ✅\n- [ ] d ✅\n- e\n\n### 1. ✅ f\n- g\n\n### 2. h\n"

    assert ["e", "h"] == texts(card)


def test_a_list_of_boxes_ends_the_body_of_a_numbered_heading() -> None:
    """
    A box under a numbered heading is an item of its own, so the heading doesn't take it along.
    """
    card = "### 1. a\n- detail\n  - nested\n\n### 2. b\n\n- [ ] box\n- [x] ticked\n\n| t | s |\n|---|---|\n| u | ✅ |\n"

    assert {"a": "### 1. a\n- detail\n  - nested\n", "b": "### 2. b\n", "box": "- [ ] box"} == own_lines(card)


def test_a_rule_ends_the_body_of_an_item() -> None:
    """
    What stands below the rule after the last item belongs to the page.
    """
    card = "## Next\n\n### 1. a\n- detail\n\n---\n\nSigned, a person\n"

    assert {"a": "### 1. a\n- detail\n"} == own_lines(card)


def test_what_is_nested_in_a_bullet_belongs_to_it_and_what_is_not_does_not() -> None:
    """
    A line that begins at the margin under a bullet is a remark of its own, whatever Markdown makes of it.
    """
    card = "## Next\n- a\n  more of a\n  - [ ] part\n\n  ```\n  code\n  ```\n- b\nThe key lies in the drawer\n- c\n"

    assert {
        "a more of a": "- a\n  more of a\n  - [ ] part\n\n  ```\n  code\n  ```",
        "b": "- b",
        "c": "- c",
    } == own_lines(card)


@pytest.mark.parametrize(
    "hidden",
    [
        "```\n### 1. a\n- [ ] b\n```",
        "~~~md\n### 1. a\n~~~",
        "<!--\n### 1. a\n\n- [ ] b\n-->",
        "> ### 1. a\n> - [ ] b",
        "| ### 1. a | - [ ] b |\n|---|---|\n| - [ ] c | 2. d |",
        "    ### 1. a\n    - [ ] b",
        "1. a\n2. b",
        "\\### 1. a",
    ],
)
def test_what_only_looks_like_an_item_is_none(hidden: str) -> None:
    """
    Code, comments, quotes, tables and ordered lists are not the card speaking of work to do.
    """
    assert parse_items(f"# Card\n\n{hidden}\n", SETTINGS) is None


def test_nothing_recognised_is_unknown() -> None:
    """
    A card in prose may hold any number of items; it never counts as a card with none.
    """
    for card in ("", "\n", "just prose", "---\nname: x\n---\n", "## Next\n\nFinish the parser.\n"):
        assert parse_items(card, SETTINGS) is None


def test_frontmatter_is_no_part_of_the_card() -> None:
    """
    A description in the frontmatter can't add items, whichever way it is closed and whatever stands before it.
    """
    for start, end in (("---", "---"), ("\ufeff---", "---"), ("---", "...")):
        assert ["a"] == texts(f"{start}\nnext: x\n- [ ] b\n{end}\n- [ ] a\n")


def test_line_ends_make_no_difference() -> None:
    """
    The same card is the same items with LF, CRLF or a lone CR.
    """
    card = "---\ndate: 2026-03-09\n---\n\n## Next\n\n### 1. a\n- d\n\n- [ ] b\n"

    for ending in ("\r\n", "\r"):
        assert parse_items(card, SETTINGS) == parse_items(card.replace("\n", ending), SETTINGS)


def test_markup_and_numbering_are_taken_off_the_text() -> None:
    """
    An item is named by its words.
    """
    heading = "### ⚡ 1. **Ship** `the_parser` [now](http://x) <!-- hidden -->"
    card = f"## Next\n\n{heading}\n\n- [ ] *soft* __wrap__\n  goes ~~on~~\n"

    assert ["Ship the_parser now", "soft wrap goes on"] == texts(card)


def test_the_words_of_the_settings_decide() -> None:
    """
    A team that calls it `Backlog` says so in harvest.toml.
    """
    card = "## Backlog\n- a\n\n## Next\n- b\n"

    assert ["a"] == [item.text for item in parse_items(card, CardSettings(sections=("backlog",))) or ()]


LINES = st.sampled_from(
    [
        "# Next",
        "## Work",
        "### 1. a",
        "#### 2. b",
        "- [ ] c",
        "- [x] d",
        "- e",
        "  - f",
        "",
        "```",
        "---",
        "| g |",
        "text",
        "## Done",
    ]
)


@given(st.lists(LINES, max_size=25))
def test_items_never_share_a_line(lines: list[str]) -> None:
    """
    Whatever the card looks like, each line belongs to one item at most, and each item begins with its own words.
    """
    items = parse_items("\n".join(lines), SETTINGS) or ()
    taken = [line for item in items for line in range(item.first_line, item.end_line)]

    assert len(taken) == len(set(taken))
    assert all(item.text in lines[item.first_line] for item in items)


@given(st.text(alphabet="#-*[] x1.\n\r\t`>|<!✅a~_", max_size=200))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    """
    Any text is a card, if perhaps one of which nothing is recognised.
    """
    items = parse_items(text, SETTINGS)

    assert items is None or all(item.text and item.first_line < item.end_line for item in items)
