"""Judge what collided: attacked and built upon, graded, and by the Critic at most twice (SPEC 4.9 to 4.11)."""

from uuid import UUID

from harvest_loop.domain import step_pages as pages
from harvest_loop.domain.forms import hold_black_boxes
from harvest_loop.domain.rounds import failed, settle_rounds
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judgement import Attack, Candidate, Collision, Innovation
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.run_facts import Judgement
from harvest_loop.tasks.base_on_committed import base_on_committed
from harvest_loop.tasks.challenge_assets import challenge_assets
from harvest_loop.tasks.critique_candidates import critique_candidates
from harvest_loop.tasks.innovate_candidates import innovate_candidates, repair_candidates
from harvest_loop.tasks.show_progress import show_step
from harvest_loop.tasks.synthesize_grades import synthesize_grades


def judge_collisions(
    opened: OpenedHub, evidence: SessionEvidence, collisions: tuple[Collision, ...], progress: UUID
) -> tuple[tuple[Attack, ...], Innovation, Judgement]:
    """Return the attacks, the proposals, and the candidates that came of both, after the Critic."""
    attacking = challenge_assets.submit(opened, evidence, collisions)  # 3a ∥ 3b: neither sees the other
    innovating = innovate_candidates.submit(opened, evidence, collisions)
    attacks, innovation = attacking.result(), innovating.result()
    show_step(progress, "attacks", pages.attacks_page(attacks))
    show_step(progress, "proposals", pages.proposals_page(innovation))
    candidates = synthesize_grades(opened, collisions, attacks, innovation.proposals)  # 3.5
    show_step(progress, "grades", pages.grades_page(candidates))
    judgement = base_on_committed(opened, _judge_at_most_twice(candidates))  # 3.75
    show_step(progress, "critic", pages.critic_page(judgement.rounds[-1]))
    return attacks, innovation, judgement


def _judge_at_most_twice(candidates: tuple[Candidate, ...]) -> Judgement:
    """Return every candidate with its state after one judgement and at most one re-synthesis."""
    first = critique_candidates(candidates)
    failures = failed(candidates, first)
    if not failures:
        return Judgement(judged=hold_black_boxes(settle_rounds(candidates, first, {}, ())), rounds=(first,))
    repaired = repair_candidates(failures)
    second = critique_candidates(tuple(repaired.values()))
    judged = settle_rounds(candidates, first, repaired, second)
    return Judgement(judged=hold_black_boxes(judged), rounds=(first, second))
