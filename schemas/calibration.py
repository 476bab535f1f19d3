"""How well predictions held, by kind of edit (SPEC 7.6)."""

from pydantic import Field

from harvest_loop.schemas.base import Message


class KindCalibration(Message):
    """The outcomes of one kind of edit: only what a pass of 7.3 judged counts."""

    kind: str = Field(description="what was edited, and whether it was new")
    outcomes: int = Field(ge=0, description="predictions that were judged: verified or falsified, with a score")
    held: int = Field(ge=0, description="those with a score of .75 or more")
    sure_of: int = Field(ge=0, description="those that also say how sure they were")
    confidence: float | None = Field(default=None, description="mean of those that say so; None: none does")
    held_of_sure: int = Field(default=0, ge=0, description="how many of those held")
    brier: float | None = Field(
        default=None, description="mean squared distance of confidence and score, 0 is best; None: none was told"
    )
    over_confident: bool = Field(default=False, description="from 20 outcomes on, and by more than chance explains")

    @property
    def hit_rate(self) -> float | None:
        """The share that held; None where nothing was judged, which is not zero."""
        return self.held / self.outcomes if self.outcomes else None


class Calibration(Message):
    """All kinds of edit, and what could not be counted."""

    kinds: tuple[KindCalibration, ...] = ()
    waiting: int = Field(default=0, ge=0, description="not judged yet")
    untestable: int = Field(default=0, ge=0)
    left_out: int = Field(default=0, ge=0, description="a status of an older kind, or an outcome without a score")
