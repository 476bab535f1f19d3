"""The one parameter of the loop's flow: harmless JSON, no key and no client (SPEC 10.2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.form import FormAnswer

Mode = Literal["forced", "proposal", "lightweight"]


class HarvestRequest(Message):
    """Which session of which field to harvest into which hub."""

    hub: str = Field(description="absolute path of the hub root")
    field: str = Field(description="absolute path inside the field")
    mode: Mode = "forced"
    since: str | None = Field(default=None, description="a time or a revision; None: last close, else 24 hours")
    now: int | None = Field(default=None, description="seconds since the epoch; None: when the run starts")
    zone: str | None = Field(default=None, description="IANA name or fixed offset of the days; None: this machine's")
    answers: str | None = Field(default=None, description="a file that answers the form by target")


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
