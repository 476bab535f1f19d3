"""What the alarms say, as a person reads it: the word, both sides with file and line, and what could not be watched."""

from collections.abc import Callable, Iterator

from harvest_loop.domain.quoting import as_code, count_of, in_page, plural
from harvest_loop.schemas.drift import Drift, DriftSide, DriftWarning
from harvest_loop.schemas.paths import written
from harvest_loop.schemas.records import StepNote

STEP = "0 drift"
SHOWN = 10
NOT_CALIBRATED = "blocking level: off, it is not calibrated; every detection is a warning"
UNSEEN = (
    "words of another language than English are compared as they stand; a second name that no sentence gives, and a "
    "term whose uses changed only in part, are not seen"
)


def warning_lines(warning: DriftWarning, quote: Callable[[str], str] = str) -> Iterator[str]:
    """Yield a detection's lines: what, then the baseline's side, then the new one."""
    yield f"{warning.kind}: {quote(warning.term)} ({quote(warning.why)})"
    yield f"  was {_side(warning.baseline, quote)}"
    yield f"  now {_side(warning.now, quote)}"
    if warning.also:
        yield f"  also {quote(', '.join(warning.also[:SHOWN]))}{_more(len(warning.also) - SHOWN)}"


def unmonitored_lines(drift: Drift) -> Iterator[str]:
    """Yield one line a reason: how many terms can't be monitored, and the first of them."""
    for one in drift.not_monitored:
        more = _more(one.count - len(one.names))
        yield f"not monitorable: {count_of(one.count, 'term')}, {one.reason}: {', '.join(one.names)}{more}"


def counts_line(drift: Drift) -> str:
    """Return what was looked at and how much was found, in one line."""
    found, monitored = len(drift.warnings), len(drift.monitored)
    told = f"{drift.terms} terms, {drift.defined} defined, {monitored} monitored by context"
    looked = ", ".join(drift.looked_at) or "nothing new"
    return f"{found or 'no'} {plural(found, 'warning')}; {told}; looked at {looked}"


def drift_page(drift: Drift) -> str:
    """The page of the step."""
    lines = ["## Drift", "", f"- {in_page(counts_line(drift))}"]
    for warning in drift.warnings:
        head, *rest = warning_lines(warning, in_page)
        lines += [f"- {head}", *(f"  - {line.strip()}" for line in rest)]
    lines += [f"- {in_page(text)}" for text in (*unmonitored_lines(drift), *drift.notes)]
    return "\n".join([*lines, ""])


def drift_measured(drift: Drift) -> Iterator[StepNote]:
    """Yield the record's lines: the counts, then each detection with both sides."""
    yield StepNote(step=STEP, text=counts_line(drift))
    for warning in drift.warnings[:SHOWN]:
        yield StepNote(step=STEP, text="; ".join(line.strip() for line in warning_lines(warning)))
    more = len(drift.warnings) - SHOWN
    if more > 0:
        yield StepNote(step=STEP, text=f"and {more} more warnings; `harvest drift` lists all")


def drift_unmeasured(drift: Drift) -> Iterator[StepNote]:
    """Yield what the alarms can't see, and that none of them blocks."""
    yield StepNote(step=STEP, text=NOT_CALIBRATED)
    yield from (StepNote(step=STEP, text=line) for line in unmonitored_lines(drift))
    yield StepNote(step=STEP, text=UNSEEN)
    yield from (StepNote(step=STEP, text=note) for note in drift.notes)


def _side(side: DriftSide, quote: Callable[[str], str]) -> str:
    place = written(side.place) if side.line is None else f"{written(side.place)}:{side.line}"
    shown = place if quote is str else as_code(place)
    return f"{side.source} {shown}: “{quote(side.quote)}”"


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""
