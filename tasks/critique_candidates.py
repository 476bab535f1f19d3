"""Step 3.75, Critic: an isolated word on each literal text (SPEC 4.11)."""

from harvest_loop.domain.judges.critic import critic_input, critique
from harvest_loop.domain.rounds import judgeable
from harvest_loop.schemas.judgement import Candidate, Critique
from harvest_loop.tasks.step import step


@step("3.75 Critic")
def critique_candidates(candidates: tuple[Candidate, ...]) -> tuple[Critique, ...]:
    """Return one critique for each candidate with a text; the Critic sees what critic_input lets through."""
    return tuple(critique(critic_input(candidate)) for candidate in judgeable(candidates))
