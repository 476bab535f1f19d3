"""Which sessions left transcripts on this machine (SPEC 3.1, 3.3)."""

from pathlib import Path

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.transcript import Agent, UnreadFile


class FoundSession(Message):
    """A session that left a transcript, by what stands at the two ends of its files."""

    agent: Agent
    session: str = Field(description="the agent's session id")
    files: tuple[Path, ...] = Field(description="in the order to read them: the parent's, its copies, its sub-agents'")
    began: float | None = Field(default=None, description="seconds since the epoch, UTC")
    ended: float | None = None
    folders: tuple[str, ...] = Field(default=(), description="working directories as the records name them")
    continues: str | None = Field(default=None, description="the session that it was resumed or forked from")


class UnknownTranscript(Message):
    """A file among transcripts that nobody known wrote."""

    file: Path
    looks_like: str


class SessionListing(Message):
    """The sessions that left transcripts, oldest first, and the files that could not be told."""

    sessions: tuple[FoundSession, ...] = ()
    unknown: tuple[UnknownTranscript, ...] = ()
    unread: tuple[UnreadFile, ...] = ()
