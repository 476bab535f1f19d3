"""One commit a candidate: what to draft, and what became of it (SPEC 4.15)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message


class DraftFile(Message):
    """A further file of the same commit."""

    path: str = Field(description="relative to the hub root, forward slashes")
    text: str = Field(description="the whole file, LF line ends")
    base_sha256: str | None = Field(description="of the bytes that were shown as the base; None: new file")
    like: str | None = Field(default=None, description="the file whose line ends a new file gets; None: LF")


class DraftCommit(Message):
    """A file to stand in a commit of its own, with those that have to stand beside it."""

    hash: str = Field(description="the candidate's content hash")
    path: str = Field(description="relative to the hub root, forward slashes")
    text: str = Field(description="the whole file, LF line ends")
    base_sha256: str | None = Field(
        default=None, description="of the bytes that were shown as the base; None: new file"
    )
    moved_from: str | None = Field(
        default=None, description="where the file stands that is moved to `path`; the base is that one's"
    )
    subject: str
    body: str = ""
    trailers: tuple[tuple[str, str], ...] = ()
    also: tuple[DraftFile, ...] = Field(default=(), description="further files of the same commit")
    like: str | None = Field(default=None, description="the file whose line ends a new file gets; None: LF")

    @property
    def parts(self) -> "tuple[DraftCommit, ...]":
        """Each file of the commit as a draft of its own, the first one first."""
        alone = {"also": (), "moved_from": None}
        return (self, *(self.model_copy(update={**alone, **each.model_dump()}) for each in self.also))

    @property
    def base_path(self) -> str:
        return self.moved_from or self.path


class DraftedCommit(Message):
    """What became of one draft."""

    hash: str
    outcome: Literal["drafted", "held", "shown again"]
    sha: str | None = None
    detail: str = Field(default="", description="a refusing hook's output, or why the base no longer fits")


class DraftOutcome(Message):
    """The branch, if any commit came to stand on it, and each draft's fate."""

    branch: str | None
    base: str | None = None
    commits: tuple[DraftedCommit, ...] = ()
