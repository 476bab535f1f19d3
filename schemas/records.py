"""Records in the hub's tracks/_meta: manifest entries, tombstones, sessions, held patterns (SPEC 2, 7.1)."""

from typing import Literal

from pydantic import Field, RootModel

from harvest_loop.schemas.base import Message, PeopleFormat
from harvest_loop.schemas.card import CardCheck, CardUpdate
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.evidence import Window
from harvest_loop.schemas.form import FormAnswer, Written
from harvest_loop.schemas.judgement import Check, Collision, JudgedCandidate
from harvest_loop.schemas.judging import Spent
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.regressions import Regression

ValidationStatus = Literal["pending", "verified", "falsified", "untestable"]
ValidationType = Literal["mechanical", "judged", "untestable"]


class ManifestEntry(PeopleFormat):
    """One accepted edit with its prediction and, later, its outcome (SPEC 7.1)."""

    id: str = Field(pattern=r"^em-\d{4}-\d{2}-\d{2}-[a-z0-9][a-z0-9-]*$")
    date: str
    file: str
    edit_summary: str
    predicted_impact: str
    predicted_measurable_by: str
    validation_status: ValidationStatus = "pending"
    validation_type: ValidationType = "mechanical"
    baseline_value: float | None = None
    measured_value: float | None = None
    delta: float | None = None
    match_score: float | None = None
    verified_at: str | None = None
    verification_note: str | None = None
    gate_decision: Literal["accepted", "redefine", "rejected"] | None = None
    check: Check | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)
    session: str | None = None
    commit: str | None = None
    base_sha256: str | None = None


class Tombstone(Message):
    """A rejection, remembered by content with its reason (SPEC 7.5)."""

    schema_version: Literal[1] = 1
    id: str
    at: str
    fingerprint: str
    content: str = Field(description="sha256 of the literal change")
    target: str
    title: str
    reason: str
    session: str


class Lift(Message):
    """A tombstone is lifted: a further line of the file, with the keys of a tombstone that refuses nothing (SPEC 7.5).

    A version that knows of no lifts reads it as that, and goes on to reject.
    """

    schema_version: Literal[1] = 1
    id: str = Field(pattern=r"^lift-")
    at: str
    fingerprint: Literal["lifted"] = "lifted"
    content: str = Field(description="id of the tombstone; every one of that id before this line is lifted")
    target: str
    title: str
    reason: str = Field(default="", description="why it no longer holds, in the person's words")
    session: str = ""


class TombstoneLine(RootModel[Lift | Tombstone]):
    """One line of tombstones.jsonl."""

    root: Lift | Tombstone = Field(union_mode="left_to_right")


class Rejection(Message):
    """A tombstone and, where it was lifted, the line that did so."""

    stone: Tombstone
    lift: Lift | None = None


class SessionLine(Message):
    """One line of sessions.jsonl: a session that was seen, and how far it was harvested (SPEC 3.1)."""

    schema_version: Literal[1] = 1
    key: str
    field: str = Field(description="repository id of the field")
    field_root: str
    source: str
    transcript: str | None = None
    seen: str
    read: bool
    why_not: str | None = None
    state: Literal["waits", "offered", "skipped", "failed"] | None = Field(
        default=None, description="of a session that was only seen: what a sweep made of it in this repository"
    )
    harvested_from: int | None = Field(default=None, description="seconds since the epoch, UTC; None: not known")
    harvested_to: int | None = Field(default=None, description="seconds since the epoch, UTC")
    only_own: bool = Field(
        default=False, description="what others did in that time was left to them: a transcript told whose it is"
    )
    record: str | None = None
    tips: tuple[str, ...] = Field(
        default=(), description="where branches and worktrees stood: what came since is new, whatever its date says"
    )
    commits: tuple[str, ...] = Field(default=(), description="the first 12 hex digits of each commit harvested")
    uncommitted: tuple[str, ...] = Field(default=(), description="a digest of each uncommitted change harvested")
    uncommitted_lines: tuple[str, ...] = Field(
        default=(), description="the lines that each of them added: digest of the path, colon, six hex digits a line"
    )
    committed_lines: tuple[str, ...] = Field(
        default=(), description="those harvested uncommitted by an earlier close that are committed now"
    )


