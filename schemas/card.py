"""The card's items and what step 0-b concluded about them (SPEC 4.2, 4.14)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message


class CardItem(Message):
    """One item of the card: its words and the lines (0-based, half-open) that belong to it."""

    text: str = Field(description="markup and numbering taken off")
    headline: str = Field(default="", description="its first line, where the words run over several")
    first_line: int = Field(ge=0)
    end_line: int = Field(ge=0)
    shape: Literal["numbered heading", "open box", "bullet"]


class CardSource(Message):
    """Why an item counts as done, or may be done."""

    item: str
    source: Literal["completion log", "git", "the person's words"]
    detail: str = Field(description="file:line of the log, or the short sha and subject")
    certainty: Literal["confirmed", "uncertain"]


class CardCheck(Message):
    """The removal list of step 0-b."""

    present: bool
    items: tuple[CardItem, ...] | None = Field(default=None, description="None: nothing recognised, items unknown")
    removals: tuple[CardSource, ...] = ()
    uncertain: tuple[CardSource, ...] = ()
    manual: tuple[str, ...] = Field(default=(), description="items to check by hand when no log exists")
    notes: tuple[str, ...] = ()


class CardUpdate(Message):
    """What the card's write did (SPEC 4.14)."""

    before: int | None
    after: int | None
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    warning: str | None = None
    written: bool = False


class CardChange(Message):
    """What is to be done to the card, and by which record."""

    removals: tuple[CardSource, ...] = ()
    additions: tuple[str, ...] = ()
    record: str = Field(description="path of the record relative to the hub root")
    day: str = Field(description="local day, YYYY-MM-DD")


class CardPlan(Message):
    """What a change does to the card as it stood; the texts are known by their hashes alone."""

    update: CardUpdate
    before: str
    after: str
