"""pending_{run}.json: a form that waits, and all that is needed to carry out its answer (SPEC 10.2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.schemas.records import RunRecord, SessionLine, VerdictLine
from harvest_loop.schemas.suspended import Suspension


class WaitingForm(Message):
    """The form, and what its run already knew that the final page needs."""

    schema_version: Literal[1] = 1
    form: Form
    form_sha256: str = Field(default="", description="of the form as it was written; empty: by an older version")
    record: RunRecord
    certain: VerdictLine = Field(description="the verdict as far as no answer can change it")
    field: str = Field(description="repository id of the field")
    suspension: Suspension | None = Field(default=None, description="the engine's run that shows the form in the UI")
    answer: FormAnswer | None = Field(default=None, description="the words that were given and are being carried out")
    session: SessionLine | None = Field(
        default=None, description="how far the run harvested its session, should that line of sessions.jsonl be torn"
    )
    settled: bool = Field(default=False, description="every line has had its word; kept as part of the record")
