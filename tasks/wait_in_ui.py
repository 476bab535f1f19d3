"""The form in the UI: a deployed run is suspended at it, and goes on with the person's words (SPEC 10.2)."""

from typing import Literal, cast

from prefect.artifacts import create_markdown_artifact
from prefect.flow_runs import suspend_flow_run
from prefect.input import RunInput
from prefect.runtime import deployment, flow_run
from pydantic import Field, create_model

from harvest_loop.adapters import suspended_runs
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.ui_form import describe_form, field_names, literal_page, text_key, words_in
from harvest_loop.schemas.form import Form, FormAnswer, FormLine
from harvest_loop.schemas.suspended import SuspendedRun

Word = Literal["no answer", "Y", "N"]


def is_deployed() -> bool:
    """Whether the engine can take this run up again: only a deployment's run may be suspended."""
    return bool(deployment.id)


def suspended_at() -> SuspendedRun | None:
    """The form at which this run was suspended; None: it runs for the first time."""
    return suspended_runs.find(str(flow_run.id)) if is_deployed() else None


def suspend_at(form: Form) -> FormAnswer:
    """Suspend the run at its form; in the run that is taken up again, return the person's words.

    Raises: the engine's own signal, which ends the process while the form waits.
    """
    if suspended_at() is None:
        for line in form.lines:
            create_markdown_artifact(markdown=redact(literal_page(line)), key=text_key(line), description=line.title)
        suspended_runs.remember(str(flow_run.id), SuspendedRun(hub=form.hub_root, run=form.run))
    asked = input_of(form).with_initial_data(description=describe_form(form))
    given = suspend_flow_run(wait_for_input=asked, timeout=None, key=f"form-{form.run}")
    return FormAnswer(run=form.run, lines=words_in(form, {name: str(value) for name, value in given}))


def forget_suspension() -> None:
    """The run has ended: nothing waits for it any more."""
    suspended_runs.forget(str(flow_run.id))


def input_of(form: Form) -> type[RunInput]:
    """The typed form: a word and a reason for each line, their fields named by the line's content hash."""
    fields: dict[str, tuple[object, object]] = {}
    for number, line in enumerate(form.lines, start=1):
        word, reason = field_names(line)
        fields[word] = (Word, Field(default="no answer", title=_title(number, line)))
        fields[reason] = (str, Field(default="", title=f"{number}: why not (a reason makes an N a rejection)"))
    made = create_model("HarvestForm", __base__=RunInput, **fields)  # type: ignore[call-overload] # fields by name
    return cast("type[RunInput]", made)


def _title(number: int, line: FormLine) -> str:
    candidate = line.judged.candidate
    return redact(f"{number}: {candidate.grade} {candidate.kind} → {candidate.target}")
