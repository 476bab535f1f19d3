"""Which of the patterns that an earlier close held can be harvested now: HEAD holds their work (SPEC 3.1, 4.7)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from harvest_loop.domain.held_patterns import quoted
from harvest_loop.domain.works import WORKTREE
from harvest_loop.schemas.evidence import Commit, SessionEvidence
from harvest_loop.schemas.patterns import EvidenceItem, HeldPattern, Pattern, Pointer
from harvest_loop.schemas.records import PatternLine


@dataclass(frozen=True)
class FieldNow:
    """What the field says of the patterns that wait."""

    landed: frozenset[str] = frozenset()
    """Commits whose work the checked-out history holds."""
    lines: frozenset[tuple[str, str]] = frozenset()
    """Lines that stand in HEAD's files, as path and text."""
    resolved: frozenset[Pointer] = frozenset()
    branches: Mapping[str, str | None] = field(default_factory=dict)
    """The branch that a commit is on."""


def settle_waiting(
    evidence: SessionEvidence, waiting: Sequence[PatternLine], now: FieldNow, *, fewest: int
) -> SessionEvidence:
    """The evidence with the patterns that join this harvest, and those that go on waiting.

    They are harvested without any new work too, if they are enough. What is on hold (SPEC 4.10) needs new work, and so
    does what waits for room on a page.
    """
    joining: list[PatternLine] = []
    back: list[HeldPattern] = []
    for line in waiting:
        if line.pattern is None:
            continue
        if _stands(line.pattern, now):
            joining.append(line)
        else:
            branch = None if _is_uncommitted(line.pattern) else now.branches.get(line.pattern.commits[0])
            back.append(HeldPattern(pattern=line.pattern, branch=branch))
    return evidence.model_copy(
        update={
            "waiting": tuple(line.pattern for line in joining if line.pattern is not None),
            "held_back": tuple(back),
            "resumes": sum(not (line.on_hold or line.over_limit) for line in joining) >= fewest,
        }
    )


def as_committed(waiting: Iterable[PatternLine], commits: Sequence[Commit]) -> tuple[PatternLine, ...]:
    """The lines of patterns that were seen before they were committed, pointing at the commits that hold them now."""
    places: dict[tuple[str | None, str], Pointer] = {}
    for commit in commits:
        for change in commit.changes:
            if change.status != "deleted":
                places.setdefault((change.path, ""), Pointer(sha=commit.sha, path=change.path, quote=""))
            for line in change.added_lines:
                place = Pointer(sha=commit.sha, path=change.path, line=line.number, quote=line.text)
                places.setdefault((change.path, line.text), place)
    return tuple(_as_committed(line, places) for line in waiting)


def _as_committed(line: PatternLine, places: Mapping[tuple[str | None, str], Pointer]) -> PatternLine:
    pattern = line.pattern
    if pattern is None or not _is_uncommitted(pattern):
        return line

    def moved(pointer: Pointer) -> Pointer:
        found = places.get((pointer.path, pointer.quote)) if pointer.sha == WORKTREE else None
        return pointer if found is None or (found.line is None) != (pointer.line is None) else found

    def item_moved(item: EvidenceItem) -> EvidenceItem:
        asides = tuple(aside.model_copy(update={"pointer": moved(aside.pointer)}) for aside in item.asides)
        return item.model_copy(update={"pointer": moved(item.pointer), "asides": asides})

    evidence = tuple(map(item_moved, pattern.evidence))
    shas = [pointer.sha for item in evidence for pointer in item.pointers]
    if WORKTREE in shas:  # a part of it is not committed yet
        return line
    commits = tuple(dict.fromkeys((*shas, *(sha for sha in pattern.commits if sha != WORKTREE))))
    return line.model_copy(update={"pattern": pattern.model_copy(update={"evidence": evidence, "commits": commits})})


def _stands(pattern: Pattern, now: FieldNow) -> bool:
    """Whether the work is checked out, by its commits or by its lines (a squash), and can be read again."""
    readable = any(now.resolved.issuperset(item.pointers) for item in pattern.evidence)
    lines = quoted(pattern)
    here = _is_uncommitted(pattern) or not now.landed.isdisjoint(pattern.commits)
    return readable and (here or (bool(lines) and lines <= now.lines))


def _is_uncommitted(pattern: Pattern) -> bool:
    return WORKTREE in pattern.commits
