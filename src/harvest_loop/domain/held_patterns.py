"""Patterns of earlier sessions: how often each was seen, and those that wait for more (SPEC 4.7)."""

from collections.abc import Sequence

from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.records import PatternLine


def earlier_sessions(lines: Sequence[PatternLine], patterns: Sequence[Pattern], session_key: str) -> dict[str, int]:
    """In how many other sessions each pattern was seen in other commits: the same work seen again is no recurrence."""
    now = {pattern.fingerprint: {sha[:12] for sha in pattern.commits} for pattern in patterns}
    seen: dict[str, set[str]] = {}
    for line in lines:
        if line.session != session_key and now.get(line.fingerprint, set()).isdisjoint(line.commits):
            seen.setdefault(line.fingerprint, set()).add(line.session)
    return {fingerprint: len(sessions) for fingerprint, sessions in seen.items()}


def waiting_patterns(lines: Sequence[PatternLine], evidence: SessionEvidence) -> tuple[Pattern, ...]:
    """Patterns of this field that an earlier, too small harvest held; the latest state of each, oldest first."""
    latest: dict[str, PatternLine] = {}
    for line in lines:
        if line.field == evidence.git.repository_id and line.session != evidence.session_key:
            latest[line.fingerprint] = line
    return tuple(line.pattern for line in latest.values() if line.held and line.pattern is not None)


def join_waiting(harvest: FieldHarvest, waiting: Sequence[Pattern]) -> FieldHarvest:
    """The session's patterns and, after them, the waiting ones that it did not show again."""
    known = {pattern.fingerprint for pattern in harvest.patterns}
    added = tuple(pattern for pattern in waiting if pattern.fingerprint not in known)
    return harvest.model_copy(update={"patterns": harvest.patterns + added})


def pattern_lines(harvest: FieldHarvest, evidence: SessionEvidence, *, at: str) -> tuple[PatternLine, ...]:
    """One line for patterns.jsonl a pattern; a held one is kept whole."""
    return tuple(
        PatternLine(
            fingerprint=pattern.fingerprint,
            at=at,
            session=evidence.session_key,
            field=evidence.git.repository_id,
            title=pattern.title,
            kind=pattern.kind,
            commits=tuple(sha[:12] for sha in pattern.commits),
            held=harvest.held,
            pattern=pattern if harvest.held else None,
        )
        for pattern in harvest.patterns
    )


def on_hold_lines(
    patterns: Sequence[Pattern], earlier: Sequence[PatternLine], *, session: str, field: str, at: str
) -> tuple[PatternLine, ...]:
    """Lines that bring MED candidates without a Y into the next full run, each pattern once (SPEC 4.10)."""
    before = {line.fingerprint for line in earlier if line.on_hold}
    return tuple(
        PatternLine(
            fingerprint=pattern.fingerprint,
            at=at,
            session=session,
            field=field,
            title=pattern.title,
            kind=pattern.kind,
            commits=tuple(sha[:12] for sha in pattern.commits),
            held=True,
            on_hold=True,
            pattern=pattern,
        )
        for pattern in patterns
        if pattern.fingerprint not in before
    )
