"""What a session left behind: the window, its commits, its uncommitted work (SPEC 3.2)."""

from typing import Literal

from pydantic import Field, field_serializer

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.patterns import HeldPattern, Pattern
from harvest_loop.schemas.transcript import ClosingStatement, TranscriptFacts

ChangeStatus = Literal["added", "modified", "deleted", "renamed", "copied", "type-changed"]
Attribution = Literal["session", "others", "not attributed"]


class AddedLine(Message):
    """One line that a commit added: its number in the new file (1-based) and its redacted text."""

    number: int = Field(ge=1)
    text: str


class FileChange(Message):
    """One path that a commit changed. Text is kept only for paths that say how work is done."""

    path: str
    old_path: str | None = None
    status: ChangeStatus
    added: int | None = Field(default=None, ge=0, description="lines; None: binary, a submodule, or not readable")
    deleted: int | None = Field(default=None, ge=0, description="lines; None: binary, a submodule, or not readable")
    added_lines: tuple[AddedLine, ...] = ()
    text_read: bool = Field(default=False, description="whether added_lines was read at all")
    text_cut: bool = Field(default=False, description="whether added_lines ends before the change does")
    blob: str | None = Field(default=None, description="what the file holds, abbreviated, where lines do not tell")


class Commit(Message):
    """One commit of the window; a merge carries only what the merge itself changed."""

    sha: str
    parents: tuple[str, ...]
    committed_at: int = Field(description="seconds since the epoch, UTC")
    zone_minutes: int = Field(description="offset of the committer's zone, minutes east of UTC")
    authored_at: int
    author: str = Field(description="a stable short hash of name and mail; no personal data")
    subject: str
    body: str = ""
    changes: tuple[FileChange, ...] = ()
    patch_id: str | None = None
    attribution: Attribution = "not attributed"
    same_work_as: tuple[str, ...] = Field(default=(), description="shas with the same patch-id, counted once here")
    first_made_at: int | None = Field(
        default=None, description="when the same work was first committed, if that was before the window"
    )


class UncommittedChange(Message):
    """A path whose work is not committed yet, and in which state it was found."""

    path: str
    state: Literal["staged", "unstaged", "untracked"]
    added_lines: tuple[AddedLine, ...] = ()
    text_read: bool = False
    text_cut: bool = False
    blob: str | None = Field(default=None, description="what the file holds, abbreviated, where lines do not tell")
    unread: bool = Field(default=False, description="its lines were asked for and could not be read")
    known: bool = Field(default=False, description="an earlier close harvested a part of it")


class Window(Message):
    """From when to when a session is looked at, and where the start came from."""

    since: int = Field(description="seconds since the epoch, UTC; inclusive")
    until: int = Field(description="seconds since the epoch, UTC; inclusive")
    zone: str = Field(description="the local zone in which days are counted")
    source: Literal[
        "--since", "last close", "session-start marker", "24 hours", "24 hours before the first close", "transcript"
    ]
    revision: str | None = Field(default=None, description="the revision behind --since REV")


class GitEvidence(Message):
    """What git knows of a session's window in one field."""

    field_root: str
    field_name: str
    repository_id: str = Field(description="stable id of the repository: the first root commit, or its path's hash")
    head: str = Field(description="branch name, detached@<sha12>, or unborn:<branch>")
    head_sha: str | None = None
    tips: tuple[str, ...] = Field(default=(), description="of branches and worktrees; none where there are too many")
    window: Window
    commits: tuple[Commit, ...] = Field(default=(), description="the session's own, oldest first")
    others: tuple[Commit, ...] = Field(default=(), description="pulled, fetched or fast-forwarded in the window")
    uncommitted: tuple[UncommittedChange, ...] = ()
    known: tuple[FileChange, ...] = Field(
        default=(), description="changes of harvested commits that HEAD does not reach: a squash of them is no new work"
    )
    attribution: Literal["reflog", "transcript", "not attributed"] = "not attributed"
    off_head: tuple[str, ...] = Field(default=(), description="commits that HEAD does not reach, sorted")
    head_paths: frozenset[str] = Field(default=frozenset(), description="paths in HEAD's tree")
    notes: tuple[str, ...] = Field(default=(), description="what could not be read or is only partly true, in words")
    unread: tuple[str, ...] = Field(
        default=(), description="those notes of work that could not be read at all: it has to be found again next time"
    )
    unreadable: tuple[str, ...] = Field(default=(), description="commits of which only the message could be read")
    unreadable_commits: int = Field(default=0, ge=0)

    @field_serializer("head_paths")
    def _sorted(self, paths: frozenset[str]) -> tuple[str, ...]:
        """Write a set in one order, so that what is written does not depend on the process that wrote it."""
        return tuple(sorted(paths))

    @property
    def only_browsed(self) -> bool:
        """Whether nothing was changed at all (SPEC 3.4)."""
        return not self.commits and not self.uncommitted


class SessionEvidence(Message):
    """Everything that the steps may know about one session."""

    session_key: str
    session_id8: str = Field(min_length=8, max_length=8)
    source: str = Field(description="the field's directory name made safe; names signals, runs and branches")
    git: GitEvidence
    harvested_before: int = Field(default=0, ge=0, description="commits of the window that an earlier close harvested")
    seen_before: bool = Field(default=False, description="an earlier close already harvested this session")
    committed: tuple[Commit, ...] = Field(
        default=(), description="commits that hold nothing but what was harvested before, uncommitted say"
    )
    committed_lines: tuple[str, ...] = Field(
        default=(), description="lines harvested before, committed now; as digests"
    )
    waiting: tuple[Pattern, ...] = Field(default=(), description="held by an earlier close; they join this harvest")
    held_back: tuple[HeldPattern, ...] = Field(
        default=(), description="held by an earlier close; HEAD lacks their work"
    )
    resumes: bool = Field(default=False, description="enough of what waited can be harvested now, new work or not")
    transcripts: TranscriptFacts | Literal["unknown"] = Field(
        default="unknown", description="what the transcript shows, prompts and edits counted only; unknown is not zero"
    )
    transcript_unread: str = Field(default="", description="why there are no facts; empty where there are")
    transcript: str | None = Field(default=None, description="the transcript's path on this machine")
    first_seen: bool = Field(default=False, description="an agent's session of which the hub has no line as read yet")
    closings: tuple[ClosingStatement, ...] = Field(
        default=(), description="the person's closing statements, less what an earlier close of the session took in"
    )
    new_edits: int = Field(default=0, ge=0, description="edits of files of the field, where git knows nothing of them")

    @property
    def only_browsed(self) -> bool:
        """Whether there is nothing to harvest: no edit, nothing new or back in git, no closing statement (SPEC 3.4)."""
        return self.git.only_browsed and not self.resumes and not self.closings and not self.new_edits
