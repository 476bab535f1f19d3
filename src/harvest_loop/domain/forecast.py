"""What a proposal predicts, how that is measured, and how sure it is (SPEC 7.2)."""

from typing import NamedTuple

from harvest_loop.domain.naming import title_of
from harvest_loop.domain.quoting import count_of
from harvest_loop.schemas.judgement import Change, Check, Proposal
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.settings import PredictSettings

USES_EXPECTED = 2

_WINDOWS = PredictSettings()
_SURE_AT_FIRST = 0.30
_SUREST, _LEAST_SURE = 0.90, 0.05


class Forecast(NamedTuple):
    """A prediction in words, the check that measures it, and the confidence in it."""

    impact: str
    measurable_by: str
    check: Check
    confidence: float


def foresee(pattern: Pattern, change: Change, name: str) -> Forecast:
    """Return the prediction for one change: a fault that stays away, a skill that is used, a practice that spreads.

    The check never looks at the file that the change itself writes, so no draft makes it true by being there.
    """
    impact, check = _expectation(pattern, change, name)
    return Forecast(impact, in_words(check, title_of(pattern)), check, confidence_in(pattern))


def judged_within(proposal: Proposal, pattern: Pattern, windows: PredictSettings) -> Proposal:
    """Return the proposal with the windows that the hub gives its predictions (SPEC 7.2)."""
    if proposal.check is None:
        return proposal
    asked = {"window_sessions": windows.window_sessions, "window_days": windows.window_days}
    check = proposal.check.model_copy(update=asked)
    return proposal.model_copy(update={"check": check, "predicted_measurable_by": in_words(check, title_of(pattern))})


def confidence_in(pattern: Pattern) -> float:
    """Return how far the evidence carries a prediction, between .05 and .90.

    It starts at .30 and gains .10 for each further commit (two at most), .10 for a guard, .10 for code that survived
    and .05 for each earlier session that met the pattern (three at most); code that was rewritten costs .15, code that
    was reverted .30.
    """
    commits = min(2, max(0, len(pattern.commits) - 1))
    guard = any(item.role == "guard" for item in pattern.evidence)
    fate = {"survived": 0.10, "rewritten": -0.15, "reverted": -0.30, "unknown": 0.0}[pattern.fate]
    sure = _SURE_AT_FIRST + 0.10 * commits + 0.10 * guard + fate + 0.05 * min(3, pattern.recurrence)
    return round(min(_SUREST, max(_LEAST_SURE, sure)), 2)


def is_met_by_itself(check: Check, path: str) -> bool:
    """Whether the draft makes its own check true by being written (SPEC 7.3): such a check is refused."""
    if check.kind not in ("file_exists", "commits", "grep"):
        return False
    target = check.target.strip().removeprefix("./")
    return target == path or target.startswith(f"{path}:") or path.startswith(f"{target.rstrip('/')}/")


def in_words(check: Check, about: str) -> str:
    """The check as a sentence that a person can count by: what, of what, from how many to how many, until when.

    `about` is the practice in words; a check's target may be a hash, which says nothing to a reader.
    """
    spans = [
        count_of(check.window_sessions, "session") if check.window_sessions else "",
        count_of(check.window_days, "day") if check.window_days else "",
    ]
    window = " and ".join(span for span in spans if span) or "the time given"  # both have to pass (SPEC 7.3)
    now = "not counted yet" if check.baseline is None else f"{check.baseline:g} so far"
    wanted = {"up": "at least", "down": "at most", "present": "at least", "absent": "at most"}[check.direction]
    counted = {
        "recurrences": f"later sessions in which “{about}” turns up again",
        "skill_uses": f"uses of the skill {check.target}, by the transcripts of later sessions",
        "grep": f"lines of the hub, besides those of this file, that say {check.target}",
    }.get(check.kind, f"{check.kind} of {check.target}")
    return f"{counted}: {wanted} {check.threshold or 0:g} in the next {window} ({now})"


def _expectation(pattern: Pattern, change: Change, name: str) -> tuple[str, Check]:
    if pattern.kind == "error → solution":
        return _stays_away(pattern)
    if change.kind == "new file":
        return _is_used(name)
    return _is_met_again(pattern)


def _stays_away(pattern: Pattern) -> tuple[str, Check]:
    seen = float(pattern.recurrence)
    check = Check(
        kind="recurrences",
        target=pattern.fingerprint,
        direction="down" if seen else "absent",
        threshold=0.0,
        baseline=seen,
        window_sessions=_WINDOWS.window_sessions,
        window_days=_WINDOWS.window_days,
    )
    return "no later session has to fix the same fault again", check


def _is_used(name: str) -> tuple[str, Check]:
    check = Check(
        kind="skill_uses",
        target=name,
        direction="up",
        threshold=float(USES_EXPECTED),
        baseline=0.0,  # nobody can have called a file that isn't there yet
        window_sessions=_WINDOWS.window_sessions,
        window_days=_WINDOWS.window_days,
    )
    return f"sessions call {name} at least {USES_EXPECTED} times", check


def _is_met_again(pattern: Pattern) -> tuple[str, Check]:
    seen = float(pattern.recurrence)
    check = Check(
        kind="recurrences",
        target=pattern.fingerprint,
        direction="up",
        threshold=seen + 1,
        baseline=seen,
        window_sessions=_WINDOWS.window_sessions,
        window_days=_WINDOWS.window_days,
    )
    return "another session takes the same practice into use", check
