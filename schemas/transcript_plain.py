"""The plain transcript that any agent may write: JSON lines, one event each (SPEC 3.3)."""

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from harvest_loop.schemas.base import PeopleFormat


class _Line(PeopleFormat):
    """What each line may have."""

    at: str | float | None = Field(
        default=None, description="ISO 8601 (without zone: UTC), or seconds or milliseconds since the epoch"
    )
    record: str | None = Field(default=None, description="an id of this line; a second line with it is a copy")


class PlainPrompt(_Line):
    """Words that the person typed, and nothing that a program put around them."""

    type: Literal["prompt"]
    text: str


class PlainAgentText(_Line):
    """Prose that the agent wrote; `sidechain`: a sub-agent did."""

    type: Literal["agent"]
    text: str
    sidechain: bool = False


class PlainToolCall(_Line):
    """A tool that the agent called."""

    type: Literal["tool_call"]
    id: str
    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    sidechain: bool = False


class PlainToolResult(_Line):
    """What a tool gave back; `failed` null or missing: nobody knows."""

    type: Literal["tool_result"]
    call: str = Field(description="the call's id")
    failed: bool | None = None
    text: str = ""
    sidechain: bool = False


class PlainFilesChanged(_Line):
    """Files that this turn changed; absolute, or relative to the folder of the last setting."""

    type: Literal["files_changed"]
    paths: tuple[str, ...]
    sidechain: bool = False


class PlainCommand(_Line):
    """A slash command that the person typed; `known` false: the agent refused it."""

    type: Literal["command"]
    name: str
    arguments: str = ""
    known: bool | None = None


class PlainSetting(_Line):
    """Where the session stands from here on; what is missing stays as it was."""

    type: Literal["setting"]
    folder: str | None = None
    branch: str | None = None
    model: str | None = None
    session: str | None = None
    sidechain: bool = False


class PlainInterrupt(_Line):
    """The person stopped the agent in the middle of a turn."""

    type: Literal["interrupt"]


_AnyLine = (
    PlainPrompt
    | PlainAgentText
    | PlainToolCall
    | PlainToolResult
    | PlainFilesChanged
    | PlainCommand
    | PlainSetting
    | PlainInterrupt
)


class PlainLine(RootModel[Annotated[_AnyLine, Field(discriminator="type")]]):
    """A line of a plain transcript, which any agent may write."""
