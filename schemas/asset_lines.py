"""A line of an asset, as every step quotes it, and how grave what is said of it is (SPEC 4.8, 4.9)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

Severity = Literal["S", "A", "B"]


class AssetLine(Message):
    """A quoted line of a hub asset."""

    path: str
    line: int = Field(ge=1)
    text: str
