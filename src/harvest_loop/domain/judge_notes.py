"""What a record says of models that judged beside the floor: who, what it took, what was tried on them (SPEC 5, 6)."""

from collections.abc import Iterator, Mapping, Sequence

from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.judging import Role, RoleWord, Spent
from harvest_loop.schemas.records import StepNote, VerdictLine

_STEPS: Mapping[Role, str] = {
    "challenger": "3a challenger",
    "innovator": "3b innovator",
    "critic": "3.75 Critic",
    "second validator": "3.5-X cross validation",
}
_LIMIT = 160


def families_of(words: Sequence[RoleWord], role: Role) -> str:
    """Return who judged a role: the floor always, and whoever gave a usable answer beside it."""
    judges = dict.fromkeys(one.judge for one in words if one.role == role and one.calls and not one.not_run)
    return " and ".join(("offline", *judges))


def models_verdict(words: Sequence[RoleWord]) -> VerdictLine:
    """Return the verdict that roles ask for whose configured judge gave no usable answer."""
    return decide_verdict(roles_not_run=tuple(dict.fromkeys(one.role for one in words if one.not_run)))


def spent_by(words: Sequence[RoleWord]) -> Spent | None:
    """Return what all calls of a run took; None where nobody was asked."""
    calls = [one.spent for one in words if one.calls]
    return sum(calls, Spent()) if calls else None


def spent_text(spent: Spent, accepted: int | None = None) -> str:
    """Return what was spent as words; with a count of accepted candidates also what each of them cost."""
    told = (
        f"{count_of(spent.requests, 'request')}, {spent.tokens_in} tokens in, {spent.tokens_out} out, {_usd(spent.usd)}"
    )
    if accepted is None:
        return told
    return (
        f"{told}; {_usd(spent.usd / accepted) if accepted else 'nothing accepted, so no cost'} per accepted candidate"
    )


def models_measured(words: Sequence[RoleWord]) -> Iterator[StepNote]:
    """Yield a line for each role that a model judged, and one for what all of it took."""
    for one in words:
        if one.calls:
            yield StepNote(step=_STEPS[one.role], text=_of_role(one))
        for attempt in one.attempts:
            said = one_line(attempt, limit=_LIMIT)
            yield StepNote(
                step=_STEPS[one.role], text=f"an instruction to the judge in what was judged, as data: {said}"
            )
    total = spent_by(words)
    if total is not None:
        yield StepNote(step="models", text=spent_text(total))


def models_unmeasured(words: Sequence[RoleWord]) -> Iterator[StepNote]:
    """Yield a line for each role whose judge was not called, or gave no usable answer."""
    for one in words:
        if one.not_run:
            yield StepNote(
                step=_STEPS[one.role], text=f"{one.judge} not run: {one.not_run}; the floor's findings count"
            )
        elif one.floor:
            yield StepNote(step=_STEPS[one.role], text=f"{one.judge} not called: {one.floor}")


def _of_role(one: RoleWord) -> str:
    dropped = (
        f"; {count_of(one.dropped, 'finding')} dropped: what it named or cited does not hold" if one.dropped else ""
    )
    return f"beside the floor {one.judge}: {spent_text(one.spent)}{dropped}"


def _usd(amount: float) -> str:
    return f"{amount:.4f} USD"
