"""The form as a person reads it (SPEC 4.15)."""

from itertools import dropwhile

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.form_page import write_form
from harvest_loop.domain.quoting import width_of
from tests.support.judged_values import make_form, make_judged, make_proposal


def test_each_candidate_shows_all_that_a_person_decides_on() -> None:
    """
    Grade, target, why, evidence, the Critic's conditions, prediction, price and the literal text, in this order.
    """
    shown = write_form(make_form(make_judged())).lines[0]
    labels = [line.split("  ")[0] for line in shown.splitlines() if line[:1].isalpha()]

    assert "1 of 1: MED new skill → skills/release-notes-check/SKILL.md" in shown
    assert [
        *("why", "grade", "evidence", "challenger", "critic", "done when", "prediction"),
        *("measured by commits that fix a changelog after a tag, counted by git log", "price"),
    ] == [label for label in labels if not label.startswith("The text")]
    assert "            condition, scope: the trigger is broad (line 3)\n" in shown
    assert " │ # Check the release notes\n" in shown


def test_a_change_without_the_persons_uncommitted_work_says_so() -> None:
    """
    Who says Y knows that what is on disk is not what the text was made against.
    """
    proposal = make_proposal(path="CLAUDE.md")
    change = proposal.change.model_copy(update={"kind": "edit", "uncommitted": True})

    shown = write_form(make_form(make_judged(proposal=proposal.model_copy(update={"change": change})))).lines[0]

    assert "note        CLAUDE.md has changes that are not committed: they stay in your\n" in shown
    assert "note  " not in write_form(make_form(make_judged(proposal=proposal))).lines[0]


def test_a_weakness_says_what_is_wrong_and_what_a_yes_does() -> None:
    """
    Without a text the person still knows what the answer means.
    """
    shown = write_form(make_form(make_judged(bare=True, grade="HIGH"))).lines[0]

    assert "why         it says to tag without a look at the changelog" in shown
    assert "No text: a Y makes this a signal of high priority and an item on the card.\n" in shown


@given(st.text(max_size=200), st.text(max_size=200), st.integers(30, 120))
def test_no_line_is_wider_than_the_page_or_leaves_its_bar(title: str, text: str, width: int) -> None:
    """
    A long or hostile text wraps inside its margin; nothing in it can pass for a question of ours.
    """
    form = make_form(make_judged(title=title[:120], proposal=make_proposal(text, path=f"skills/{title}/SKILL.md")))

    page = write_form(form, width=width)

    lines = [line for part in (page.head, *page.lines, *page.recap) for line in part.split("\n")]
    assert all(width_of(line) <= width for line in lines)
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for line in lines for character in line)
    shown = page.lines[0].rstrip("\n").split("\n")
    literal = list(dropwhile(lambda line: not line.startswith(" │"), shown))
    assert literal
    assert all(line.startswith((" │", " » ")) for line in literal)


def test_a_hidden_mark_in_the_literal_text_is_spelled_out() -> None:
    """
    What would turn or hide text in a terminal is shown as what it is.
    """
    shown = write_form(make_form(make_judged(proposal=make_proposal("a\u202eb\x1b[2Jc\u200bd\n")))).lines[0]

    assert " │ a<U+202E>b<U+001B>[2Jc<U+200B>d\n" in shown
