"""Patterns: something a session did that may be worth keeping, with evidence (SPEC 4.7)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.paths import written

PatternKind = Literal[
    "new workflow",
    "cross-project feedback",
    "prompt-engineering pattern",
    "error → solution",
    "tool integration",
]
# What enters contention beside patterns is set against the assets in the same form (SPEC 4.8).
MatterKind = Literal[PatternKind, "regression", "retrospective point", "answers over sessions"]
Fate = Literal["survived", "rewritten", "reverted", "unknown"]


class Pointer(Message):
    """A place that a reader can open: a commit, or a line of a file as it stood in that commit."""

    sha: str = Field(description="the commit; 'worktree' for uncommitted work")
    path: str | None = None
    line: int | None = Field(default=None, ge=1)
    quote: str = Field(description="the redacted text at that place; the subject for a bare commit")

    def __str__(self) -> str:
        place = self.sha[:10]
        if self.path is not None:
            place += f" {written(self.path)}"
        return place if self.line is None else f"{place}:{self.line}"


EvidenceRole = Literal[
    "refusal",  # a test in a script or hook that stops the work: what it asks, without the stopping
    "command",  # a command line that the work itself runs: a CI step, a Makefile recipe, a script's call
    "rule",  # a sentence of an instruction file
    "file",  # a script, check, template, prompt or configuration that came to be
    "reason",  # why it was done, in the words of the commit
    "guard",  # the test or check that keeps a fix fixed
]


AsideKind = Literal[
    "goes on",  # a further line on which the command itself is written
    "says",  # a comment right above: what it is for, or what to do by hand first
    "inside",  # the loop or condition in which it stands
    "only if",  # the sentence or heading that names the only case for it
    "never",  # the line above a list that says that nothing of it is to be done
    "message",  # what a refusal tells
]


class Aside(Message):
    """A line beside a fact, without which the fact would say something else."""

    kind: AsideKind
    pointer: Pointer


class EvidenceItem(Message):
    """One fact that a pattern rests on."""

    role: EvidenceRole
    text: str = Field(description="the command, sentence or path itself, redacted, one line")
    pointer: Pointer
    asides: tuple[Aside, ...] = Field(default=(), description="the lines that belong to it, in the file's order")
    stands: bool | None = Field(
        default=None, description="whether its lines are still in their file at HEAD; None: no line, or not known"
    )

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        """Every place that has to hold for the fact to hold."""
        return (self.pointer, *(aside.pointer for aside in self.asides))


class Pattern(Message):
    """One practice, from one or several commits."""

    fingerprint: str = Field(description="sha256 of what it is about, independent of shas, times and wording")
    kind: MatterKind
    title: str = Field(max_length=120, description="one practice in plain words, built from the evidence")
    topic: tuple[str, ...] = Field(description="the rare words it is about, most telling first")
    commits: tuple[str, ...] = Field(description="shas, the introducing one first")
    paths: tuple[str, ...] = Field(description="the artefacts that carry it, most telling first")
    evidence: tuple[EvidenceItem, ...] = Field(min_length=1)
    absorbed_into: Literal["commons", "meta", "field signal"]
    impact: Literal[1, 2, 3]
    recurrence: int = Field(default=0, ge=0, description="earlier sessions in which the same fingerprint was seen")
    fate: Fate = "unknown"
    source: str = Field(default="", description="the field's safe name: in which repository the commits lie")
    more_in: tuple[str, ...] = Field(
        default=(), description="paths that hold more facts of the kind than the evidence keeps"
    )
    read_whole: bool = Field(default=True, description="whether no text of its changes was cut as it was read")


class HeldPattern(Message):
    """A pattern whose work the checked-out history does not hold: nothing can be tested of it until it does."""

    pattern: Pattern
    branch: str | None = Field(default=None, description="where its work is; None: on no branch, or not found again")


class FieldHarvest(Message):
    """What step 1 made of a session's evidence."""

    patterns: tuple[Pattern, ...] = ()
    left_out: tuple[tuple[str, int], ...] = Field(
        default=(), description="work that became no pattern: reason and number of commits"
    )
    left_out_commits: tuple[tuple[str, tuple[str, ...]], ...] = Field(
        default=(), description="the same by commit: reason and shas, each in the order in which they were seen"
    )
    dropped_pointers: int = Field(default=0, ge=0)
    read_otherwise: int = Field(default=0, ge=0, description="facts that are none where their whole file is read")
    held: bool = Field(default=False, description="fewer than three patterns: kept for next time")
    limit: int | None = Field(default=None, ge=0, description="how many patterns a page of this session holds")
    over_limit: tuple[Pattern, ...] = Field(
        default=(), description="patterns over that limit, or over the share of their kind; kept for next time"
    )
    elsewhere: tuple[HeldPattern, ...] = Field(default=(), description="kept until HEAD reaches their work")
    told_again: tuple[Pattern, ...] = Field(
        default=(), description="held before, and not joined: the session's own commits tell of the same lines"
    )
