"""Step 3.5-X: a second, isolated judge looks at the grades where two or more are HIGH (SPEC 4.10)."""

from harvest_loop.domain.judges.over_promoted import is_due, lowered, unknown_to, validator_input
from harvest_loop.schemas.judged import GivenGrades
from harvest_loop.schemas.judgement import Candidate
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.role_messages import ValidatorAnswer
from harvest_loop.tasks.ask_judge import RoleCalls
from harvest_loop.tasks.step import ASKS_A_MODEL, step


@step("3.5-X cross validation", tags=(ASKS_A_MODEL,))
def look_again(opened: OpenedHub, desk: JudgeDesk, candidates: tuple[Candidate, ...]) -> GivenGrades:
    """Return the candidates, those that it names as over-promoted one grade lower, and what came of the call."""
    calls = RoleCalls(opened, desk, "second validator")
    due = opened.settings.judge.cross_validation == "on" and is_due(candidates)
    answer = calls.ask(validator_input(candidates), ValidatorAnswer) if due else None
    if answer is None:
        return GivenGrades(candidates=candidates, word=calls.word if due else None)
    calls.drop(unknown_to(candidates, answer))
    return GivenGrades(candidates=lowered(candidates, answer, calls.word.judge), word=calls.word)
