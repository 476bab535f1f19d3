"""Ask the person once: in the terminal, from a file, or not yet (SPEC 4.15, 10.2)."""

from pathlib import Path
from typing import Literal

from harvest_loop.adapters.scripted_answers import answer_form, read_answers
from harvest_loop.adapters.terminal import ask_form, open_terminal
from harvest_loop.domain.form_page import write_form
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.tasks.step import step


@step("approval")
def ask_approval(form: Form, *, ask: Literal["terminal", "file"], answers: str | None) -> FormAnswer | None:
    """Return the person's words; None: nobody could be asked, and the form waits for `harvest review`.

    Raises: UsageError when the file of answers can't be used.
    """
    if not form.lines:
        return FormAnswer(run=form.run)
    if answers is not None:
        return answer_form(form, read_answers(Path(answers)))
    if ask == "file":
        return None
    with open_terminal() as streams:
        if streams is None:
            return None
        return ask_form(form, write_form(form), streams)
