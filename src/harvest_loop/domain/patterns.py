"""Field-harvest: what a session did that may be worth keeping, with the evidence for it (SPEC 4.7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from harvest_loop.domain.artefacts import HARNESS_ROLES
from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.fates import Afterlife, follow
from harvest_loop.domain.fingerprints import fingerprint_of
from harvest_loop.domain.grouping import find_practices
from harvest_loop.domain.left_out import TOLD_BY_ANOTHER, left_out, over_limit
from harvest_loop.domain.model_prompts import find_model_prompts
from harvest_loop.domain.offered_skills import is_offered, offers_skills
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.pattern_evidence import facts_of
from harvest_loop.domain.practice import Practice
from harvest_loop.domain.product_words import is_about_product, words_of_product
from harvest_loop.domain.repeated_fixes import find_repeated_fixes, mends, settled
from harvest_loop.domain.selection import select
from harvest_loop.domain.standing import fit, judge_fate, keep_fitting
from harvest_loop.domain.subjects import content_words
from harvest_loop.domain.titles import title_of
from harvest_loop.domain.tools_taken_up import find_tools_taken_up
from harvest_loop.domain.works import Work, paths_before, read_works
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import EvidenceItem, FieldHarvest, Pattern, PatternKind, Pointer

__all__ = ["find_patterns", "harvest_patterns", "judge_fate", "keep_resolved", "with_recurrence"]

_FEW = 3
_MOST_PATHS = 12
_FEEDBACK = ("feedback", "upstream", "downstream", "consumers", "other project", "from users")


class _Field(NamedTuple):
    """What all the patterns of one field are seen against."""

    afterlife: Afterlife
    rarity: Mapping[str, int]
    product: frozenset[str]
    offers_skills: bool


def harvest_patterns(evidence: SessionEvidence) -> FieldHarvest:
    """Return the patterns of a session, heaviest first, and how many commits were left out and why (SPEC 4.7)."""
    return keep_fitting(find_patterns(evidence))


def find_patterns(evidence: SessionEvidence) -> FieldHarvest:
    """Return the same with every fact that a pattern rests on, for `standing.settle` to choose from."""
    works = read_works(evidence.git)
    field = _field_of(evidence, works)
    selection = select(_practices_in(works, paths_before(evidence.git)), field.afterlife, works)
    chosen, over = ([(value, settled(practice, works)) for value, practice in part] for part in selection.parts)
    patterns = tuple(_pattern(practice, value, field) for value, practice in chosen)
    told = {pattern.fingerprint for pattern in patterns}
    crowd = [(_pattern(practice, value, field), practice.places) for value, practice in over]
    waiting = [(pattern, places) for pattern, places in crowd if pattern.fingerprint not in told]
    why = dict.fromkeys(selection.told.union(*(places for _, places in crowd)), TOLD_BY_ANOTHER)
    why |= dict.fromkeys(frozenset[int]().union(*(places for _, places in waiting)), over_limit(selection.limit))
    used = frozenset[int]().union(*(practice.places for _, practice in chosen))
    out = left_out([work for work in works if work.place not in used], why)
    return FieldHarvest(
        patterns=patterns,
        left_out=tuple(sorted((reason, len(shas)) for reason, shas in out.items())),
        left_out_commits=tuple((reason, tuple(shas)) for reason, shas in out.items()),
        held=len(patterns) < _FEW,
        limit=selection.limit,
        over_limit=tuple(pattern for pattern, _ in waiting),
    )


def _practices_in(works: Sequence[Work], before: frozenset[str]) -> tuple[Practice, ...]:
    return (
        *find_practices(works),
        *find_tools_taken_up(works, before),
        *find_repeated_fixes(works),
        *find_model_prompts(works),
    )


def _field_of(evidence: SessionEvidence, works: Sequence[Work]) -> _Field:
    return _Field(
        afterlife=follow(evidence.git.commits, evidence.git.head_paths),
        rarity=Counter(word for work in works for word in work.wording.words),
        product=words_of_product(evidence.git),
        offers_skills=offers_skills(evidence.git.head_paths),
    )


def keep_resolved(harvest: FieldHarvest, resolved: frozenset[Pointer]) -> FieldHarvest:
    """Return the harvest without the evidence whose pointer did not resolve, which is counted (SPEC 4.7)."""
    kept: list[Pattern] = []
    dropped = harvest.dropped_pointers
    for pattern in harvest.patterns:
        items = tuple(item for item in pattern.evidence if resolved.issuperset(item.pointers))
        dropped += len(pattern.evidence) - len(items)
        if items:
            kept.append(pattern.model_copy(update={"evidence": items}))
    return harvest.model_copy(update={"patterns": tuple(kept), "dropped_pointers": dropped, "held": len(kept) < _FEW})


def with_recurrence(harvest: FieldHarvest, earlier: Mapping[str, int]) -> FieldHarvest:
    """Return the harvest with the number of earlier sessions in which each fingerprint was seen (SPEC 4.7)."""
    patterns = tuple(
        pattern.model_copy(update={"recurrence": earlier.get(pattern.fingerprint, 0)}) for pattern in harvest.patterns
    )
    return harvest.model_copy(update={"patterns": patterns})


def _pattern(practice: Practice, value: float, field: _Field) -> Pattern:
    title = title_of(practice)
    facts = facts_of(practice)
    introducing = practice.first if practice.ground in ("birth", "tool") else practice.lead
    others = (work.sha for work in practice.works if work is not introducing)
    return Pattern(
        fingerprint=fingerprint_of(practice),
        kind=_kind(practice),
        title=title,
        topic=_topic(title, practice, field.rarity),
        commits=(introducing.sha, *others),
        paths=_paths(practice, field.afterlife),
        evidence=facts,
        absorbed_into=_home(practice, fit(facts), field),
        impact=3 if value >= 2.5 else 2 if value >= 1 else 1,
        read_whole=not any(touch.change.text_cut for touch in practice.touches),
    )


def _kind(practice: Practice) -> PatternKind:
    wording = practice.lead.wording
    said = f"{wording.said} {' '.join(wording.reasons[:2])}".lower()
    if practice.ground == "repeated fix" or practice.mended or (mends(practice.lead) and practice.lead.guards):
        return "error → solution"
    if practice.ground == "tool":
        return "tool integration"
    if any(word in said for word in _FEEDBACK):
        return "cross-project feedback"
    if _steers_agents(practice) or "prompts" in facets_of(wording.said):
        return "prompt-engineering pattern"
    return "tool integration" if practice.lead.tools and practice.ground != "birth" else "new workflow"


def _steers_agents(practice: Practice) -> bool:
    """Whether what carries a practice is read by agents; a contribution guide is read by people."""
    if practice.role == "rule":
        return practice.touches[0].artefact.key in ("rule:agent instructions", "rule:rules")
    return practice.role in HARNESS_ROLES - {"plugin", "host"}


def _home(
    practice: Practice, evidence: Sequence[EvidenceItem], field: _Field
) -> Literal["commons", "meta", "field signal"]:
    if practice.role == "rule" and is_about_product(
        [item.text for item in evidence if item.role == "rule"], field.product
    ):
        return "field signal"
    if field.offers_skills and is_offered(practice):
        return "field signal"
    if _steers_agents(practice) or practice.role in ("plugin", "host"):
        return "meta"
    return "field signal" if practice.role in ("domain", "deploy") else "commons"


def _topic(title: str, practice: Practice, rarity: Mapping[str, int]) -> tuple[str, ...]:
    words = dict.fromkeys((*practice.common, *content_words(practice.label), *content_words(title)))
    ranked = sorted(words, key=lambda word: (rarity.get(word, 1), word))
    return tuple(ranked[:8])


def _paths(practice: Practice, afterlife: Afterlife) -> tuple[str, ...]:
    added = Counter[str]()
    grown: set[str] = set()
    for touch in practice.touches:
        name = afterlife.name_now(touch.change.path)
        added[name] += touch.change.added or 0
        grown.update([name] if touch.grows else [])
    ranked = sorted(added, key=lambda path: (not afterlife.stands(path), path not in grown, -added[path], path))
    if not ranked:
        ranked = sorted({c.path for c in practice.lead.changes if role_of(c.path) not in ("noise", "document")})
    return tuple(ranked[:_MOST_PATHS])
