"""Whether a sentence turns a rule of another skill around (SPEC 4.6, 4.8)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.judges.contradictions import RuleBook, contradictions
from harvest_loop.domain.judges.skill_page import page_of
from harvest_loop.schemas.skill_review import SkillFinding

RULES = """# Pottery

Never reuse the wire of a broken kiln.
Always weigh the glaze bucket after a dip.
The owner of a pot must not grade it.
Announce the firing before packing the shelves.
Use distilled water, not tap water, for the slip.
"""


def against(sentence: str) -> Sequence[SkillFinding]:
    book = RuleBook({"skills/pottery/SKILL.md": page_of(RULES)})
    return tuple(contradictions(page_of(f"# Another\n\n{sentence}\n"), "skills/another/SKILL.md", book))


@pytest.mark.parametrize(
    "sentence",
    [
        "Feel free to reuse the wire of a broken kiln.",
        "Nothing speaks against reusing the wire of a broken kiln.",
        "Reuse the wire of a broken kiln? By all means.",
        "You need not weigh the glaze bucket after a dip.",
        "Refrain from weighing the glaze bucket after a dip.",
        "The owner of a pot may grade it.",
        "Nobody but the owner of a pot should grade it.",
        "Pack the shelves first and announce the firing afterwards.",
        "Announce the firing as soon as the shelves are packed.",
        "Don't announce the firing until after packing the shelves.",
        "Prefer tap water to distilled water for the slip.",
        "Distilled water gives way to tap water for the slip.",
        "Take tap water rather than distilled water for the slip.",
        "The wire of a broken kiln can be reused.",
        "It is a waste of time to weigh the glaze bucket after a dip.",
        "Whether you weigh the glaze bucket after a dip is up to you.",
        "In matters of pottery, resist the urge to weigh the glaze bucket after a dip.",
        "The owner of a pot is free to grade it.",
        "It is too early to announce the firing before packing the shelves.",
        "Announce the firing no earlier than after packing the shelves.",
        "Replace distilled water with tap water for the slip.",
        "Tap water beats distilled water for the slip.",
        "Distilled water for the slip is a thing of the past; use tap water.",
    ],
)
def test_a_rule_turned_around_is_found(sentence: str) -> None:
    """Its yes or no, its order, or its choice; however it is said."""
    (found,) = against(sentence)

    assert ("contradicts", 3, "skills/pottery/SKILL.md") == (found.flaw, found.line, found.against)


@pytest.mark.parametrize(
    "sentence",
    [
        "The wire of a broken kiln is never reused.",
        "Don't reuse the wire of a broken kiln.",
        "Weigh the glaze bucket after each dip.",
        "The owner of a pot doesn't grade it.",
        "Announce the firing, then pack the shelves.",
        "Once the firing is announced, pack the shelves.",
        "Use distilled water instead of tap water for the slip.",
        "The broken kiln stands beside the glaze bucket.",
        "Refrain from reusing the wire of a broken kiln.",
        "Never fail to weigh the glaze bucket after a dip.",
        "Never wait until after packing the shelves: announce the firing before.",
        "Do not pack the shelves before announcing the firing.",
        "Replace tap water with distilled water for the slip.",
        "The wire of a broken kiln was reused once, and it snapped.",
        "When you weigh the glaze bucket, don't lean on it.",
    ],
)
def test_the_same_rule_in_other_words_is_none(sentence: str) -> None:
    """Who agrees, or speaks of other things, contradicts nobody."""
    assert () == against(sentence)


def test_both_places_can_be_looked_up() -> None:
    """The finding quotes the sentence and the rule, each with its line."""
    (found,) = against("The owner of a pot may grade it.")

    assert "The owner of a pot may grade it." == found.quote
    assert (5, "The owner of a pot must not grade it.") == (found.against_line, found.against_quote)


def test_a_text_does_not_contradict_itself() -> None:
    """What stands at the same path is what the text replaces."""
    book = RuleBook({"skills/pottery/SKILL.md": page_of(RULES)})
    page = page_of("# Pottery\n\nThe owner of a pot may grade it.\n")

    assert [] == list(contradictions(page, "skills/pottery/SKILL.md", book))


def test_what_a_text_shows_as_wrong_is_no_contradiction() -> None:
    """A list of mistakes names what one must not do, as the rule does."""
    book = RuleBook({"skills/pottery/SKILL.md": page_of(RULES)})
    page = page_of("# Another\n\n## Common mistakes\n\n- Reuse the wire of a broken kiln.\n")

    assert [] == list(contradictions(page, "skills/another/SKILL.md", book))


def test_who_forbids_one_case_forbids_nothing_beside_it() -> None:
    """A rule about each step says nothing of the first one."""
    book = RuleBook(
        {"skills/forms/SKILL.md": page_of("# Forms\n\nNever ask the potter for a signature at each step.\n")}
    )
    page = page_of("# Another\n\nAsk the potter for a signature.\n")

    assert [] == list(contradictions(page, "skills/another/SKILL.md", book))


@given(st.permutations([line for line in RULES.split("\n")[2:] if line]), st.integers(0, 2**32))
def test_who_says_the_same_contradicts_nobody(lines: list[str], pick: int) -> None:
    """In any order, as a list or as one paragraph, with another skill's rules among one's own."""
    book = RuleBook({"skills/pottery/SKILL.md": page_of(RULES)})
    mark = ("- ", "", "1. ")[pick % 3]
    page = page_of("# Another\n\n## Steps\n\n" + "\n".join(f"{mark}{line}" for line in lines))

    assert [] == list(contradictions(page, "skills/another/SKILL.md", book))
