"""Step 3.5-X: whether a second judge is due for the grades, who it was, and why there is none (SPEC 4.10)."""

from collections.abc import Iterator, Sequence

from harvest_loop.schemas.judgement import JudgedCandidate
from harvest_loop.schemas.judging import RoleWord
from harvest_loop.schemas.records import StepNote
from harvest_loop.schemas.settings import JudgeSettings

DUE = 2
_STEP = "3.5-X cross validation"


def validated(judged: Sequence[JudgedCandidate], words: Sequence[RoleWord] = ()) -> Iterator[StepNote]:
    """Yield the line of a run whose grades a second judge looked at, or in which there was nothing to look at."""
    second = _second(words)
    high = _high(judged)
    if second is not None and not second.not_run:
        yield StepNote(step=_STEP, text=f"looked at by {second.judge}, {_family(second, words)}: {high} HIGH stand")
    elif second is None and high < DUE:
        yield StepNote(step=_STEP, text=f"not due: {high} HIGH, it looks at {DUE} or more")


def not_validated(
    judged: Sequence[JudgedCandidate], settings: JudgeSettings, words: Sequence[RoleWord] = ()
) -> Iterator[StepNote]:
    """Yield the line of a run whose HIGH grades nobody looked at again; only offline that lowers no verdict."""
    high = _high(judged)
    if high < DUE or _second(words) is not None:
        return
    if settings.cross_validation == "off":
        yield StepNote(step=_STEP, text=f"switched off by cross_validation: {high} HIGH stand as they were graded")
    else:
        yield StepNote(step=_STEP, text=f"only offline, no second judge: {high} HIGH stand as they were graded")


def _second(words: Sequence[RoleWord]) -> RoleWord | None:
    """The word of the second judge, if it was asked."""
    return next((one for one in words if one.role == "second validator" and (one.calls or one.not_run)), None)


def _family(second: RoleWord, words: Sequence[RoleWord]) -> str:
    others = {one.vendor for one in words if one.role != "second validator"}
    return "same family" if second.vendor in others else "another family"


def _high(judged: Sequence[JudgedCandidate]) -> int:
    return sum(one.candidate.grade == "HIGH" for one in judged)
