"""The one form of a run, the answers to it, and pending_{run}.json (SPEC 4.15, 10.2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.curation import Curated, CurationLine
from harvest_loop.schemas.judgement import JudgedCandidate

Answer = Literal["Y", "N", "none"]


class FormLine(Message):
    """A proposal to answer, named by its content."""

    hash: str
    title: str
    judged: JudgedCandidate
    manifest_id: str

    @property
    def target(self) -> str:
        return self.judged.candidate.target


AnyLine = FormLine | CurationLine


class Form(Message):
    """Everything one person is asked in one run."""

    schema_version: Literal[1] = 1
    run: str
    session_key: str
    session_id8: str
    mode: str
    source: str = Field(description="the field's safe name")
    field_root: str
    hub_root: str
    day: str = Field(description="local day, YYYY-MM-DD")
    asked_at: str
    record: str = Field(description="path of the record relative to the hub root")
    lines: tuple[AnyLine, ...]
    left_out: tuple[str, ...] = Field(default=(), description="what it has no room for, each kind in a few words")
    leased: tuple[str, ...] = Field(default=(), description="what is not asked: fingerprints of what a lease covers")

    @property
    def proposals(self) -> tuple[FormLine, ...]:
        return tuple(line for line in self.lines if isinstance(line, FormLine))

    @property
    def curations(self) -> tuple[CurationLine, ...]:
        return tuple(line for line in self.lines if isinstance(line, CurationLine))


class FormPage(Message):
    """A form written out for a terminal: plain text, every word of it safe to print."""

    head: str
    lines: tuple[str, ...] = Field(description="one text a line of the form: its grounds and the literal change")
    recap: tuple[str, ...] = Field(description="one short line a line of the form, to be shown where it is asked")
    width: int = 80


class LineAnswer(Message):
    """The person's word on one line."""

    hash: str
    answer: Answer
    reason: str | None = Field(default=None, description="of an N; without one the line is held, not rejected")
    channel: Literal["terminal", "ui", "file", "none"] = "none"


class FormAnswer(Message):
    """All words on one form."""

    run: str
    lines: tuple[LineAnswer, ...] = ()
    answered_at: str | None = None


class UnusableAnswers(Message):
    """Words that were given and can't be carried out: not one of them is."""

    problem: str = Field(description="what is wrong with them and what to do, on one line, redacted")


class Drafted(Message):
    """What became of one Y."""

    hash: str
    manifest_id: str
    outcome: Literal["drafted", "written", "signal", "held", "shown again"]
    branch: str | None = None
    commit: str | None = None
    detail: str = ""


class Written(Message):
    """Everything that applying an answer wrote."""

    branch: str | None = None
    drafted: tuple[Drafted, ...] = ()
    signals: tuple[str, ...] = Field(default=(), description="paths relative to the hub root")
    tombstones: tuple[str, ...] = ()
    manifest_ids: tuple[str, ...] = ()
    pr_body: str | None = Field(default=None, description="path of the pull request's text")
    new_priorities: tuple[str, ...] = Field(default=(), description="card items that follow from the answer")
    curated: tuple[Curated, ...] = Field(default=(), description="changes in place, the automatic ones too")
    profile: str = Field(default="", description="whether the answer was counted in the profile, or why not")
    consent: tuple[str, ...] = Field(default=(), description="the classes that were answered about, and their counts")
