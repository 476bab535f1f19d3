"""What no longer stands in the harness, on its way from a run's first checks to contention (SPEC 4.1, 4.6)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.asset_lines import AssetLine, Severity
from harvest_loop.schemas.base import Message
from harvest_loop.schemas.patterns import Pointer

RegressionStep = Literal["0-a quench", "0 regression guard"]
RegressionAxis = Literal["regression", "steel", "phantom", "probe", "correction", "contradiction", "drift"]


class Replacement(Message):
    """A repair that needs no judgement: what a line says now, and what it would have to say."""

    old: str
    new: str


class Regression(Message):
    """One thing that an asset promised, prescribed or named and that the session ended, with both sides to look up."""

    step: RegressionStep
    axis: RegressionAxis
    kind: str = Field(description="in a few words, such as 'Done When removed' or 'file renamed'")
    asset: str = Field(description="path of the asset in the hub")
    line: AssetLine = Field(description="what the asset says; for a line that is gone, as it stood in the base")
    against: AssetLine | Pointer | None = Field(default=None, description="what speaks against it")
    message: str = Field(description="one sentence that stands without its context")
    severity: Severity = Field(description="S: seen by a program; A and B: it may be otherwise")
    about: str = Field(default="", description="name of the file, target or option that is gone; empty: of none")
    repair: Replacement | None = None


class AxisWord(Message):
    """What one axis of the quench says of one changed asset."""

    asset: str
    axis: Literal["regression", "steel", "phantom"]
    checked: int = Field(ge=0, description="how many things it looked at; 0: there was nothing to look at")
    failed: int = Field(ge=0)
    not_traceable: int = Field(default=0, ge=0, description="what could be looked up nowhere, and fails nothing")
    why_not: str = Field(default="", description="why the axis did not run")


class Quench(Message):
    """Step 0-a: the assets that the session changed, three axes each (SPEC 4.1)."""

    assets: tuple[str, ...] = ()
    words: tuple[AxisWord, ...] = ()
    regressions: tuple[Regression, ...] = ()
    black_box: tuple[str, ...] = Field(default=(), description="changed assets without a manifest entry")
    notes: tuple[str, ...] = Field(default=(), description="what could not be read, in words")


class Guard(Message):
    """Step 0: what the session ended of what validated skills prescribe (SPEC 4.6a)."""

    regressions: tuple[Regression, ...] = ()
    left: tuple[Regression, ...] = Field(default=(), description="more of them than a page names: they come later")
    measured: tuple[str, ...] = Field(default=(), description="what was looked at, in words")
    not_measured: tuple[str, ...] = ()
