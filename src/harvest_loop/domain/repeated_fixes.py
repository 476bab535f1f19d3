"""Find the same kind of fix made three times or more (SPEC 4.7)."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.paths_of_work import Role, role_of
from harvest_loop.domain.practice import Practice, speaks, tell
from harvest_loop.domain.vocabulary import listed
from harvest_loop.domain.works import Touch, Work

_LEAST = 3
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
