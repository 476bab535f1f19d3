"""A form's other lines as people read them: title, grounds, and where a Y writes (SPEC 4.13, 4.15)."""

from collections.abc import Iterator

from harvest_loop.domain.quoting import as_code, as_path, in_page, one_line
from harvest_loop.domain.record_candidates import check_text
from harvest_loop.schemas.curation import Curated, CurationLine

SHOWN_LINES = 40


def curation_title(line: CurationLine) -> str:
    """How the line is called wherever it is asked."""
    return one_line(f"{line.kind} → {line.target}")


def curation_facts(line: CurationLine) -> Iterator[tuple[str, str]]:
    """The grounds of the line, each with its label; one without a label goes on with the one before."""
    yield "what", line.title
    yield from line.grounds
    yield "where", where_written(line)
    if line.consent:
        yield "consent", line.consent
    yield "prediction", f"{line.predicted_impact} (confidence {line.confidence:.2f})"
    yield "measured by", line.predicted_measurable_by + check_text(line.check)


def where_written(line: CurationLine) -> str:
    """Where a Y writes, and how it is taken back."""
    if line.in_place:
        return "in place, as shown; `harvest undo` takes it back"
    return "as one commit on a branch, for review"


def literal_head(line: CurationLine) -> str:
    """What stands above the literal change."""
    return "The move:" if line.moves and not line.splices else "The change:"


def curation_lines(lines: tuple[CurationLine, ...], words: dict[str, str]) -> Iterator[str]:
    """The section `### Curation` of a record: each line with its grounds and the literal change."""
    if not lines:
        return
    yield "### Curation"
    yield ""
    for line in lines:
        yield f"- **{line.kind}** → {as_path(line.target)} ({as_code(line.hash[:12])}): {in_page(line.title)}"
        yield from (f"  - {f'{label}: ' if label else ''}{in_page(text)}" for label, text in line.grounds)
        yield f"  - {where_written(line).replace('`harvest undo`', 'harvest undo')}"
        if line.consent:
            yield f"  - consent: {in_page(line.consent)}"
        yield f"  - prediction: {in_page(line.predicted_impact)} (confidence {line.confidence:.2f})"
        yield f"  - measured by: {in_page(line.predicted_measurable_by)}{check_text(line.check)}"
        changed = [text for text in line.shown.split("\n") if text[:1] in ("+", "-") and text[:3] not in ("+++", "---")]
        yield from (f"  - {as_code(text, limit=160)}" for text in changed[:SHOWN_LINES])
        if len(changed) > SHOWN_LINES:
            yield f"  - and {len(changed) - SHOWN_LINES} more lines"
        yield f"  - answer: {words.get(line.hash, 'waits for an answer (harvest review)')}"


def curated_text(one: Curated) -> str:
    """What became of one change in place, for the record."""
    word = f"without asking, by the lease of {in_page(one.lease)}, " if one.lease else "without a word, "
    who = word if one.automatic else ""
    undo = f"; harvest undo {one.undo}" if one.undo and one.outcome == "written" else ""
    detail = f": {in_page(one.detail)}" if one.detail else ""
    return f"{who}{one.outcome}: {in_page(one.title)}{undo}{detail}"
