"""What one line of a transcript says, whichever agent wrote it: the one type behind every reader (SPEC 3.3).

Plain tuples, not models: a reader makes tens of thousands of them a second. Their texts are raw, as the transcript has
them: who keeps one redacts it first, and none of these is ever stored, logged or shown as it is.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Place(NamedTuple):
    """Where an event was read: the file's path as text and its line, counted from 1 (0: the file has no lines)."""

    file: str
    line: int


class Prompt(NamedTuple):
    """Words that the person typed; pasted text is part of them. `at` is seconds since the epoch, UTC."""

    place: Place
    at: float | None
    text: str


class AgentText(NamedTuple):
    """Prose that the agent wrote; `sidechain`: a sub-agent did, and the person didn't see it as an answer."""

    place: Place
    at: float | None
    text: str
    sidechain: bool = False


class ToolCall(NamedTuple):
    """A tool that the agent called; `id` joins it with its result."""

    place: Place
    at: float | None
    id: str
    name: str
    arguments: Mapping[str, Any]
    sidechain: bool = False


class ToolResult(NamedTuple):
    """What a tool gave back; `failed` None: the record doesn't say."""

    place: Place
    at: float | None
    call: str
    failed: bool | None
    text: str
    sidechain: bool = False


class FilesChanged(NamedTuple):
    """Files that the agent's own record says this turn changed, whichever tool did it; paths as written there."""

    place: Place
    at: float | None
    paths: tuple[str, ...]
    sidechain: bool = False


class TypedCommand(NamedTuple):
    """A slash command that the person typed, without its slash; `known` False: the agent refused it."""

    place: Place
    at: float | None
    name: str
    arguments: str
    known: bool | None


class Setting(NamedTuple):
    """Where the session stood from here on; None: this record doesn't say. A sidechain's holds for that chain only."""

    place: Place
    at: float | None
    folder: str | None = None
    branch: str | None = None
    model: str | None = None
    session: str | None = None
    sidechain: bool = False


class Interrupted(NamedTuple):
    """The person stopped the agent in the middle of a turn."""

    place: Place
    at: float | None


Event = Prompt | AgentText | ToolCall | ToolResult | FilesChanged | TypedCommand | Setting | Interrupted
"""What a session's transcript shows, each fact with its place (SPEC 3.3)."""
