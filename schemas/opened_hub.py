"""The hub as a run opens it: assets, card, logs, and what earlier runs left (SPEC 2)."""

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.profile import ProfileRead
from harvest_loop.schemas.records import PatternLine, SessionLine, Tombstone
from harvest_loop.schemas.settings import HubSettings


class OpenedHub(Message):
    """Everything of the hub that the steps of one run may know."""

    hub: Hub
    settings: HubSettings
    settings_hash: str
    card: str | None = Field(default=None, description="the card's text, redacted; None: there is none")
    completion_logs: tuple[tuple[str, str], ...] = Field(default=(), description="file name and text, oldest first")
    manifest_ids: tuple[str, ...] = Field(default=(), description="sorted, so that the same hub has the same hash")
    sessions: tuple[SessionLine, ...] = ()
    patterns: tuple[PatternLine, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    notes: tuple[str, ...] = Field(default=(), description="what could not be read, in words")
    profile: ProfileRead = Field(default=ProfileRead(), description="as it was when the run opened the hub")
