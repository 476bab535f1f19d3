"""The one parameter of the loop's flow: harmless JSON, no key and no client (SPEC 10.2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.form import FormAnswer
from harvest_loop.schemas.transcript import Agent

SESSION_KEY = r"^[a-z][a-z-]*:[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"

Mode = Literal["forced", "proposal", "lightweight", "mid-session"]


class HarvestRequest(Message):
    """Which session of which field to harvest into which hub."""

    hub: str = Field(description="absolute path of the hub root")
    field: str = Field(description="absolute path inside the field")
    mode: Mode = "forced"
    since: str | None = Field(default=None, description="a time or a revision; None: last close, else 24 hours")
    now: int | None = Field(default=None, description="seconds since the epoch; None: when the run starts")
    zone: str | None = Field(default=None, description="IANA name or fixed offset of the days; None: this machine's")
    answers: str | None = Field(default=None, description="a file that answers the form by target")
    agent: Agent | None = Field(default=None, description="whose session it is; None: no host named one")
    session: str | None = Field(
        default=None, pattern=SESSION_KEY, description="the session's key, {agent}:{session id} (SPEC 3.1)"
    )
    transcript: tuple[str, ...] = Field(default=(), description="absolute paths of the session's transcript files")

    def unanswered(self) -> "HarvestRequest":
        """The request as every step but the form's sees it: no value depends on which file answers."""
        return self.model_copy(update={"answers": None})


class PinnedRequest(HarvestRequest):
    """A request that means the same whenever it is carried out."""

    now: int
    zone: str


class ReviewRequest(Message):
    """Which waiting form was answered, and with which words."""

    hub: str = Field(description="absolute path of the hub root")
    run: str
    now: int = Field(description="seconds since the epoch at which it was answered")
    zone: str
    answer: FormAnswer
