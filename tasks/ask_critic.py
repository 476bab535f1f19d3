"""Step 3.75 by a model: each text judged by itself, blind, beside the floor's word (SPEC 4.11, 5)."""

from harvest_loop.domain.judges.critic import critic_input
from harvest_loop.domain.judges.given_critiques import joined_critiques, placed
from harvest_loop.domain.rounds import judgeable
from harvest_loop.schemas.judged import GivenCritiques
from harvest_loop.schemas.judgement import Candidate, Critique
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.role_messages import CriticAnswer
from harvest_loop.tasks.ask_judge import RoleCalls
from harvest_loop.tasks.step import ASKS_A_MODEL, step


@step("3.75 Critic, by a model", tags=(ASKS_A_MODEL,))
def ask_critic(
    opened: OpenedHub, desk: JudgeDesk, candidates: tuple[Candidate, ...], floor: tuple[Critique, ...]
) -> GivenCritiques:
    """Return the floor's critiques with what a model adds; it is given the text alone, also of the floor's nothing."""
    calls = RoleCalls(opened, desk, "critic")
    answers = {}
    for candidate in judgeable(candidates):
        given = critic_input(candidate)
        answer = calls.ask(given, CriticAnswer)
        if answer is not None:
            answers[given.hash] = placed(answer, given)
    return GivenCritiques(critiques=joined_critiques(floor, answers), word=calls.word)
