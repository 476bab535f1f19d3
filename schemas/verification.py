"""What a pass over the manifest reads, measures and changes (SPEC 7.2-7.4)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.records import ValidationStatus, ValidationType

FieldValue = str | float | bool | None
StandingWord = Literal["verified", "falsified", "untestable", "pending", "not landed"]
GateDecision = Literal["accepted", "redefine", "rejected"]


class EntryChange(Message):
    """New values for some fields of one entry of the manifest."""

    id: str
    fields: dict[str, FieldValue]
    expected: dict[str, str] = Field(
        default_factory=dict, description="what must still stand in these fields, as text; else nothing is changed"
    )
    remarks: dict[str, str] = Field(
        default_factory=dict, description="a comment behind the new value of a field: what a person wrote there before"
    )


class Spliced(Message):
    """Which entries hold their new values now, and which were left alone, with the reason."""

    changed: tuple[str, ...] = ()
    left_alone: tuple[tuple[str, str], ...] = ()


class Prediction(Message):
    """One entry of the manifest as far as it can be judged."""

    id: str
    line: int = Field(ge=1)
    file: str
    date: str
    status: ValidationStatus | None = Field(description="None: a status of an older kind that says something else")
    written_status: str = Field(description="the status as its text stands")
    kind: ValidationType | None = None
    impact: str = ""
    measurable_by: str = ""
    check: Check | None = None
    fault: str = Field(default="", description="why its check can't be used")
    session: str | None = None
    commit: str | None = None
    score: float | None = None
    note: str = ""


class Landing(Message):
    """Whether an entry's commit is part of the hub's current branch, and since when (SPEC 7.3)."""

    state: Literal["landed", "not landed", "unknown"]
    sha: str | None = Field(default=None, description="of the commit that landed; else of the draft, where it is found")
    at: int | None = Field(default=None, description="seconds since the epoch, UTC: since when the branch reaches it")
    why: str = Field(default="", description="why it is unknown")


class Span(Message):
    """One session as far as windows are counted in it: who, when, where, and which commits it was harvested for."""

    key: str
    since: int | None
    until: int
    field: str = Field(description="repository id of the field")
    field_root: str
    read: bool = True
    commits: tuple[str, ...] = Field(default=(), description="the first 12 hex digits of each")
    transcript: str | None = Field(default=None, description="the transcript's path on this machine")


class DueCheck(Message):
    """A prediction whose window has passed, and the window that it is measured in."""

    prediction: Prediction
    landed: Landing
    since: int
    until: int
    spans: tuple[Span, ...] = Field(default=(), description="the sessions of the window, oldest first")


class Measurement(Message):
    """What a check came to, or why that is unknown; never a zero that nobody counted."""

    value: float | None = None
    at_least: bool = Field(default=False, description="part of the evidence could not be read: there may be more")
    seen: str = Field(default="", description="what was read, in words, with the first place")
    unknown: str = ""


class Standing(Message):
    """What one entry that was pending comes to in this pass."""

    id: str
    line: int
    file: str
    word: StandingWord
    reason: str = ""
    unknown: bool = Field(default=False, description="it is due, and its evidence could not be read")
    late: bool = False
    score: float | None = None
    measured: float | None = None
    gate: GateDecision | None = None
    revert: str | None = Field(default=None, description="the commit whose revert is proposed")
    change: EntryChange | None = None


class Waiting(Message):
    """Entries that stay pending for one and the same reason."""

    word: Literal["pending", "not landed"]
    reason: str
    late: bool = Field(default=False, description="not landed for 30 days: a person should look")
    count: int = Field(ge=1)
    ids: tuple[str, ...] = Field(description="the first of them, in the file's order")


class Verification(Message):
    """One pass over the manifest (SPEC 7.3)."""

    entries: int = Field(default=0, ge=0)
    untestable: int = Field(default=0, ge=0, description="of all entries, after this pass")
    standings: tuple[Standing, ...] = Field(
        default=(), description="the entries that have an outcome or are due, in the file's order"
    )
    waiting: tuple[Waiting, ...] = Field(default=(), description="the other pending entries, by reason")
    reconciled: tuple[tuple[str, str, str], ...] = Field(
        default=(), description="id, the status as a person wrote it, and the word that it is put into"
    )
    left_alone: tuple[tuple[str, str], ...] = Field(default=(), description="entries that can't be judged, and why")
    changes: tuple[EntryChange, ...] = Field(default=(), description="all that is to be written, one an entry")
