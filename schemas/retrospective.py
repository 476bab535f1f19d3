"""The session's retrospective: four fields, each a measurement or `unknown` with its reason (SPEC 4.5)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.patterns import Pointer


class AxisFinding(Message):
    """How many mistakes one axis caught: a check of the loop, a gate, the person, a reviewer; None: unknown."""

    axis: str
    count: int | None = Field(ge=0)


class Measured(Message):
    """One field: how many and a line each; `count` None: it could not be measured, and `why_not` says why."""

    count: int | None = Field(default=None, ge=0)
    lines: tuple[str, ...] = ()
    why_not: str = ""


class Retrospective(Message):
    """The four fields, and the improvement points that enter contention with the regressions."""

    corrections: Measured
    caught_by_itself: tuple[AxisFinding, ...] = ()
    caught_by_others: tuple[AxisFinding, ...] = ()
    axes_not_run: tuple[str, ...] = ()
    repeats: Measured
    points: tuple[str, ...] = ()


EarlyReason = Literal["same skill failed in a row", "two hours", "same command failed", "same correction"]


class EarlyHarvest(Message):
    """Why a session is offered a harvest before its end (SPEC 4, mid-session)."""

    reason: EarlyReason
    detail: str


class RetroPoint(Message):
    """An improvement point, on its way into contention: it names a program or the words of a correction, no more."""

    text: str
    what: str = Field(description="what it is about, by which it is known again")
    pointer: Pointer


class RetroOutcome(Message):
    """What became of step 0-d in a run: done, with its signal, or why it was not."""

    done: bool = False
    why_not: str = Field(default="", description="empty where it was done")
    points: int = Field(default=0, ge=0, description="improvement points that it found")
    improvements: tuple[RetroPoint, ...] = Field(default=(), description="those that enter contention")
    corrections: int | None = Field(default=None, ge=0)
    repeats: int | None = Field(default=None, ge=0)
    signal: str | None = Field(default=None, description="path relative to the hub root")
