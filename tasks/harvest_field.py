"""Step 1, field-harvest: patterns whose evidence was read again (SPEC 4.7)."""

from pathlib import Path

from harvest_loop.adapters.git_history import FieldReader
from harvest_loop.domain.held_patterns import earlier_sessions, join_waiting, waiting_patterns
from harvest_loop.domain.patterns import harvest_patterns, judge_fate, keep_resolved, with_recurrence
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest, Pointer
from harvest_loop.tasks.step import step


@step("1 field-harvest")
def harvest_field(opened: OpenedHub, evidence: SessionEvidence) -> FieldHarvest:
    """Return the session's patterns and those that waited; too few are marked as held."""
    found = join_waiting(harvest_patterns(evidence), waiting_patterns(opened.patterns, evidence))
    with FieldReader(Path(evidence.git.field_root)) as reader:
        pointers = {pointer for pattern in found.patterns for item in pattern.evidence for pointer in item.pointers}
        kept = keep_resolved(found, frozenset(pointer for pointer in pointers if _opens(reader, pointer)))
        lines_now = _lines_now(reader, kept)
    aged = tuple(
        pattern.model_copy(
            update={
                "fate": judge_fate(pattern, evidence, lines_now),
                "source": pattern.source or evidence.source,
            }
        )
        for pattern in kept.patterns
    )
    earlier = earlier_sessions(opened.patterns, kept.patterns, evidence.session_key)
    counted = with_recurrence(kept.model_copy(update={"patterns": aged}), earlier)
    return counted.model_copy(update={"held": len(counted.patterns) < opened.settings.loop.min_patterns})


def _opens(reader: FieldReader, pointer: Pointer) -> bool:
    """Whether the line stands there; one with marks that can't be written down as they are is no evidence."""
    return "\ufffd" not in pointer.quote and reader.resolves(pointer)


def _lines_now(reader: FieldReader, harvest: FieldHarvest) -> frozenset[tuple[str, str]]:
    """Each pointed-at line that still stands in its file at HEAD, as (path, text)."""
    asked: dict[str, set[str]] = {}
    for pattern in harvest.patterns:
        for item in pattern.evidence:
            if item.pointer.path is not None:
                asked.setdefault(item.pointer.path, set()).add(item.pointer.quote)
    found: set[tuple[str, str]] = set()
    for path, quotes in asked.items():
        text = reader.file_at("HEAD", path)
        if text is not None:
            found.update((path, line) for line in quotes.intersection(text.split("\n")))
    return frozenset(found)
