"""Lines of the form that are no proposal: what curator, memory hygiene and reverts want to change (SPEC 4.4, 4.13)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.drafts import DraftFile
from harvest_loop.schemas.judgement import Check

EditKind = Literal[
    "index line",
    "index entry",
    "archiving",
    "memory update",
    "stale mark",
    "archive tag",
    "archive tag off",
    "revert",
    "split",
    "merge",
]
PartState = Literal["old", "new", "changed"]


class Splice(Message):
    """A piece of one file in place of another, byte for byte; the texts have the file's own line ends."""

    root: str = Field(default="", description="folder that the path is relative to; empty: the hub's root")
    path: str
    at: int = Field(ge=0, description="bytes of the file before the piece")
    old: str
    new: str
    before: str = Field(default="", description="sha256 of the line before the piece; empty: the file begins here")
    after: str = Field(default="", description="sha256 of the line behind the piece; empty: the file ends here")
    base_sha256: str = Field(description="of the file that was shown")


class Move(Message):
    """A file that goes elsewhere within the same folder; nothing that stands there is ever overwritten."""

    root: str = Field(default="", description="folder that both paths are relative to; empty: the hub's root")
    path: str
    to: str
    base_sha256: str = Field(description="of the file that was shown")
    makes: tuple[str, ...] = Field(default=(), description="folders that it makes, the outermost first")


class AssetDraft(Message):
    """An asset as it will stand on the branch."""

    path: str
    text: str
    base_sha256: str | None
    moved_from: str | None = Field(default=None, description="where the file stood before; base_sha256 is of that one")
    subject: str
    also: tuple[DraftFile, ...] = Field(default=(), description="further files of the same commit")


class CurationLine(Message):
    """One line of the form that changes what is there: its grounds and the literal change, named by its content."""

    hash: str
    kind: EditKind
    title: str
    target: str = Field(description="what it is about, relative to the hub's root; memory elsewhere by its owner")
    grounds: tuple[tuple[str, str], ...] = Field(default=(), description="label and text; no label: goes on")
    shown: str = Field(description="what the person is shown: a unified diff, or the move")
    fingerprint: str = Field(description="of what is asked and about which content: a refusal is remembered by it")
    splices: tuple[Splice, ...] = ()
    moves: tuple[Move, ...] = ()
    draft: AssetDraft | None = Field(default=None, description="None: it is changed in place")
    predicted_impact: str = ""
    predicted_measurable_by: str = ""
    check: Check | None = None
    confidence: float = Field(default=0.5, ge=0, le=1)
    manifest_id: str = ""
    consent: str = Field(default="", description="its class, and how often that was approved in a row")

    @property
    def in_place(self) -> bool:
        return self.draft is None

    @property
    def parts(self) -> tuple[Splice | Move, ...]:
        return (*self.splices, *self.moves)


class UndoEntry(Message):
    """undo/{id}/entry.json: a change in place, written down before it is made (SPEC 4.13, 11-3)."""

    schema_version: Literal[1] = 1
    id: str
    number: int = Field(default=0, ge=0, description="how many entries there were before")
    at: str
    run: str
    kind: EditKind
    title: str
    target: str
    fingerprint: str
    content: str = Field(description="the line's content hash")
    automatic: bool = Field(default=False, description="made without a Y: an index line, a tag, or by a lease")
    lease: str = Field(default="", description="the class whose lease covered it; empty: none was needed")
    manifest_id: str | None = None
    splices: tuple[Splice, ...] = Field(default=(), description="in the order in which they are made")
    moves: tuple[Move, ...] = ()

    @property
    def parts(self) -> tuple[Splice | Move, ...]:
        return (*self.splices, *self.moves)


class UndoEnd(Message):
    """undo/{id}/end.json: the change was taken back, or was never made."""

    schema_version: Literal[1] = 1
    at: str
    end: Literal["undone", "not made"]
    why: str = ""


class Curated(Message):
    """What became of one change in place."""

    hash: str
    title: str
    outcome: Literal["written", "held", "shown again"]
    undo: str | None = Field(default=None, description="id for `harvest undo`")
    automatic: bool = False
    lease: str = Field(default="", description="the class whose lease covered it")
    detail: str = ""


class MemoryRoot(Message):
    """A memory folder, of the hub or of a host; absent is not empty (SPEC 4.4)."""

    label: str = Field(description="how it is called on pages: no path of this machine")
    root: str = Field(description="absolute path of the folder")
    in_hub: str | None = Field(default=None, description="its path in the hub; None: it is a host's")
    count: int | None = Field(default=None, ge=0, description="memories in it; None: ABSENT")
    why: str = Field(default="", description="why it could not be read")

    def __str__(self) -> str:
        state = "ABSENT" if self.count is None else f"EXISTS({self.count})"
        return f"{self.label}: {f'unread, {self.why}' if self.why else state}"


MemoryWord = Literal[
    "fresh",
    "AGE-UNKNOWN",
    "never stale",
    "VERIFIED",
    "UPDATED",
    "DRIFTED",
    "ARCHIVE CANDIDATE",
    "for a person",
    "not verifiable",
    "unreadable",
]


class MemoryStanding(Message):
    """One memory: how old it is, and what a look at what it names came to."""

    root: str = Field(description="label of its folder")
    file: str
    type: str
    age: int | None = Field(default=None, description="days; None: AGE-UNKNOWN, which is never fresh")
    word: MemoryWord
    grounds: tuple[str, ...] = ()

    @property
    def is_stale(self) -> bool:
        return self.word not in ("fresh", "never stale", "unreadable")


class Hygiene(Message):
    """Step 0-c (ii): the memory folders and what of them is stale (SPEC 4.4)."""

    skipped: str = Field(default="", description="why it did not run; empty: it ran")
    roots: tuple[MemoryRoot, ...] = ()
    standings: tuple[MemoryStanding, ...] = ()
    log: str | None = Field(default=None, description="path of the log, relative to the hub root")
    lines: tuple[CurationLine, ...] = ()
    notes: tuple[str, ...] = Field(default=(), description="what could not be read")


class Curation(Message):
    """What the scan of step 6 found: lines for the form, changes that need no word, and what to say of it."""

    lines: tuple[CurationLine, ...] = ()
    automatic: tuple[CurationLine, ...] = ()
    left_out: tuple[str, ...] = Field(default=(), description="how many more lines of each kind there are")
    measured: tuple[str, ...] = ()
    unmeasured: tuple[str, ...] = ()
