"""The two kinds of model: messages of our own, and formats that people write too."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A value of our own that crosses a boundary: frozen, and no key is let in unnoticed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PeopleFormat(BaseModel):
    """A record in a file that people write too: frozen, and their unknown keys are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")
