"""Whether a skill says when its work is done, and so that somebody could check it (SPEC 4.11)."""

import pytest

from harvest_loop.domain.judges.done_section import done_sections
from harvest_loop.domain.judges.ends import is_checkable, no_done_when, vague_done_when
from tests.support.skill_texts import page_with

CRITERIA = """- `firings.csv` has a row with both times.
- The witness cone lies beside the row's photograph."""


@pytest.mark.parametrize(
    "title",
    [
        "Done When",
        "Definition of done",
        "Exit criteria",
        "How do you know that it is finished",
        "5. Acceptance",
        "Checklist",
    ],
)
def test_the_end_is_found_under_whatever_title(title: str) -> None:
    """A team words its headings as it likes; what matters is that the end is told."""
    page = page_with("## Done When", f"## {title}")

    assert [title] == [section.title for section in done_sections(page)]
    assert [] == list(no_done_when(page))


@pytest.mark.parametrize(
    "title", ["Afterwards", "When it goes wrong", "4. Verify the file", "Background", "Who to ask"]
)
def test_another_section_is_no_end(title: str) -> None:
    """A list below another heading tells no end, however it looks."""
    assert ["no_done_when"] == [each.flaw for each in no_done_when(page_with("## Done When", f"## {title}"))]


def test_an_end_told_in_a_sentence_counts() -> None:
    """It needs no heading."""
    page = page_with(f"## Done When\n\n{CRITERIA}", f"Done when:\n\n{CRITERIA}")

    assert [] == list(no_done_when(page))


@pytest.mark.parametrize(
    "criterion",
    [
        "`make check` exits with 0.",
        "The list has twelve rows.",
        'The ticket says "accepted".',
        "The change is merged, or its ticket is linked.",
        "No row lacks an identifier.",
        "CI is green.",
    ],
)
def test_what_two_people_find_alike_can_be_checked(criterion: str) -> None:
    """A name in code, a number, words to look up, or a state of a named thing."""
    assert is_checkable(criterion)


@pytest.mark.parametrize(
    "criterion",
    [
        "All relevant aspects have been considered.",
        "The kiln was looked after in a responsible manner.",
        "You can sleep soundly.",
        "The users will appreciate it.",
        "Nothing stands out as odd.",
        "The pots look nice and are linked in spirit.",
    ],
)
def test_a_judgement_or_a_feeling_cannot(criterion: str) -> None:
    """One says yes, the other no, and both are right."""
    assert not is_checkable(criterion)


def test_one_criterion_that_can_be_checked_is_enough() -> None:
    """A vague line beside a firm one is a matter of taste; only vague ones leave the end open."""
    both = page_with(CRITERIA, "- It feels right.\n- `firings.csv` has a row.")
    (found,) = vague_done_when(page_with(CRITERIA, "- It feels right.\n- The firing went well."))

    assert [] == list(vague_done_when(both))
    assert ("It feels right.", True) == (found.quote, found.fails)


def test_a_command_in_a_block_is_a_check() -> None:
    """A fenced command says it all, whatever stands around it."""
    assert [] == list(vague_done_when(page_with(CRITERIA, "It goes well:\n\n```sh\nscripts/check.sh --all\n```")))
