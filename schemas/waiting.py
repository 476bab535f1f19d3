"""pending_{run}.json: a form that waits, and all that is needed to carry out its answer (SPEC 10.2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.records import RunRecord, VerdictLine


class WaitingForm(Message):
    """The form, and what its run already knew that the final page needs."""

    schema_version: Literal[1] = 1
    form: Form
    record: RunRecord
    certain: VerdictLine = Field(description="the verdict as far as no answer can change it")
    field: str = Field(description="repository id of the field")
    settled: bool = Field(default=False, description="every line has had its word; kept as part of the record")
