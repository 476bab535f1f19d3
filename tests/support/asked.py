"""The leave that a person's yes gives, for tests of writers."""

from pathlib import Path

from harvest_loop.domain.consent.actions import action_of_drafts, action_of_set_up
from harvest_loop.domain.consent.gate import asked_for
from harvest_loop.schemas.consent_actions import Allowed


def drafts(branch: str) -> Allowed:
    """The leave to draft on a branch of this name."""
    return asked_for(action_of_drafts(("h",), branch), by="a test")


def put_in(path: Path) -> Allowed:
    """The leave to put something of ours into a host's file."""
    return asked_for(action_of_set_up("set up", str(path)), by="a test")
