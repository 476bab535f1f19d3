"""Whether the steps do what description and Done When promise (SPEC 4.11, claim against implementation)."""

import pytest

from harvest_loop.domain.judges.promises import unkept_promises
from tests.support.skill_texts import page_with

WRITES = "writes down what came out."
ROW = "- `firings.csv` has a row with both times."


@pytest.mark.parametrize(
    "promise",
    [
        "It also mails invoices to the wholesalers.",
        "It also trains the apprentices.",
        "It posts a panorama to the website.",
    ],
)
def test_a_promise_of_the_description_that_no_step_keeps(promise: str) -> None:
    """Whoever calls the skill for it waits in vain."""
    (found,) = unkept_promises(page_with(WRITES, f"{WRITES} {promise}"))

    assert (promise, 3, False) == (found.quote, found.line, found.fails)


@pytest.mark.parametrize(
    "criterion",
    [
        "The insurance form is signed.",
        "`terraform plan` reports no difference.",
        "A panorama of the kiln was posted.",
        "The kiln levy is paid.",
        "No barcode is left unread.",
    ],
)
def test_a_criterion_whose_subject_is_new(criterion: str) -> None:
    """One can't be done with what no step begins."""
    (found,) = unkept_promises(page_with(ROW, f"{ROW}\n- {criterion}"))

    assert (criterion, 23) == (found.quote, found.line)


@pytest.mark.parametrize(
    "criterion",
    [
        "The burner's lighting time stands in `firings.csv`.",
        "A photograph of the cone exists.",
        "`wc -l firings.csv` prints one line more than before.",
        "Each wet pot is on the rack.",
    ],
)
def test_a_criterion_about_what_the_steps_made(criterion: str) -> None:
    """Other forms of a word, and the means by which a known thing is checked, are no new promise."""
    assert [] == list(unkept_promises(page_with(ROW, f"{ROW}\n- {criterion}")))


def test_the_missing_things_are_named() -> None:
    """The reader sees for what to look."""
    (found,) = unkept_promises(page_with(WRITES, f"{WRITES} It also mails invoices to the wholesalers."))

    assert "'invoices', 'wholesalers'" in found.reason
