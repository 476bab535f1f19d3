"""The form in the UI: a deployed run is suspended at it, and goes on with the person's words (SPEC 10.2)."""

from pathlib import Path
from typing import Literal, cast

from prefect import get_run_logger
from prefect.artifacts import create_markdown_artifact
from prefect.flow_runs import suspend_flow_run
from prefect.input import RunInput, delete_flow_run_input, keyset_from_base_key, read_flow_run_input
from prefect.runtime import deployment, flow_run
from pydantic import Field, create_model

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.engine_database import forget_deleted
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.form_page import title_of_line
from harvest_loop.domain.ui_form import (
    describe_form,
    field_names,
    field_note,
    field_titles,
    literal_page,
    text_key,
    words_in,
)
from harvest_loop.errors import HubError
from harvest_loop.schemas.form import AnyLine, Form, FormAnswer
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.suspended import Suspension
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.settings import load_settings
from harvest_loop.tasks.step import step

NO_WORD = "no answer"
Word = Literal["no answer", "Y", "N"]
_KEY = "form"  # a run is suspended once at most
_KEYS = keyset_from_base_key(f"suspended-{_KEY}")
_ASKED, _ANSWER = _KEYS["schema"], _KEYS["response"]


def for_the_engine(waiting: WaitingForm) -> WaitingForm:
    """Return the form with the run of the engine that will show it, where that run can be suspended.

    Only a deployment's run is taken up again; one without a deployment leaves its form to `harvest review`.
    """
    if not waiting.form.lines or not deployment.id:
        return waiting
    asked = tuple(line.hash for line in waiting.form.lines)
    return waiting.model_copy(update={"suspension": Suspension(flow_run=str(flow_run.id), asked=asked)})


def form_of_this_run(hub: str) -> WaitingForm | None:
    """Return the form, settled or not, that this run of the engine was suspended at; None: it got to none yet.

    Raises: HubError when it was suspended at a form that is not there any more, or can't be read.
    """
    if not deployment.id:
        return None
    form = _find_form(hub, str(flow_run.id))
    if form is None and read_flow_run_input(_ASKED) is not None:
        meta = load_settings(Path(hub)).paths.meta
        remedy = f"see `harvest status`; {hub_records.UNREADABLE_FORM}"
        raise HubError("the form that this run asked about is gone or can't be read", where=meta, remedy=remedy)
    return form


@step("form of this run")
def _find_form(hub: str, run: str) -> WaitingForm | None:
    return hub_records.find_suspended(Path(hub), load_settings(Path(hub)), run)


def form_again(opened: OpenedHub, waiting: WaitingForm) -> WaitingForm:
    """Return the form as it stands now that nobody else carries out its answer.

    Raises: HubError when it can't be read.
    """
    return hub_records.read_form(Path(opened.hub.root), opened.settings, waiting.form.run) or waiting


def words_given(waiting: WaitingForm) -> FormAnswer | None:
    """Return the words on a form at which this run was suspended; suspend it again where there are none yet.

    None: the form waits with other lines than this run asked about, or nobody has to be asked any more.

    Raises: the engine's own signal, which ends the process while the form waits.
    """
    hashes = {line.hash for line in waiting.form.lines}
    if waiting.settled or waiting.suspension is None or not hashes <= set(waiting.suspension.asked):
        return None
    return waiting.answer or suspend_at(waiting)


def suspend_at(waiting: WaitingForm) -> FormAnswer:
    """Suspend the run at its form; in the run that is taken up again, return the person's words.

    Raises: the engine's own signal, which ends the process while the form waits.
    """
    form = waiting.form
    # Whoever starts a crashed run again makes the engine forget that it asked, and then what it was told.
    said = cast("dict[str, object] | None", read_flow_run_input(_ANSWER))
    if said is None:
        pages = tuple(_put_page(line) for line in form.lines)
        description = redact(describe_form(form, waiting.record.verdict, pages))
        asked = _input_of(form, pages).with_initial_data(description=description)
        said = suspend_flow_run(wait_for_input=asked, timeout=None, key=_KEY).model_dump()
    return FormAnswer(run=form.run, lines=words_in(form, {field: redact(str(word)) for field, word in said.items()}))


def forget_words() -> None:
    """Take the person's words off the engine, which keeps them as typed; the form's file holds them, redacted."""
    if read_flow_run_input(_ANSWER) is None:
        return
    delete_flow_run_input(_ANSWER)
    if not forget_deleted():
        get_run_logger().warning("the words on the form were deleted, but the bytes may stand in the database's log")


def _put_page(line: AnyLine) -> str:
    """Show the literal text of a line, and return the id of its page."""
    title = redact(title_of_line(line))
    return str(create_markdown_artifact(markdown=redact(literal_page(line)), key=text_key(line), description=title))


def _input_of(form: Form, pages: tuple[str, ...]) -> type[RunInput]:
    """The typed form: a word and a reason for each line, their fields named by the line's content hash."""
    fields: dict[str, tuple[object, object]] = {}
    for number, (line, page) in enumerate(zip(form.lines, pages, strict=True), start=1):
        names, titles = field_names(line), field_titles(line, number)
        note = redact(field_note(line, page))
        fields[names[0]] = (Word, Field(default=NO_WORD, title=redact(titles[0]), description=note))
        fields[names[1]] = (str, Field(default="", title=titles[1]))
    made = create_model("HarvestForm", __base__=RunInput, **fields)  # type: ignore[call-overload] # fields by name
    return cast("type[RunInput]", made)
