"""Patterns of earlier sessions: how often each was seen, and those that wait for more or for HEAD (SPEC 4.7)."""

from collections.abc import Iterable, Mapping, Sequence

from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence
from harvest_loop.schemas.patterns import FieldHarvest, HeldPattern, Pattern
from harvest_loop.schemas.records import PatternLine


def earlier_sessions(
    lines: Sequence[PatternLine], patterns: Sequence[Pattern], evidence: SessionEvidence
) -> dict[str, int]:
    """In how many other sessions each pattern was seen in other commits: the same work seen again is no recurrence."""
    now = {pattern.fingerprint: {sha[:12] for sha in pattern.commits} for pattern in patterns}
    commits = {pattern.fingerprint: pattern.commits for pattern in patterns}
    waited = {one.fingerprint for one in evidence.waiting if commits.get(one.fingerprint) == one.commits}
    for line in waiting_lines(lines, evidence.git.repository_id):
        if line.fingerprint in waited:  # it may have been seen before it was committed
            now[line.fingerprint].update(line.commits)
    seen: dict[str, set[str]] = {}
    for line in lines:
        if line.session != evidence.session_key and now.get(line.fingerprint, set()).isdisjoint(line.commits):
            seen.setdefault(line.fingerprint, set()).add(line.session)
    return {fingerprint: len(sessions) for fingerprint, sessions in seen.items()}


def waiting_lines(lines: Iterable[PatternLine], repository_id: str) -> tuple[PatternLine, ...]:
    """The lines of this field's patterns that an earlier harvest held; the latest state of each, oldest first."""
    return tuple(line for line in held_lines(lines, repository_id) if line.pattern is not None)


def held_lines(lines: Iterable[PatternLine], repository_id: str) -> tuple[PatternLine, ...]:
    """The lines of this field that wait for a later run, by the latest state of each fingerprint, oldest first."""
    latest = {line.fingerprint: line for line in lines if line.field == repository_id}
    return tuple(line for line in latest.values() if line.held)


def join_waiting(harvest: FieldHarvest, evidence: SessionEvidence) -> FieldHarvest:
    """The session's patterns and, after them, the waiting ones that it did not show again.

    A squash of a branch is new commits with the lines that were waited for: step 1 saw them as this session's work.
    """
    known = {pattern.fingerprint for pattern in harvest.patterns}
    others = [pattern for pattern in evidence.waiting if pattern.fingerprint not in known]
    new = added_lines(evidence.git)
    again = tuple(pattern for pattern in others if quoted(pattern) and quoted(pattern) <= new)
    joined = tuple(pattern for pattern in others if pattern not in again)
    return harvest.model_copy(update={"patterns": harvest.patterns + joined, "told_again": again})


def set_aside(harvest: FieldHarvest, evidence: SessionEvidence, branches: Mapping[str, str | None]) -> FieldHarvest:
    """The harvest, those patterns kept apart whose work HEAD does not hold: no Done When of theirs can be true now.

    `branches` names the branch that the first commit of such a pattern is on.
    """
    away = tuple(pattern for pattern in harvest.patterns if is_away(pattern, evidence))
    new = tuple(HeldPattern(pattern=pattern, branch=branches.get(pattern.commits[0])) for pattern in away)
    told = {pattern.fingerprint for pattern in harvest.patterns}
    still = tuple(held for held in evidence.held_back if held.pattern.fingerprint not in told)
    here = tuple(pattern for pattern in harvest.patterns if pattern not in away)
    return harvest.model_copy(update={"patterns": here, "elsewhere": (*new, *still)})


def is_away(pattern: Pattern, evidence: SessionEvidence) -> bool:
    """Whether all commits of a pattern are of this session and on branches that are not checked out."""
    return set(evidence.git.off_head).issuperset(pattern.commits)


def quoted(pattern: Pattern) -> frozenset[tuple[str, str]]:
    """The lines that a pattern points at, as path and text."""
    places = (pointer for item in pattern.evidence for pointer in item.pointers)
    return frozenset((place.path, place.quote) for place in places if place.path is not None and place.line is not None)


def added_lines(git: GitEvidence) -> frozenset[tuple[str, str]]:
    """The lines that the session's commits added, as path and text."""
    changes = (change for commit in git.commits for change in commit.changes)
    return frozenset((change.path, line.text) for change in changes for line in change.added_lines)


def pattern_lines(harvest: FieldHarvest, evidence: SessionEvidence, *, at: str) -> tuple[PatternLine, ...]:
    """One line for patterns.jsonl a pattern; a held one is kept whole, one that waits already has its line."""
    away = [held.pattern for held in harvest.elsewhere if held not in evidence.held_back]
    told = (
        *((pattern, harvest.held) for pattern in harvest.patterns),
        *((pattern, True) for pattern in away),
        *((pattern, False) for pattern in harvest.told_again),
    )
    return tuple(line_of(pattern, evidence, at, held=held) for pattern, held in told)


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


def line_of(pattern: Pattern, evidence: SessionEvidence, at: str, *, held: bool) -> PatternLine:
    """The line of one pattern as this session saw it; a held one is kept whole."""
    return PatternLine(
        fingerprint=pattern.fingerprint,
        at=at,
        session=evidence.session_key,
        field=evidence.git.repository_id,
        title=pattern.title,
        kind=pattern.kind,
        commits=tuple(sha[:12] for sha in pattern.commits),
        held=held,
        pattern=pattern if held else None,
    )
