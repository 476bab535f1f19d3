"""Step 3.5, synthesizer: grades from attack and proposal by the matrix (SPEC 4.10)."""

from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.judgement import Attack, Candidate, Collision, Proposal
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("3.5 synthesizer")
def synthesize_grades(
    opened: OpenedHub,
    collisions: tuple[Collision, ...],
    attacks: tuple[Attack, ...],
    proposals: tuple[Proposal, ...],
) -> tuple[Candidate, ...]:
    """Return the candidates, best grade first; an earlier rejection rejects again."""
    rejected = frozenset(stone.fingerprint for stone in opened.tombstones)
    return synthesize(collisions, attacks, proposals, rejected)
