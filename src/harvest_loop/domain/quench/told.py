"""What the quench says to the verdict, to the record and to the page of its step (SPEC 4.1, 4.15, 6)."""

from collections import Counter
from collections.abc import Iterator

from harvest_loop.domain.quoting import as_path, in_page, plural
from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.paths import written
from harvest_loop.schemas.records import StepNote, VerdictLine
from harvest_loop.schemas.regressions import AxisWord, Quench

STEP = "0-a quench"
_LONGEST_NAME = 44
_ON_THE_LINE = 6


def quench_verdict(quench: Quench) -> VerdictLine:
    """Return CONDITIONAL_PASS for failed axes, each named with its asset; else PASS."""
    failed = tuple(dict.fromkeys(f"{word.axis} of {_short(word.asset)}" for word in quench.words if word.failed))
    more = len(failed) - _ON_THE_LINE
    return decide_verdict(failed_axes=(*failed[:_ON_THE_LINE], *((f"{more} more",) if more > 0 else ())))


def quench_measured(quench: Quench) -> Iterator[StepNote]:
    """Yield what was looked at in each asset, with counts, and each thing that failed with file and line."""
    if not quench.assets:
        yield _note("no asset was changed in the session")
        return
    for asset in dict.fromkeys(word.asset for word in quench.words):
        words = [
            _counts(word) for word in quench.words if word.asset == asset and not (word.why_not and not word.checked)
        ]
        if words:
            yield _note(f"{written(asset)}: {'; '.join(words)}")
    for one in quench.regressions:
        place = f"{written(one.line.path)}:{one.line.line}"
        yield _note(f"{one.axis}, {one.kind} ({one.severity}), {place}: {one.message}")
    for path in quench.black_box:
        yield _note(f"black-box edit: {written(path)} was changed without a manifest entry")


def quench_unmeasured(quench: Quench) -> Iterator[StepNote]:
    """Yield what no axis could look at, and why."""
    for word in quench.words:
        if word.why_not:
            yield _note(f"{word.axis} of {written(word.asset)}: {word.why_not}")
    yield from (_note(note) for note in quench.notes)


def quench_rows(quench: Quench) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the step's page: each axis of each asset, then each thing that failed."""
    for word in quench.words:
        yield as_path(word.asset), word.axis, _outcome(word), in_page(word.why_not) or _counts(word)
    for one in quench.regressions:
        place = f"{as_path(one.line.path)}:{one.line.line}"
        yield place, one.axis, f"{one.kind} ({one.severity})", in_page(f"{one.message} — {one.line.text}")
    for path in quench.black_box:
        yield as_path(path), "manifest", "black-box edit", "changed without a manifest entry"


def summary(quench: Quench) -> str:
    """Return one line on the whole step."""
    failed = Counter(word.axis for word in quench.words if word.failed)
    said = ", ".join(f"{count} {axis}" for axis, count in sorted(failed.items())) or "none"
    return f"{len(quench.assets)} changed {plural(len(quench.assets), 'asset')}; failed axes: {said}"


def _outcome(word: AxisWord) -> str:
    if word.failed:
        return f"{word.failed} failed"
    return "not run" if word.why_not and not word.checked else "stands"


def _counts(word: AxisWord) -> str:
    said = f"{word.axis} {word.checked} checked, {word.failed} failed"
    return f"{said}, {word.not_traceable} not traceable" if word.not_traceable else said


def _short(path: str) -> str:
    """Return a path by its last folders where it is too long for the verdict's line."""
    parts = path.split("/")
    while len(parts) > 2 and len("/".join(parts)) > _LONGEST_NAME:
        parts = parts[1:]
    return path if len(parts) == len(path.split("/")) else f"…/{'/'.join(parts)}"


def _note(text: str) -> StepNote:
    return StepNote(step=STEP, text=text)
