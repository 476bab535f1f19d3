"""The person's words on a form, where a file holds them (SPEC 4.15)."""

from pathlib import Path

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.scripted_answers import answer_form, read_answers
from harvest_loop.errors import UsageError
from harvest_loop.schemas.form import Form, FormAnswer, UnusableAnswers
from harvest_loop.tasks.step import step


@step("approval")
def read_answer(form: Form, answers: str | None) -> FormAnswer | UnusableAnswers | None:
    """Return the words of the file; None: there is none, and the form waits for `harvest review`.

    A file that can't be used, or that speaks of a target that the form doesn't have, is used in no part.
    """
    if answers is None:
        return None
    try:
        return answer_form(form, read_answers(Path(answers)))
    except UsageError as error:
        again = f"; nothing was answered: harvest review {form.run} --answers FILE" if form.lines else ""
        return UnusableAnswers(problem=redact(f"{error}{again}"))