class PatternLine(Message):
    """One line of patterns.jsonl: a pattern seen in a session, held or used."""

    schema_version: Literal[1] = 1
    fingerprint: str
    at: str
    session: str
    field: str = Field(description="repository id of the field")
    title: str
    kind: str
    commits: tuple[str, ...] = Field(default=(), description="the first 12 hex digits of each of its commits")
    held: bool
    on_hold: bool = Field(default=False, description="its MED candidate got no Y: it enters contention once more")
    over_limit: bool = Field(default=False, description="a page had no room for it: it joins a later one that has")
    pattern: Pattern | None = Field(
        default=None, description="the whole of a held one, for the next harvest of its field"
    )
    regression: Regression | None = Field(
        default=None, description="what no longer stands, that a form had no room for: it comes with a later one"
    )


class StepNote(Message):
    """A step's line under Measured or Not measured."""

    step: str
    text: str


class VerdictLine(Message):
    """The verdict and what is named on its line (SPEC 6)."""

    word: Literal["PASS", "CONDITIONAL_PASS", "FAIL", "ESCALATE"]
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        line = f"Verdict: {self.word}"
        return f"{line} — {'; '.join(self.reasons)}" if self.reasons else line


SignalPriority = Literal["high", "medium", "low"]
SignalStatus = Literal["open", "on-hold", "redesign", "taken", "closed"]


class SignalEntry(Message):
    """One improvement note of a signal file: its three sections (SPEC 2)."""

    title: str
    priority: SignalPriority
    status: SignalStatus
    friction: tuple[str, ...] = Field(default=(), description="lines under Friction Point")
    registration: tuple[str, ...] = Field(default=(), description="lines under FH Registration Candidate")
    no_candidate: str = Field(default="", description="why there is no registration candidate, in one line")
    candidate: str | None = Field(default=None, description="the candidate's content hash")
    fingerprint: str | None = Field(default=None, description="of the pattern behind it")
    session: str | None = None
    reason: str = Field(default="", description="why it is kept and not taken")


class Signal(Message):
    """A signal file as read, in either form of its name (SPEC 2)."""

    name: str
    date: str
    source: str = Field(description="the source; of an older file the slug in its name")
    retro: bool = False
    entries: tuple[SignalEntry, ...] = ()
    problems: tuple[str, ...] = Field(default=(), description="what could not be understood, in words")


class RunRecord(Message):
    """All that the page of one run says (SPEC 4.15); it holds no path of this machine."""

    schema_version: Literal[1] = 1
    run: str
    session: str = Field(description="the session's key")
    mode: str
    day: str = Field(description="local day, YYYY-MM-DD")
    source: str = Field(description="the field's safe name")
    path: str | None = Field(default=None, description="of the record, relative to the hub root")
    window: Window
    head: str
    attribution: str
    outcome: str | None = Field(default=None, description="an ordinary end in words: nothing to harvest, …")
    commits: tuple[str, ...] = Field(default=(), description="shas of the session's commits, oldest first")
    others: tuple[str, ...] = Field(default=(), description="shas of others' commits in the window")
    committed: tuple[str, ...] = Field(default=(), description="the first of the paths that the commits changed")
    committed_count: int = Field(default=0, ge=0, description="of all of them")
    uncommitted: tuple[str, ...] = Field(default=(), description="paths")
    unreadable_commits: int = Field(default=0, ge=0)
    harvest: FieldHarvest | None = Field(default=None, description="None: step 1 did not run")
    collisions: tuple[Collision, ...] = ()
    judged: tuple[JudgedCandidate, ...] = ()
    curation: tuple[CurationLine, ...] = Field(default=(), description="the form's other lines")
    answer: FormAnswer | None = Field(default=None, description="None: the form was not answered yet")
    written: Written | None = None
    card: CardCheck | None = None
    card_update: CardUpdate | None = None
    unreadable_assets: tuple[tuple[str, str], ...] = Field(default=(), description="path and reason")
    suppressed: tuple[str, ...] = Field(default=(), description="skills that were not proposed: refused too often")
    models: Spent | None = Field(default=None, description="what calls of models took; None: only the floor judged")
    measured: tuple[StepNote, ...] = ()
    not_measured: tuple[StepNote, ...] = ()
    next_steps: tuple[str, ...] = Field(default=(), description="only for skills that the hub has")
    verdict: VerdictLine
