"""The person's words on a form, where a file holds them (SPEC 4.15)."""

from pathlib import Path

from harvest_loop.adapters.scripted_answers import answer_form, read_answers
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.tasks.step import step


@step("approval")
def read_answer(form: Form, answers: str | None) -> FormAnswer | None:
    """Return the words of the file; None: there is none, and the form waits for `harvest review`.

    Raises: UsageError when the file can't be used, or speaks of a target that the form doesn't have.
    """
    return None if answers is None else answer_form(form, read_answers(Path(answers)))
