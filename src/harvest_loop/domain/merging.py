"""When two practices are one, and how they are told together."""

from collections import Counter
from dataclasses import replace

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.paths_of_work import Role
from harvest_loop.domain.practice import Practice
from harvest_loop.domain.repeated_fixes import FAULTS
from harvest_loop.domain.works import Touch, Work

_GUARDS: frozenset[Role] = frozenset({"check", "script", "ci", "hook", "automation", "toolchain", "recipe"})
_CHECKING = frozenset(
    {"assert", "ban", "block", "check", "enforce", "fail", "forbid", "guard", "lint", "prevent", "refuse", "reject"}
    | {"require", "run", "scan", "test", "validate", "verify", "warn"}
)
# Aspects narrow enough that a fix and a check which both speak of one speak of the same fault.
_NARROW = frozenset({"encoding", "time zones", "quoting", "secrets"})
# A commit with more paths than this is squashed work, of which each described file may be a practice of its own.
_SQUASHED = 15


def are_one(practice: Practice, other: Practice) -> bool:
    """Whether a practice is told already by a heavier one."""
    if practice.lead is other.lead or practice.key == other.key:
        return not _told_apart(practice, other)
    if practice.ground == "birth":
        return practice.first is other.first and not _told_apart(practice, other)
    if practice.lead.wording.said == other.lead.wording.said:
        return True
    if practice.ground == "repeated fix" and guards(other, practice):
        return True
    mine, theirs = {work.place for work in practice.works}, {work.place for work in other.works}
    if practice.ground == other.ground == "repeated fix":
        return len(mine & theirs) * 3 >= min(len(mine), len(theirs))
    return practice.lead.place in theirs or len(mine & theirs) * 2 > len(mine)


def join(practice: Practice, other: Practice) -> Practice:
    """Take in what another practice adds: to the same artefacts, by the same commit, or as the fixes behind a guard."""
    if practice.ground == "repeated fix":
        return practice
    own = {touch.artefact.key for touch in practice.touches}
    together = other.ground == "birth" and other.first is practice.first
    seen = {id(touch) for touch in practice.touches}
    more = [t for t in other.touches if id(t) not in seen and (together or t.artefact.key in own)]
    fixed = other.works if other.ground == "repeated fix" and guards(practice, other) else ()
    works = {w.place: w for w in (*practice.works, *_works_of(other, more), *fixed)}
    return replace(
        practice,
        works=tuple(works[place] for place in sorted(works)),
        touches=(*practice.touches, *more),
        mended=practice.mended or bool(fixed),
    )


def _works_of(practice: Practice, touches: list[Touch]) -> list[Work]:
    wanted = {id(touch) for touch in touches}
    return [work for work in practice.works if any(id(touch) in wanted for touch in work.touches)]


def guards(practice: Practice, fixes: Practice) -> bool:
    """Whether a practice keeps fixed what was fixed again and again before it came (SPEC 4.7)."""
    if practice.role not in _GUARDS or practice.ground not in ("birth", "change"):
        return False
    if practice.role != "check" and practice.lead.wording.verb not in _CHECKING:
        return False
    if sum(work.place < practice.first.place for work in fixes.works) < 2:
        return False
    said = practice.lead.wording
    counts = Counter(facet for work in fixes.works for facet in facets_of(work.wording.said))
    faults = {f for f in FAULTS.intersection(facets_of(said.said)) if counts[f] * 5 >= len(fixes.works) * 3}
    return bool(faults & _NARROW) or bool(faults and set(fixes.common).intersection(said.words))


def _told_apart(practice: Practice, other: Practice) -> bool:
    """Whether a squashed commit's body tells of this artefact by itself."""
    if practice.ground != "birth" or practice.touches[0].artefact.key == other.touches[0].artefact.key:
        return False
    names = {touch.change.path.rpartition("/")[2] for touch in practice.touches if touch.grows}
    noted = {path.rpartition("/")[2] for path, _ in practice.first.wording.notes}
    return len(practice.first.touches) > _SQUASHED and bool(names & noted)
