"""What a run hands back to whoever started it: the page, the verdict, where things lie."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.records import VerdictLine


class RunOutcome(Message):
    """The state's data: harmless JSON, redacted."""

    schema_version: Literal[1] = 1
    run: str | None = None
    record: str | None = Field(default=None, description="path relative to the hub root; None: nothing was written")
    waiting: int = Field(default=0, ge=0, description="lines of the form that nobody answered yet")
    branch: str | None = None
    problem: str | None = Field(default=None, description="why the answers that were given are not carried out")
    page: str = Field(description="what a person reads; its last line is the verdict")
    verdict: VerdictLine
