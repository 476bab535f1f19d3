"""3.5-X: what the second validator is given, and the grades that it lowers; it raises none (SPEC 4.10)."""

from collections.abc import Sequence

from harvest_loop.domain.cross_validation import DUE
from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.judgement import Candidate, Proposal
from harvest_loop.schemas.role_messages import GradedItem, ValidatorAnswer, ValidatorInput

_MOST_FACTS = 20
_REASON = 300


def is_due(candidates: Sequence[Candidate]) -> bool:
    """Return whether there are enough HIGH grades for a second look."""
    return sum(candidate.grade == "HIGH" for candidate in candidates) >= DUE


def validator_input(candidates: Sequence[Candidate]) -> ValidatorInput:
    """Return all that the second validator is given: what was graded HIGH, and no attack or reasoning."""
    return ValidatorInput(items=tuple(_item(candidate) for candidate in candidates if candidate.grade == "HIGH"))


def lowered(candidates: Sequence[Candidate], answer: ValidatorAnswer, judge: str) -> tuple[Candidate, ...]:
    """Return the candidates, each one that was named as over-promoted one grade lower, and why."""
    reasons = {one.hash: one.reason for one in answer.over_promoted}
    return tuple(
        candidate.model_copy(
            update={
                "grade": "MED",
                "why": f"{candidate.why}; over-promoted, by the second look of {judge}: "
                f"{one_line(reasons[candidate.hash], limit=_REASON)}",
            }
        )
        if candidate.grade == "HIGH" and candidate.hash in reasons
        else candidate
        for candidate in candidates
    )


def unknown_to(candidates: Sequence[Candidate], answer: ValidatorAnswer) -> int:
    """Return how many of the answer's items were not given."""
    given = {candidate.hash for candidate in candidates if candidate.grade == "HIGH"}
    return sum(one.hash not in given for one in answer.over_promoted)


def _item(candidate: Candidate) -> GradedItem:
    proposal: Proposal | None = candidate.proposal
    return GradedItem(
        hash=candidate.hash,
        kind=candidate.kind,
        target=candidate.target,
        literal_text="" if proposal is None else proposal.change.shown,
        triggers=() if proposal is None else proposal.triggers,
        facts=tuple(f"{item.pointer}: {item.text}" for item in candidate.pattern.evidence[:_MOST_FACTS]),
        row=candidate.why,
    )
