"""What a look over four weeks says of skills that route by complexity, and of what signals repeat (SPEC 4.13, 6-b)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

CadenceWord = Literal["keep", "removal candidate", "unknown"]


class CadenceRequest(Message):
    """Which hub to look over, and from when back."""

    hub: str | None = Field(default=None, description="None: the one that `harvest init` remembered")
    now: int | None = Field(default=None, description="seconds since the epoch, UTC; None: the clock's")
    zone: str | None = None


class RoutedSkill(Message):
    """A skill whose frontmatter says when a stronger model takes it over."""

    name: str
    path: str
    high: str = Field(default="", description="the model of the higher route; empty: it names none")
    conditions: tuple[str, ...] = Field(default=(), description="its `escalate_when`")


class SessionRoutes(Message):
    """What one session of the cycle shows: the skills it used, and the models that answered; None: not read."""

    key: str
    skills: tuple[str, ...] | None = None
    models: tuple[str, ...] = ()


class RoutedStanding(Message):
    """How the higher route of one skill stands, with what says so."""

    skill: RoutedSkill
    word: CadenceWord
    why: str
    seen: tuple[str, ...] = Field(default=(), description="a place and a quotation each, at most three")


class RepeatedPattern(Message):
    """A pattern that several signals of the cycle tell of."""

    fingerprint: str
    title: str
    signals: tuple[str, ...] = Field(description="names of the files, in their order")


class CadenceReview(Message):
    """One cycle; nothing of it is changed by the look."""

    first_day: str = Field(description="local day, YYYY-MM-DD")
    last_day: str
    standings: tuple[RoutedStanding, ...] = ()
    additions: tuple[RepeatedPattern, ...] = ()
    sessions: int = Field(default=0, ge=0, description="seen in the cycle")
    unread: int = Field(default=0, ge=0, description="of these, those whose transcript was not read")
    signals: int = Field(default=0, ge=0, description="of the cycle")
    notes: tuple[str, ...] = Field(default=(), description="what could not be read, in words")
