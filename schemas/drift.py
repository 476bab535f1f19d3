"""A word of the hub that is used otherwise than the hub defines it: named warnings, both sides quoted (SPEC 4.6b)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

DriftKind = Literal["another definition", "second name", "like another term", "foreign use"]
DriftSource = Literal["asset", "glossary", "commit", "prompt"]


class DriftSide(Message):
    """One side of a detection: a line of a hub file, of a commit's message, or of a prompt, and its words, redacted."""

    source: DriftSource
    place: str = Field(description="path in the hub, sha of the commit, or the transcript file's name")
    line: int | None = Field(default=None, ge=0, description="of the file or the transcript; None: a commit's message")
    quote: str = Field(description="one line, at most 240 characters")

    def __str__(self) -> str:
        return self.place if self.line is None else f"{self.place}:{self.line}"


class DriftWarning(Message):
    """One detection: which word, how, and both sides. It blocks nothing: the level for that is not calibrated."""

    id: str = Field(description="by kind, term and both sides' words, wherever their lines move to")
    kind: DriftKind
    term: str
    baseline: DriftSide
    now: DriftSide
    why: str = Field(description="what parts the two sides, or makes them one, in a few words")
    also: tuple[str, ...] = Field(default=(), description="further places of the same kind and term")


class NotMonitored(Message):
    """Terms whose uses can't be judged by their contexts, for one reason."""

    reason: str
    count: int = Field(ge=1)
    names: tuple[str, ...] = Field(description="the first of them, in order")


class Drift(Message):
    """Step 0, second half: what the session's words say of the hub's vocabulary."""

    warnings: tuple[DriftWarning, ...] = ()
    terms: int = Field(default=0, ge=0, description="in the hub's vocabulary")
    defined: int = Field(default=0, ge=0, description="of those, with a sentence that says what they mean")
    monitored: tuple[str, ...] = Field(default=(), description="terms whose contexts were judged")
    not_monitored: tuple[NotMonitored, ...] = ()
    looked_at: tuple[str, ...] = Field(default=(), description="where new uses were read from, in words")
    notes: tuple[str, ...] = Field(default=(), description="what could not be read, in words")
