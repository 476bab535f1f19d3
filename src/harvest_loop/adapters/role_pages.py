"""Reads the pages of the judged roles, as they are shipped (SPEC 5)."""

from functools import cache
from importlib.resources import files


@cache
def read_role_page(name: str) -> str:
    """Return the text of a role's page."""
    return files("harvest_loop.agents_prompts").joinpath(name).read_text(encoding="utf-8")
