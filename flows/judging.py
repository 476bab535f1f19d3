"""The Critic at most twice: what it failed is repaired once and judged again, blind (SPEC 4.11)."""

from harvest_loop.domain.forms import hold_black_boxes
from harvest_loop.domain.rounds import failed, settle_rounds
from harvest_loop.schemas.judgement import Candidate
from harvest_loop.schemas.run_facts import Judgement
from harvest_loop.tasks.critique_candidates import critique_candidates
from harvest_loop.tasks.innovate_candidates import repair_candidates


def judge_at_most_twice(candidates: tuple[Candidate, ...]) -> Judgement:
    """Return every candidate with its state after one judgement and at most one re-synthesis."""
    first = critique_candidates(candidates)
    failures = failed(candidates, first)
    if not failures:
        return Judgement(judged=hold_black_boxes(settle_rounds(candidates, first, {}, ())), rounds=(first,))
    repaired = repair_candidates(failures)
    second = critique_candidates(tuple(repaired.values()))
    judged = settle_rounds(candidates, first, repaired, second)
    return Judgement(judged=hold_black_boxes(judged), rounds=(first, second))
