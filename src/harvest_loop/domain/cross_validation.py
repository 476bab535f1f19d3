"""Step 3.5-X: whether a second judge is due for the grades, and why there is none (SPEC 4.10)."""

from collections.abc import Iterator, Sequence

from harvest_loop.schemas.judgement import JudgedCandidate
from harvest_loop.schemas.records import StepNote
from harvest_loop.schemas.settings import JudgeSettings

DUE = 2
_STEP = "3.5-X cross validation"


def validated(judged: Sequence[JudgedCandidate]) -> Iterator[StepNote]:
    """Yield the line of a run in which there was nothing to validate."""
    high = _high(judged)
    if high < DUE:
        yield StepNote(step=_STEP, text=f"not due: {high} HIGH, it looks at {DUE} or more")


def not_validated(judged: Sequence[JudgedCandidate], settings: JudgeSettings) -> Iterator[StepNote]:
    """Yield the line of a run whose HIGH grades nobody looked at again; that lowers no verdict."""
    high = _high(judged)
    if high < DUE:
        return
    if settings.cross_validation == "off":
        yield StepNote(step=_STEP, text=f"switched off by cross_validation: {high} HIGH stand as they were graded")
    else:
        yield StepNote(step=_STEP, text=f"only offline, no second judge: {high} HIGH stand as they were graded")


def _high(judged: Sequence[JudgedCandidate]) -> int:
    return sum(one.candidate.grade == "HIGH" for one in judged)
