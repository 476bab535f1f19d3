"""Step 3a, challenger: what speaks against each collision (SPEC 4.9)."""

from harvest_loop.domain.guard.skills_in_use import used_without_correction
from harvest_loop.domain.judges.challenger import challenge
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judgement import Attack, Collision
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("3a challenger")
def challenge_assets(
    opened: OpenedHub, evidence: SessionEvidence, collisions: tuple[Collision, ...]
) -> tuple[Attack, ...]:
    """Return the attacks, each with a cited line; none is an answer."""
    facts = evidence.transcripts
    used = None if facts == "unknown" else used_without_correction(facts, opened.hub)
    return challenge(collisions, opened.hub, used)
