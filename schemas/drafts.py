"""One commit a candidate: what to draft, and what became of it (SPEC 4.15)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message


class DraftCommit(Message):
    """A file to stand in a commit of its own."""

    hash: str = Field(description="the candidate's content hash")
    path: str = Field(description="relative to the hub root, forward slashes")
    text: str = Field(description="the whole file, LF line ends")
    base_sha256: str | None = Field(
        default=None, description="of the bytes that were shown as the base; None: new file"
    )
    subject: str
    body: str = ""
    trailers: tuple[tuple[str, str], ...] = ()


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
