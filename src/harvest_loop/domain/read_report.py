"""Say in words what a reader of transcripts could not use (SPEC 3.3, 11-2)."""

from collections.abc import Iterator

from harvest_loop.domain.quoting import count_of
from harvest_loop.schemas.transcript import ReadReport, SkippedLines

_LINES_NAMED = 5
_SAID = {
    "cut": "cut",
    "not JSON": "that {are} no JSON",
    "glued": "glued to another",
    "NUL": "with NUL bytes",
    "not Unicode": "with broken characters",
    "too long": "too long to be read",
    "too deep": "nested too deep",
}


def phrase_report(report: ReadReport) -> tuple[str, ...]:
    """Return a sentence for each thing that was left out or met twice; none where every line was used once."""
    return tuple(_phrases(report))


def _phrases(report: ReadReport) -> Iterator[str]:
    for skipped in report.skipped:
        yield f"{_lines(skipped.count)} {_fault(skipped)} in {skipped.file}{_where(skipped)}"
    if report.copies:
        yield f"{_lines(report.copies)} that earlier files or lines already held, counted once"
    for unread in report.unread:
        yield f"{unread.file} was not read: {unread.reason}"
    yield from report.notes


def _fault(skipped: SkippedLines) -> str:
    if skipped.fault == "unknown kind":
        return f"of an unknown kind ({skipped.detail})"
    return _SAID[skipped.fault].format(are="is" if skipped.count == 1 else "are")


def _where(skipped: SkippedLines) -> str:
    """Return the first line numbers; where all are 0, the file has no lines."""
    numbers = [str(line) for line in skipped.lines[:_LINES_NAMED] if line]
    if not numbers:
        return ""
    more = ", …" if skipped.count > len(numbers) else ""
    return f" (line {numbers[0]})" if skipped.count == 1 else f" (lines {', '.join(numbers)}{more})"


def _lines(count: int) -> str:
    return count_of(count, "line")
