"""The use of skills as tracks/_meta/skill_usage.md holds it, and which sessions it rests on (SPEC 2, 3.1, 4.13)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

SessionState = Literal["harvested", "read", "skipped", "unreadable", "waiting"]
UsageStatus = Literal["active", "deprecation candidate", "unknown"]


class SkillCount(Message):
    """How often one session named a skill; only `called` and `typed` are uses."""

    name: str
    called: int = Field(default=0, ge=0)
    typed: int = Field(default=0, ge=0)
    failed: int = Field(default=0, ge=0)
    quoted: int = Field(default=0, ge=0)

    @property
    def uses(self) -> int:
        return self.called + self.typed


class SessionUsage(Message):
    """One line of the log: what a session used; `skills` None: its transcript was not read, so it is unknown."""

    key: str
    day: str = Field(description="local day of the session's end, YYYY-MM-DD")
    skills: tuple[SkillCount, ...] | None = None
    why_not: str = Field(default="", description="why the transcript was not read")


class SessionSeen(Message):
    """A session that is known of, whether it was read or not (SPEC 3.1)."""

    key: str
    day: str = Field(description="local day, YYYY-MM-DD")
    state: SessionState
    why: str = Field(default="", description="why it was skipped or could not be read")


class UsageCoverage(Message):
    """What the figures rest on: sessions seen, and what became of each (SPEC 3.1)."""

    seen: int = Field(ge=0)
    harvested: int = Field(ge=0)
    read: int = Field(default=0, ge=0, description="read, but not harvested")
    waiting: int = Field(default=0, ge=0)
    skipped: tuple[tuple[str, int], ...] = ()
    unreadable: tuple[tuple[str, int], ...] = ()


class SkillStanding(Message):
    """One line of the leaderboard; None: unknown, which is not zero."""

    skill: str
    last_used: str | None = Field(default=None, description="local day, YYYY-MM-DD")
    uses: int | None = Field(default=None, ge=0, description="within 30 days")
    at_least: bool = Field(default=False, description="not every session of the 30 days was read")
    listed_since: str = Field(description="the day from which the leaderboard has this skill")
    status: UsageStatus = "unknown"


class UsagePage(Message):
    """The file's new text, and what it says."""

    text: str
    standings: tuple[SkillStanding, ...] = ()
    elsewhere: tuple[str, ...] = Field(default=(), description="names used within 30 days that are no skill of the hub")
    problems: tuple[str, ...] = Field(default=(), description="lines of the log that could not be understood")
