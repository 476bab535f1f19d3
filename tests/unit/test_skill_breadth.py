"""Whether a skill's triggers fit one case only, or any work there is (SPEC 4.11)."""

import pytest

from harvest_loop.domain.judges.breadth import too_broad, too_narrow
from harvest_loop.domain.judges.particulars import particulars_in
from tests.support.skill_texts import described, page_with


@pytest.mark.parametrize(
    ("trigger", "occasion"),
    [
        ("Use for any task.", "Any task."),
        ("Suitable no matter what you are doing.", "No matter what."),
        ("To be called in each conversation.", "A conversation begins."),
        ("Useful for big and small things alike.", "Big things."),
        ("Works for every file type, every language and every team.", "Every team."),
    ],
)
def test_a_trigger_that_claims_everything_is_too_broad(trigger: str, occasion: str) -> None:
    """It names nothing by which this work is told from other work."""
    (found,) = too_broad(described(trigger, occasion))

    assert (trigger, 3) == (found.quote, found.line)


@pytest.mark.parametrize(
    "trigger", ["Use for every kiln load.", "Use whenever a glaze runs.", "Use on any crack in a pot."]
)
def test_all_of_one_kind_is_not_everything(trigger: str) -> None:
    """`every` before the skill's own subject narrows it."""
    assert [] == list(too_broad(described(trigger)))


@pytest.mark.parametrize(
    ("trigger", "occasion"),
    [
        ("Only for ticket POT-77.", "Ticket POT-77 is on the board."),
        ("For Anouk.", "Anouk is on leave and left a note."),
        ("Use in the `kiln-shop` repository.", "You are in the `kiln-shop` repository."),
        ("Use after somebody has mailed `glazes.xlsx`.", "`glazes.xlsx` has come."),
        ("Needed on 9 May.", "The order of 9 May is being packed."),
        ("Apply it to `loads/spring.csv` and nowhere else.", "`loads/spring.csv` was changed."),
        ("When kiln-17 is meant.", "kiln-17 has raised an alarm."),
        ("Meant for the Brightwater account.", "Brightwater has called."),
        ("Restricted to merge request 512.", "Merge request 512 awaits you."),
    ],
)
def test_a_trigger_for_one_case_is_too_narrow(trigger: str, occasion: str) -> None:
    """The next time it isn't called, although the same work waits."""
    (found,) = too_narrow(described(trigger, occasion))

    assert trigger == found.quote


@pytest.mark.parametrize(
    "trigger",
    [
        'Use on "fire kiln 7", "load of 9 May".',
        "Use when a glaze of the Orton chart is fired again.",
        "Use on every Monday at 9:30.",
        "Use when a pot cracks, also one of order 12-7.",
    ],
)
def test_a_particular_in_passing_is_none(trigger: str) -> None:
    """An example of what people say, a day that comes again, a name beside the general case."""
    assert [] == list(too_narrow(described(trigger)))


def test_the_sound_skill_is_neither() -> None:
    """Both judges leave alone what is well bounded."""
    page = page_with()

    assert [] == [*too_broad(page), *too_narrow(page)]


def test_standards_and_languages_are_no_particulars() -> None:
    """What many speak of in the same words names no single case."""
    assert [] == list(particulars_in("Use for RFC 3339 times in Python, UTF-8 text and SHA-256 sums on Mondays."))
