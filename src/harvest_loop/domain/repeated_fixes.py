"""Find the same kind of fix made three times or more (SPEC 4.7)."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.paths_of_work import Role, role_of
from harvest_loop.domain.practice import DAY, Practice, speaks, tell
from harvest_loop.domain.vocabulary import listed
from harvest_loop.domain.works import Touch, Work, read_works
from harvest_loop.schemas.evidence import Commit, GitEvidence

_LEAST = 3
# A fix of the same place that comes this soon, and shares so many of the series' words, belongs to it.
_FOLLOWS, _SHARED = 3 * DAY, 2
# A word in more than this share of a window's subjects names the project, not a kind of fault.
_WIDE = 0.04
FAULTS = frozenset(
    {"parallel runs", "caching", "validation", "portability", "retries", "isolation", "permissions", "flakiness"}
    | {"secrets", "deployment", "security", "packaging", "docs builds", "type checks", "pinning", "hooks", "triggers"}
    | {"encoding", "time zones", "quoting"}
)
_MENDING = re.compile(
    r"\b(?:fix(?:es|ed)?|bugs?|repair|resolv\w+|handl\w+|avoid\w*|prevent\w*|missing|invalid|broken|fail\w*|error\w*|"
    r"crash\w*|stale|race|dead ?lock|lock|conflict\w*|leak\w*|stop\w*|correct|wrong|toler\w+|suppress\w*|escape|"
    r"quot\w+|portable)\b",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"\b(?:still|again|not yet|keeps?)\s+(?:\w+\s+)?(?:br[eo]ak\w*|fail\w*|crash\w*|hang\w*|dead ?lock\w*|wrong|flaky|"
    r"lock\w*|los(?:es|ing|t)|occur\w*|happen\w*)|\b(?:does|did|do)(?:n't| not) (?:work|help|fix|hold)|"
    r"\bnot fixed\b|\bno luck\b|\bwip\b|\battempt\b",
    re.IGNORECASE,
)
_WITHDRAWN = re.compile(
    r"^\W*(?:\w+(?:\([^)]*\))?!?:\s*)?(?:revert|undo|back out|withdraw|give up|roll ?back|abandon)\b", re.IGNORECASE
)
# After such a word the message says what was done about it.
_AND_THEN = re.compile(r"[;,–—]\s*(?:so|use|set|pin|switch|now)\b|:\s*(?:use|set|pin|switch)\b", re.IGNORECASE)
_CALLED_FIX = re.compile(r"\W*(?:bug ?)?fix|add missing", re.IGNORECASE)
_PLAIN = listed(
    """
    fix bug error add support use handle update remove correct resolve issue problem file test name field
    path invalid address feedback review finding change new case
    """
)


def mends(work: Work) -> bool:
    """Whether a work repairs something, by what its subject says; what sets something up only mends by saying so."""
    if not speaks(work):
        return False
    if work.wording.strength == "builds":
        return bool(_CALLED_FIX.match(work.subject) or _CALLED_FIX.match(work.wording.said))
    return work.wording.strength == "mends" or bool(_MENDING.search(work.subject))


def mending_commits(git: GitEvidence) -> frozenset[str]:
    """Return the shas of the commits that repair something, by what they say."""
    return frozenset(work.sha for work in read_works(git) if mends(work))


def find_repeated_fixes(works: Sequence[Work]) -> tuple[Practice, ...]:
    """Return one practice for each kind of fix that was made three times or more."""
    fixes = [work for work in works if mends(work) and work.changes and not work.root]
    words = Counter(word for work in works for word in work.wording.words)
    common = frozenset(word for word, count in words.items() if count > max(12, _WIDE * len(works)))
    by_place = {work.place: work for work in fixes}
    groups: dict[frozenset[int], tuple[str, ...]] = {}
    for traits, places in sorted(_by_traits(fixes, common).items()):
        if len({by_place[place].wording.said for place in places}) >= _LEAST:
            groups.setdefault(frozenset(places), traits)
    found = (_practice(traits, [by_place[place] for place in sorted(places)]) for places, traits in groups.items())
    return tuple(practice for practice in found if _one_fault(practice))


def settled(practice: Practice, works: Sequence[Work]) -> Practice:
    """The series with the fixes of the same place that followed, led by the last one that held.

    A practice of any other ground stays as it is.
    """
    if practice.ground != "repeated fix":
        return practice
    home = _home_of(practice.works)
    last = practice.works[-1].at + _FOLLOWS
    known = {work.place for work in practice.works}
    more = [
        work
        for work in works
        if work.place not in known
        and mends(work)
        and practice.works[0].at <= work.at <= last
        and _touches(work, home)
        and len(set(practice.common).intersection(work.wording.words)) >= _SHARED
    ]
    members = tuple(sorted((*practice.works, *more), key=lambda work: work.place))
    held = [work for work in members if not _STILL.search(work.subject) and not _WITHDRAWN.search(work.subject)]
    there = [work for work in held if _touches(work, home)]
    own = {touch.artefact.key for touch in practice.touches}
    touches = tuple(touch for work in more for touch in work.touches if touch.artefact.key in own)
    return replace(
        practice, works=members, touches=(*practice.touches, *touches), lead=(there or held or list(members))[-1]
    )


def _home_of(works: Sequence[Work]) -> str:
    """The path that most of the fixes touched; empty where each touched another."""
    counts = Counter(change.path for work in works for change in work.changes if role_of(change.path) != "noise")
    most = sorted(counts, key=lambda path: (-counts[path], path))[:1]
    return most[0] if most and counts[most[0]] > 1 else ""


def _touches(work: Work, path: str) -> bool:
    return any(change.path == path for change in work.changes)


def how_it_ended(commits: Sequence[str], window: Sequence[Commit]) -> Literal["reverted", "unknown"] | None:
    """What the last commit of a series of fixes says of them: taken back, or still broken; None where neither."""
    own = [commit for commit in window if commit.sha in commits]
    if len(own) < _LEAST:
        return None
    said = own[-1].subject
    if _WITHDRAWN.search(said):
        return "reverted"
    return "unknown" if _STILL.search(said) and not _AND_THEN.search(said) else None


def _one_fault(practice: Practice) -> bool:
    """Whether the fixes of product code share an aspect of work; what only the product suffers from stays with it."""
    if practice.role != "domain":
        return True
    aspects = Counter(facet for work in practice.works for facet in facets_of(work.wording.said) if facet in FAULTS)
    explained = sum(bool(work.wording.reasons) for work in practice.works)
    return bool(aspects) and max(aspects.values()) >= _LEAST and explained >= 2


def _by_traits(fixes: Sequence[Work], common: frozenset[str]) -> dict[tuple[str, str], list[int]]:
    spread: dict[str, int] = defaultdict(int)
    traits = {work.place: _traits(work) - common for work in fixes}
    for found in traits.values():
        for trait in found:
            spread[trait] += 1
    pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
    for work in fixes:
        telling = sorted(t for t in traits[work.place] if spread[t] >= _LEAST)
        for pair in combinations(telling, 2):
            if not all(trait.startswith("/") for trait in pair) and not all(trait.startswith("§") for trait in pair):
                pairs[pair].append(work.place)
    return pairs


def _traits(work: Work) -> set[str]:
    words = {word for word in work.wording.words if word not in _PLAIN and len(word) > 2}
    places = {f"/{change.path}" for change in work.changes[:20] if role_of(change.path) not in ("noise", "document")}
    folders = {f"{path.rpartition('/')[0]}/" for path in places if path.count("/") > 2}
    aspects = {f"§{facet}" for facet in facets_of(work.wording.said) if facet in FAULTS}
    return words | places | folders | aspects


def _shared_words(works: Sequence[Work]) -> tuple[str, ...]:
    counts = Counter(word for work in works for word in work.wording.words if word not in _PLAIN)
    often = [word for word, count in counts.items() if count >= 0.6 * len(works)]
    return tuple(sorted(often, key=lambda word: (-counts[word], word))[:3])


def _below(path: str, paths: tuple[str, ...]) -> bool:
    return any(path == place or (place.endswith("/") and path.startswith(place)) for place in paths)


def _practice(traits: tuple[str, ...], works: Sequence[Work]) -> Practice:
    words = _shared_words(works) or tuple(trait for trait in traits if trait[0] not in "/§")
    paths = tuple(trait[1:] for trait in traits if trait.startswith("/"))
    aspects = sorted(trait[1:] for trait in traits if trait.startswith("§"))
    touches = tuple(touch for work in works for touch in work.touches if not paths or _below(touch.change.path, paths))
    role, label = _place_of(works, touches, paths)
    return Practice(
        key="+".join(("fix", *(aspects or sorted(words)), *paths)),
        ground="repeated fix",
        role=role,
        label=label,
        works=tuple(works),
        touches=touches,
        lead=max(works, key=lambda work: (len(set(words).intersection(work.wording.words)), tell(work), work.place)),
        common=words or tuple(aspects),
    )


def _place_of(works: Sequence[Work], touches: Sequence[Touch], paths: Sequence[str]) -> tuple[Role, str]:
    """Where the fixes were made: in an artefact, or in the product's own code."""
    touched = sum(any(touch in work.touches for touch in touches) for work in works)
    product = bool(paths) and role_of(paths[0].rstrip("/")) in ("domain", "test")
    if product or touched * 2 < len(works) or not touches:
        return "domain", paths[0] if paths else ""
    artefact, most = Counter(touch.artefact for touch in touches).most_common(1)[0]
    label = artefact.label if most * 2 >= len(touches) else f"{artefact.role}s"
    return artefact.role, paths[0] if paths else label
