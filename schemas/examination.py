"""What steps 4 and 5 say of a candidate, and of assets that a session changed (SPEC 4.12)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.hub import HealthFinding


class Rival(Message):
    """A skill of the hub that a candidate is much like, by which measure, and the figure."""

    path: str
    name: str
    measure: Literal["shingle containment", "same-function probability"]
    figure: float = Field(ge=0, le=1)

    def __str__(self) -> str:
        return f"{self.path} ({self.measure} {self.figure:.2f})"


class Examination(Message):
    """What step 4 found of one candidate."""

    hash: str
    findings: tuple[HealthFinding, ...] = Field(default=(), description="gravest first; a must takes it out")
    rivals: tuple[Rival, ...] = Field(default=(), description="near copies first, then skills of the same function")
    compared: int = Field(default=0, ge=0, description="skills it was compared with")
    not_compared: int = Field(default=0, ge=0, description="skills that can't be read, and were not compared")
    stood_before: int = Field(default=0, ge=0, description="findings that an edited asset had already: not counted")
    listing: int | None = Field(
        default=None, ge=0, description="tokens that the list of skills takes with it; None: it adds nothing to it"
    )

    @property
    def fails(self) -> tuple[HealthFinding, ...]:
        """The findings that take the candidate out."""
        return tuple(finding for finding in self.findings if finding.severity == "must")


class Reference(Message):
    """A line by which one asset sends its reader to another."""

    path: str = Field(description="of the asset that refers")
    line: int = Field(ge=1)
    text: str
    target: str = Field(description="path of the asset that is referred to")
    by: Literal["path", "name"]


class Bidirectional(Message):
    """What step 5 found: references, whether they are answered, and names that nothing has."""

    assets: tuple[str, ...] = Field(default=(), description="paths that were looked at")
    references: int = Field(default=0, ge=0, description="pairs of assets where one refers to the other")
    missing: tuple[Reference, ...] = Field(default=(), description="one a pair: the other doesn't refer back")
    unresolved: tuple[HealthFinding, ...] = ()
    not_read: int = Field(default=0, ge=0, description="assets that can't be read: what they refer to is unknown")
