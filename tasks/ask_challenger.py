"""Step 3a by a model: what it adds to the floor's attacks; it knows nothing of the innovator (SPEC 4.9, 5)."""

from harvest_loop.domain.judges.given_attacks import attacks_of, challenger_input
from harvest_loop.schemas.judged import GivenAttacks
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.role_messages import ChallengerAnswer
from harvest_loop.tasks.ask_judge import RoleCalls
from harvest_loop.tasks.step import ASKS_A_MODEL, step


@step("3a challenger, by a model", tags=(ASKS_A_MODEL,))
def ask_challenger(opened: OpenedHub, desk: JudgeDesk, collisions: tuple[Collision, ...]) -> GivenAttacks:
    """Return the attacks whose citations hold, and what came of the call; without a collision nobody is asked."""
    calls, given = RoleCalls(opened, desk, "challenger"), challenger_input(collisions, opened.hub)
    answer = calls.ask(given, ChallengerAnswer) if given.collisions else None
    if answer is None:
        return GivenAttacks(word=calls.word)
    attacks = attacks_of(answer, collisions, opened.hub)
    calls.drop(len(answer.attacks) - len(attacks))
    return GivenAttacks(attacks=attacks, word=calls.word)
