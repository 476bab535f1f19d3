"""What no longer stands, as a person reads it: which file, which line, what ended it (SPEC 4.6, 4.15)."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.quoting import as_code, in_page
from harvest_loop.domain.record_candidates import asset_line_text, pointer_text
from harvest_loop.domain.regressed import ANSWERS, POINT
from harvest_loop.schemas.guarded import Guarded
from harvest_loop.schemas.judgement import AssetLine, Collision
from harvest_loop.schemas.paths import written
from harvest_loop.schemas.records import RunRecord, StepNote
from harvest_loop.schemas.regressions import Guard, Regression

_GUARD = "0 regression guard"
_ON_THE_LINE = 3


def guard_page(guard: Guard) -> str:
    """The page of step 0."""
    lines = ["## Regression guard", ""]
    for one in guard.regressions:
        lines += [f"- {one.severity} {in_page(one.message)}", *(f"  - {text}" for text in _sides(one))]
    lines += [f"- {in_page(text)}" for text in (*guard.measured, *guard.not_measured)]
    return "\n".join([*lines, ""])


def regression_section(record: RunRecord) -> Iterator[str]:
    """Yield `### Regressions`, then the points of the retrospective and what answers come to; without any, nothing."""
    regressed = [one for one in record.collisions if one.regression is not None]
    if regressed:
        yield from ("### Regressions", "")
        for number, one in enumerate(regressed, start=1):
            yield from _regressed(number, one)
    is_first = not regressed
    for kind, title in ((POINT, "### Retrospective points"), (ANSWERS, "### Answers over sessions")):
        points = [one for one in record.collisions if one.pattern.kind == kind]
        if not points:
            continue
        yield from (title, "") if is_first else ("", title, "")
        is_first = False
        for one in points:
            yield f"- {in_page(one.pattern.title)}, {pointer_text(one.pattern.evidence[0].pointer)}"
            yield f"  - {as_code(one.id)} {one.relation}: {in_page(one.reason)}"


def guard_measured(guarded: Guarded) -> Iterator[StepNote]:
    """Yield what the guard looked at; where it found nothing, that in one line."""
    yield from (StepNote(step=_GUARD, text=text) for text in guarded.guard.measured)


def guard_unmeasured(guarded: Guarded) -> Iterator[StepNote]:
    """Yield what the guard could not look at."""
    yield from (StepNote(step=_GUARD, text=text) for text in guarded.guard.not_measured)


def regressed_names(regressions: Sequence[Regression]) -> tuple[str, ...]:
    """Return what the verdict's line names: the first few by kind, file and line, and how many more there are."""
    named = [f"{written(one.asset)}:{one.line.line} {one.kind}" for one in regressions]
    more = len(named) - _ON_THE_LINE
    return (*named[:_ON_THE_LINE], *((f"{more} more",) if more > 0 else ()))


def _regressed(number: int, one: Collision) -> Iterator[str]:
    told = one.regression
    if told is None:
        return
    yield f"{number}. {told.severity} {in_page(told.kind)}: {in_page(told.message)} ({in_page(told.step)})"
    yield from (f"   - {text}" for text in _sides(told))
    conflict = f", conflict of {one.conflict}" if one.conflict else ""
    yield f"   - {as_code(one.id)} {one.relation} → {one.route}{conflict}"


def _sides(told: Regression) -> Iterator[str]:
    yield f"says: {asset_line_text(told.line)}"
    if told.against is not None:
        against = told.against
        place = asset_line_text(against) if isinstance(against, AssetLine) else pointer_text(against)
        yield f"against: {place}"
