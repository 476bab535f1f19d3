"""consent_outcomes.jsonl and consent_runs.log: what was said about classes, and what was done without a word.

Both are append-only (SPEC 2, 8.4).
"""

from typing import Literal, NamedTuple

from pydantic import ConfigDict, Field

from harvest_loop.schemas.base import Message

Said = Literal["accepted", "modified", "rejected"]
ConsentEvent = Literal[
    "accepted", "modified", "rejected", "offered", "granted", "declined", "revoked", "lapsed", "widened", "seen"
]
ConsentChannel = Literal["terminal", "ui", "attested"]


class _Line(Message):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_version: Literal[1] = 1
    at: str
    name: str = Field(validation_alias="class", serialization_alias="class", description="the class's name")
    run: str = Field(default="", description="the run, else the session, that it belongs to")
    did: str = Field(default="", description="what was approved, or done, in one line as it was shown")
    owner: str = ""
    mode: str = ""
    target: str = ""
    effects: tuple[str, ...] = ()
    sinks: tuple[str, ...] = ()
    undo: str = Field(default="", description="id for `harvest undo`")


class ConsentLine(_Line):
    """One line of the outcome log: a word on an action, or what became of a lease."""

    event: ConsentEvent
    channel: ConsentChannel = Field(default="attested", description="attested: a program says so of itself")
    day: str = Field(default="", description="the person's local day")
    session: str = ""
    arguments: str = Field(default="", description="what of the action is the same when it is tried again")
    gesture: str = Field(default="", description="the one answer that it came with")
    version: str = Field(default="", description="of the class: a hash of its five fields and its excludes")
    granted: str = ""
    expires: str = ""


class RunLine(_Line):
    """One line of the runs log: an action that was made without asking, written down before it is made."""

    day: str = Field(description="the person's local day")
    targets: tuple[str, ...] = Field(default=(), description="every place that it writes")
    after: int = Field(ge=0, description="lines of the outcome log that stood before it: the order between the two")
    granted: str = ""
    expires: str = ""


class ConsentLog(NamedTuple):
    """Both logs, oldest first, and how many of their lines can't be read."""

    outcomes: tuple[ConsentLine, ...] = ()
    runs: tuple[RunLine, ...] = ()
    unreadable_outcomes: int = 0
    unreadable_runs: int = 0
    above_unreadable: int = 0

    @property
    def countable(self) -> tuple[ConsentLine, ...]:
        """The outcomes below the last line that can't be read: that one may have been a no."""
        return self.outcomes[self.above_unreadable :]


class Approval(NamedTuple):
    """One of the approvals that an offer quotes."""

    day: str
    did: str
    target: str


class Offer(NamedTuple):
    """The approvals in a row that an offer of a class quotes, oldest first, and why it is not offered, if it is not."""

    name: str
    version: str
    approvals: tuple[Approval, ...] = ()
    why_not: str = ""

    @property
    def is_due(self) -> bool:
        return not self.why_not


class AuditedRun(NamedTuple):
    """One unprompted run, and what speaks against it; nothing: the grant then in force covered it."""

    name: str
    at: str
    did: str
    undo: str
    state: Literal["stands", "undone", "not made", "no entry"]
    wrong: tuple[str, ...] = ()


class Audit(NamedTuple):
    """What `harvest consent audit` came to."""

    runs: tuple[AuditedRun, ...]
    unlogged: tuple[str, ...] = ()
    unreadable: int = 0

    @property
    def is_clean(self) -> bool:
        return not (self.unlogged or self.unreadable or any(run.wrong for run in self.runs))
