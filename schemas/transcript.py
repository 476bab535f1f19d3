"""What a session's transcript shows, each fact with its place (SPEC 3.3)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

Agent = Literal["claude-code", "codex", "opencode", "plain"]
SkillUseKind = Literal["called", "typed", "failed", "quoted"]
LineFault = Literal["cut", "not JSON", "glued", "NUL", "not Unicode", "too long", "too deep", "unknown kind"]


class TurnPlace(Message):
    """A line of a transcript: `file` is the file's name, without its folder."""

    file: str
    line: int = Field(ge=0, description="counted from 1; 0: the file has no lines")


class SkippedLines(Message):
    """Lines of one file that were not used, by fault; the first hundred numbers of each fault are kept."""

    file: str
    fault: LineFault
    detail: str = Field(default="", description="the unknown kind's name; empty for other faults")
    count: int = Field(ge=1)
    lines: tuple[int, ...] = ()


class UnreadFile(Message):
    """A file that could not be opened, so that nothing in it was looked at."""

    file: str
    reason: str


class ReadReport(Message):
    """What a reader could and could not use: nothing is left out in silence.

    Each line read is used (understood, even where it has none of the facts of SPEC 3.3), a copy or skipped.
    """

    agent: Agent
    files: int = Field(ge=0)
    bytes_read: int = Field(ge=0)
    lines_read: int = Field(ge=0, description="blank lines aside; messages, where the file has no lines")
    lines_used: int = Field(ge=0)
    copies: int = Field(default=0, ge=0, description="records that an earlier line or file already held, by record id")
    skipped: tuple[SkippedLines, ...] = ()
    unread: tuple[UnreadFile, ...] = ()
    notes: tuple[str, ...] = ()


class PersonPrompt(Message):
    """What the person typed, redacted; at most the first 2,000 characters are kept."""

    place: TurnPlace
    at: int | None = Field(default=None, description="seconds since the epoch, UTC")
    text: str
    answers: TurnPlace | None = Field(default=None, description="the agent's turn that it answers")


class Correction(Message):
    """A prompt that rejects or changes what the agent just did."""

    prompt: PersonPrompt
    cue: str = Field(description="the words that say so")
    turn: int | None = Field(default=None, ge=0, description="how many prompts of the session came before it")


class FailedCommand(Message):
    """A command that ended badly; text redacted, first 300 characters."""

    place: TurnPlace
    at: int | None = None
    command: str
    said: str = Field(default="", description="the first telling line of its output")
    later: Literal["failed", "succeeded", "unknown"] = Field(
        default="unknown", description="whether the same command came to succeed later in the session"
    )


class FileEdit(Message):
    """A file that the session wrote, by the path as the tool was given it, made absolute by the folder of that turn."""

    place: TurnPlace
    at: int | None = None
    path: str


class SkillUse(Message):
    """One mention of a skill; only `called` and `typed` are uses."""

    place: TurnPlace
    at: int | None = None
    name: str
    kind: SkillUseKind
    turn: int | None = Field(default=None, ge=0, description="how many prompts of the session came before it")

    @property
    def is_use(self) -> bool:
        """Whether the skill was used: a failed call and a quotation are none."""
        return self.kind in ("called", "typed")


class CommitMade(Message):
    """A commit that the transcript shows being made: as many hex digits as git printed."""

    place: TurnPlace
    at: int | None = None
    sha: str


class ClosingStatement(Message):
    """The person's words that close something; which card item they name is for SPEC 4.2 to find."""

    prompt: PersonPrompt
    phrase: str
    line: str = Field(
        default="", description="the line of the prompt that it stands in, redacted, first 300 characters"
    )


class TranscriptFacts(Message):
    """One session as its transcript shows it."""

    session: str = Field(description="the agent's session id")
    agent: Agent
    began: int | None = Field(default=None, description="seconds since the epoch, UTC")
    ended: int | None = None
    active_seconds: int | None = Field(default=None, description="turns with gaps of over 30 minutes left out")
    folders: tuple[str, ...] = Field(default=(), description="working directories, in order of first sight")
    branches: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    prompts: tuple[PersonPrompt, ...] = ()
    interrupts: int = Field(default=0, ge=0)
    corrections: tuple[Correction, ...] = ()
    closings: tuple[ClosingStatement, ...] = ()
    edits: tuple[FileEdit, ...] = ()
    failed_commands: tuple[FailedCommand, ...] = ()
    skills: tuple[SkillUse, ...] = ()
    commits: tuple[CommitMade, ...] = ()
    left_out: tuple[tuple[str, int], ...] = Field(
        default=(), description="facts over what is kept of a kind: the kind and how many more there were"
    )
    report: ReadReport


class TranscriptRead(Message):
    """What came of reading a session's transcript: its facts, or why there are none, which is not zero."""

    facts: TranscriptFacts | None = None
    why_not: str = Field(default="", description="empty where there are facts")
