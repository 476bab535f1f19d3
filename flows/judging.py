"""Judge what collided: attacked and built upon, graded, judged at most twice, referred to (SPEC 4.9 to 4.12)."""

from uuid import UUID

from harvest_loop.domain import step_pages as pages
from harvest_loop.domain.forms import hold_black_boxes, hold_crowds
from harvest_loop.domain.judges.given_attacks import joined_attacks
from harvest_loop.domain.judges.given_proposals import with_given
from harvest_loop.domain.rounds import failed, passed, settle_rounds
from harvest_loop.domain.suppressed import hold_suppressed
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.examination import Examination
from harvest_loop.schemas.judgement import Attack, Candidate, Collision, Critique, Innovation, JudgedCandidate
from harvest_loop.schemas.judging import JudgeDesk, RoleWord
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.run_facts import Judgement
from harvest_loop.tasks.ask_challenger import ask_challenger
from harvest_loop.tasks.ask_critic import ask_critic
from harvest_loop.tasks.ask_innovator import ask_innovator
from harvest_loop.tasks.base_on_committed import base_on_committed
from harvest_loop.tasks.challenge_assets import challenge_assets
from harvest_loop.tasks.check_bidirectional import check_bidirectional
from harvest_loop.tasks.critique_candidates import critique_candidates
from harvest_loop.tasks.examine_candidates import examine_candidates
from harvest_loop.tasks.innovate_candidates import innovate_candidates, repair_candidates
from harvest_loop.tasks.look_again import look_again
from harvest_loop.tasks.show_progress import show_step
from harvest_loop.tasks.synthesize_grades import synthesize_grades


def judge_collisions(
    opened: OpenedHub,
    evidence: SessionEvidence,
    desk: JudgeDesk,
    collisions: tuple[Collision, ...],
    progress: UUID,
) -> tuple[tuple[Attack, ...], Innovation, Judgement]:
    """Return the attacks, the proposals, and the candidates that came of both, after step 5.

    The floor judges every step; at the desk a model may sit beside it.
    """
    attacks, innovation, words = _attack_and_propose(opened, evidence, desk, collisions)  # 3a ∥ 3b
    show_step(progress, "attacks", pages.attacks_page(attacks))
    show_step(progress, "proposals", pages.proposals_page(innovation))
    candidates = synthesize_grades(opened, evidence, collisions, attacks, innovation.proposals)  # 3.5
    if desk.asks("second validator"):
        looked = look_again(opened, desk, candidates)  # 3.5-X
        candidates, words = looked.candidates, (*words, *((looked.word,) if looked.word else ()))
    show_step(progress, "grades", pages.grades_page(candidates))
    judgement = base_on_committed(opened, _judge_at_most_twice(opened, desk, candidates))  # 3.75, 4
    show_step(progress, "critic", pages.critic_page(judgement.rounds[-1]))
    show_step(progress, "doctor", pages.doctor_page(judgement.judged))
    judgement = check_bidirectional(opened, judgement)  # 5
    show_step(progress, "references", pages.references_page(judgement.judged))
    return attacks, innovation, judgement.model_copy(update={"words": (*words, *judgement.words)})


def _attack_and_propose(
    opened: OpenedHub, evidence: SessionEvidence, desk: JudgeDesk, collisions: tuple[Collision, ...]
) -> tuple[tuple[Attack, ...], Innovation, tuple[RoleWord, ...]]:
    """3a ∥ 3b: neither sees the other; what models add is asked for while the floor's own work goes on."""
    words: tuple[RoleWord, ...] = ()
    attacking = challenge_assets.submit(opened, evidence, collisions)
    innovating = innovate_candidates.submit(opened, evidence, collisions)
    asked = ask_challenger.submit(opened, desk, collisions) if desk.asks("challenger") else None
    innovation = innovating.result()
    if desk.asks("innovator"):
        given = ask_innovator(opened, desk, evidence, collisions, innovation)
        innovation, words = with_given(innovation, given.proposals), (given.word,)
    attacks = attacking.result()
    if asked is not None:
        more = asked.result()
        attacks, words = joined_attacks(attacks, more.attacks), (more.word, *words)
    return attacks, innovation, words


def _judge_at_most_twice(opened: OpenedHub, desk: JudgeDesk, candidates: tuple[Candidate, ...]) -> Judgement:
    """Return every candidate with its state after one judgement and at most one re-synthesis."""
    first, examined, words = _judge(opened, desk, candidates)
    failures = failed(candidates, first, examined)
    if not failures:
        judged = settle_rounds(candidates, first, {}, (), examined)
        return Judgement(judged=_held_back(opened, judged), rounds=(first,), words=words)
    repaired = repair_candidates(failures)
    second, again, more = _judge(opened, desk, tuple(repaired.values()))
    judged = settle_rounds(candidates, first, repaired, second, (*examined, *again))
    return Judgement(judged=_held_back(opened, judged), rounds=(first, second), words=(*words, *more))


def _held_back(opened: OpenedHub, judged: tuple[JudgedCandidate, ...]) -> tuple[JudgedCandidate, ...]:
    """Return the candidates, those that a form must not ask about held."""
    held = hold_crowds(hold_black_boxes(judged))
    return hold_suppressed(held, opened.hub.skills, opened.profile.profile.suppressed)


def _judge(
    opened: OpenedHub, desk: JudgeDesk, candidates: tuple[Candidate, ...]
) -> tuple[tuple[Critique, ...], tuple[Examination, ...], tuple[RoleWord, ...]]:
    """Return the Critic's word on each text, and the doctor's on each that the Critic let pass."""
    critiques = critique_candidates(candidates)
    words: tuple[RoleWord, ...] = ()
    if desk.asks("critic"):
        given = ask_critic(opened, desk, candidates, critiques)
        critiques, words = given.critiques, (given.word,)
    return critiques, examine_candidates(opened, passed(candidates, critiques)), words
