"""Patterns that a page had no room for: they wait, and join later pages that have (SPEC 4.7)."""

from collections.abc import Iterable

from harvest_loop.domain.held_patterns import line_of, waiting_lines
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.records import PatternLine


def within_limit(harvest: FieldHarvest, lines: Iterable[PatternLine], repository_id: str) -> FieldHarvest:
    """Return the harvest with as many of those that waited for room as its page has, the weightiest first.

    `lines` are all that was ever written of patterns. What the session itself shows, or what waited for another
    reason, is never put aside for them.
    """
    waited = {line.fingerprint for line in waiting_lines(lines, repository_id) if line.over_limit}
    crowd = sorted((p for p in harvest.patterns if p.fingerprint in waited), key=lambda pattern: -pattern.impact)
    room = max(0, (harvest.limit or 0) - (len(harvest.patterns) - len(crowd)))
    aside = crowd[room:]
    kept = tuple(pattern for pattern in harvest.patterns if pattern not in aside)
    return harvest.model_copy(update={"patterns": kept, "over_limit": (*harvest.over_limit, *aside)})


def over_limit_lines(harvest: FieldHarvest, evidence: SessionEvidence, *, at: str) -> tuple[PatternLine, ...]:
    """One line for patterns.jsonl a pattern that was put aside, whole; one that waits already has its line."""
    known = {pattern.fingerprint for pattern in evidence.waiting}
    known |= {held.pattern.fingerprint for held in evidence.held_back}
    new = (pattern for pattern in harvest.over_limit if pattern.fingerprint not in known)
    named = (pattern.model_copy(update={"source": pattern.source or evidence.source}) for pattern in new)
    return tuple(line_of(pattern, evidence, at, held=True).model_copy(update={"over_limit": True}) for pattern in named)
