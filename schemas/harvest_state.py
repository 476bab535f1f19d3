"""harvest_state.json: what the loop did once for all in a hub (SPEC 2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import PeopleFormat


class HarvestState(PeopleFormat):
    """What was offered, and when; keys that a later version wrote are kept."""

    schema_version: Literal[1] = 1
    last_cadence: str | None = Field(default=None, description="when a cycle was last looked over, UTC")
    offered: dict[str, str] = Field(default_factory=dict, description="what was offered once, and the moment, UTC")
