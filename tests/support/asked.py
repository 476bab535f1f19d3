"""The leave that a person's yes gives, for tests of writers."""

from harvest_loop.domain.consent.actions import action_of_drafts, action_of_set_up
from harvest_loop.domain.consent.gate import asked_for
from harvest_loop.schemas.consent_actions import Allowed

SET_UP: Allowed = asked_for(action_of_set_up("set up", "a host's file"), by="a test")
DRAFTS: Allowed = asked_for(action_of_drafts((), "harvest/field"), by="a test")
