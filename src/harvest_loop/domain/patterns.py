"""Field-harvest: what a session did that may be worth keeping, with the evidence for it (SPEC 4.7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from harvest_loop.domain.artefacts import HARNESS_ROLES
from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.fates import Afterlife, follow
from harvest_loop.domain.fingerprints import fingerprint_of
from harvest_loop.domain.grouping import find_practices
from harvest_loop.domain.model_prompts import find_model_prompts
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.pattern_evidence import evidence_for
from harvest_loop.domain.practice import Practice
from harvest_loop.domain.product_words import is_about_product, words_of_product
from harvest_loop.domain.repeated_fixes import find_repeated_fixes, how_it_ended, mends, settled
from harvest_loop.domain.selection import select
from harvest_loop.domain.subjects import content_words
from harvest_loop.domain.titles import title_of
from harvest_loop.domain.tools_taken_up import find_tools_taken_up
from harvest_loop.domain.works import Work, read_works
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import EvidenceItem, Fate, FieldHarvest, Pattern, PatternKind, Pointer

_FEW = 3
_MOST_PATHS = 12
_FEEDBACK = ("feedback", "upstream", "downstream", "consumers", "other project", "from users")


def harvest_patterns(evidence: SessionEvidence) -> FieldHarvest:
    """Return the patterns of a session, heaviest first, and how many commits were left out and why (SPEC 4.7)."""
    works = read_works(evidence.git)
    afterlife = follow(evidence.git.commits, evidence.git.head_paths)
    practices = (
        *find_practices(works),
        *find_tools_taken_up(works),
        *find_repeated_fixes(works),
        *find_model_prompts(works),
    )
    chosen = [(value, settled(practice, works)) for value, practice in select(practices, afterlife, works)]
    rarity = Counter(word for work in works for word in work.wording.words)
    product = words_of_product(evidence.git)
    patterns = tuple(_pattern(practice, value, afterlife, rarity, product) for value, practice in chosen)
    used = {work.place for _, practice in chosen for work in practice.works}
    left_out = _left_out([work for work in works if work.place not in used])
    return FieldHarvest(
        patterns=patterns,
        left_out=tuple(sorted((reason, len(shas)) for reason, shas in left_out.items())),
        left_out_commits=tuple((reason, tuple(shas)) for reason, shas in left_out.items()),
        held=len(patterns) < _FEW,
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


def judge_fate(pattern: Pattern, evidence: SessionEvidence, lines_now: frozenset[tuple[str, str]]) -> Fate:
    """Say what became of a pattern's files and lines; `lines_now` holds (path, line) of HEAD (SPEC 4.7)."""
    afterlife = follow(evidence.git.commits, evidence.git.head_paths)
    if pattern.commits[0] in afterlife.reverted:
        return "reverted"
    if pattern.kind == "error → solution" and (end := how_it_ended(pattern.commits, evidence.git.commits)):
        return end
    places = {(item.pointer.path, item.pointer.quote) for item in pattern.evidence if item.pointer.line is not None}
    quoted = [(path, quote) for path, quote in places if path is not None]
    if not evidence.git.head_paths or not quoted:
        return "unknown"
    if not any(afterlife.stands(path) for path, _ in quoted):
        return "unknown" if pattern.commits[0] in evidence.git.off_head else "reverted"
    if not lines_now:
        return "unknown"
    alive = sum(bool({(path, quote), (afterlife.name_now(path), quote)} & lines_now) for path, quote in quoted)
    return "survived" if alive * 2 >= len(quoted) else "rewritten"


def with_recurrence(harvest: FieldHarvest, earlier: Mapping[str, int]) -> FieldHarvest:
    """Return the harvest with the number of earlier sessions in which each fingerprint was seen (SPEC 4.7)."""
    patterns = tuple(
        pattern.model_copy(update={"recurrence": earlier.get(pattern.fingerprint, 0)}) for pattern in harvest.patterns
    )
    return harvest.model_copy(update={"patterns": patterns})


def _pattern(
    practice: Practice, value: float, afterlife: Afterlife, rarity: Mapping[str, int], product: frozenset[str]
) -> Pattern:
    title = title_of(practice)
    evidence = evidence_for(practice)
    introducing = practice.first if practice.ground in ("birth", "tool") else practice.lead
    others = (work.sha for work in practice.works if work is not introducing)
    return Pattern(
        fingerprint=fingerprint_of(practice),
        kind=_kind(practice),
        title=title,
        topic=_topic(title, practice, rarity),
        commits=(introducing.sha, *others),
        paths=_paths(practice, afterlife),
        evidence=evidence,
        absorbed_into=_home(practice, evidence, product),
        impact=3 if value >= 2.5 else 2 if value >= 1 else 1,
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
    practice: Practice, evidence: Sequence[EvidenceItem], product: frozenset[str]
) -> Literal["commons", "meta", "field signal"]:
    if practice.role == "rule" and is_about_product([item.text for item in evidence if item.role == "rule"], product):
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


def _left_out(works: Sequence[Work]) -> dict[str, list[str]]:
    """The shas of what became no pattern, by reason, each in the order in which it was seen."""
    found: dict[str, list[str]] = {}
    for work in works:
        found.setdefault(_why_left_out(work), []).append(work.sha)
    return found


def _why_left_out(work: Work) -> str:
    if work.wording.noise not in (None, "vague message"):
        return str(work.wording.noise)
    roles = {role_of(change.path) for change in work.changes} - {"noise"}
    if roles <= {"document", "guide"}:
        return "simple docs" if roles else "nothing but noise"
    if roles & {"domain", "test"}:
        return "one-off fix" if mends(work) else "domain code"
    return (
        "project configuration"
        if roles <= {"configuration", "recipe", "toolchain"}
        else "small change of how work is done"
    )
