"""Group pieces of work into practices: a thing that came to be, its later chapters, a change, a rule spread wide."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from harvest_loop.domain.artefacts import Artefact
from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.paths_of_work import Role
from harvest_loop.domain.practice import DAY, Ground, Practice, mentions, speaks, tell
from harvest_loop.domain.works import Touch, Work

_YOUNG = 21 * DAY
_PAUSE = 12 * DAY
_MANY = 4
# The part of a commit's paths from which on it is mainly about how work is done.
_MOSTLY = 0.4
# Files that every project of a kind has: that they came to be says nothing.
_PROJECT_FILES = frozenset(
    {f"recipe:{name}" for name in ("package.json", "pyproject.toml", "setup.cfg", "cargo.toml", "composer.json")}
    | {"recipe:build.gradle", "recipe:build.gradle.kts", "toolchain:pnpm-workspace.yaml", "toolchain:.editorconfig"}
    | {f"toolchain:{name}" for name in (".node-version", ".nvmrc", ".npmrc", ".python-version", ".tool-versions")}
)


def find_practices(works: Sequence[Work]) -> tuple[Practice, ...]:
    """Return every group of works that may be a practice, unweighed and with overlaps."""
    by_key: dict[str, list[Work]] = defaultdict(list)
    for work in works:
        for key in dict.fromkeys(touch.artefact.key for touch in work.touches if touch.artefact.key not in work.bulk):
            by_key[key].append(work)
    found: list[Practice] = []
    for key in sorted(by_key):
        found += _of_artefact(key, by_key[key])
    found += (practice for work in works for practice in _changes(work))
    found += (practice for work in works for practice in _conventions(work))
    return tuple(found)


def _of_artefact(key: str, works: Sequence[Work]) -> Iterable[Practice]:
    artefact = next(touch.artefact for touch in works[0].touches if touch.artefact.key == key)
    later = list(works)
    if key not in _PROJECT_FILES and _comes_to_be(key, artefact, works[0]):
        young, later = _youth(works, shared=artefact.shared)
        yield _practice(key, "birth", artefact, young, lead=young[0] if speaks(young[0]) else None)
    if not artefact.shared:
        for episode in _episodes([work for work in later if work.focus >= _MOSTLY]):
            yield from _threads(_practice(key, "episode", artefact, episode))


def _comes_to_be(key: str, artefact: Artefact, work: Work) -> bool:
    return any(touch.births for touch in work.touches_of(key)) and (not work.root or mentions(work, artefact))


def _youth(works: Sequence[Work], *, shared: bool) -> tuple[list[Work], list[Work]]:
    """Part the works that bring an artefact up from those that come later; a shared one is up at once."""
    young = [works[0]]
    later: list[Work] = []
    for work in works[1:]:
        near = abs(work.at - young[-1].at) <= (3 * DAY if shared else _YOUNG)
        if later and not shared:
            later.append(work)
        elif near and len(young) < 12 and not (shared and speaks(work) and tell(work) >= 2):
            young.append(work)
        else:
            later.append(work)
    return young, later


def _episodes(works: Sequence[Work]) -> Iterable[list[Work]]:
    episode: list[Work] = []
    for work in works:
        if episode and abs(work.at - episode[-1].at) > _PAUSE:
            yield episode
            episode = []
        episode.append(work)
    if episode:
        yield episode


def _threads(episode: Practice) -> Iterable[Practice]:
    """Split a busy episode into the threads that its most telling works began."""
    telling = sorted((w for w in episode.works if speaks(w) and tell(w) >= 2), key=lambda w: (-tell(w), w.place))
    leads: list[Work] = []
    for work in telling:
        if len(leads) <= len(telling) // 5 and len(leads) < 4 and all(_apart(work, lead) for lead in leads):
            leads.append(work)
    leads = leads if len(leads) > 1 else [episode.lead]
    return (_thread(episode, lead, leads) for lead in leads)


def _thread(episode: Practice, lead: Work, leads: Sequence[Work]) -> Practice:
    others = (work for work in episode.works if work not in leads)
    works = [lead, *(work for work in others if max(leads, key=lambda other: _near(work, other)) is lead)]
    works.sort(key=lambda work: work.place)
    places = {id(touch) for work in works for touch in work.touches}
    return replace(
        episode,
        key=f"{episode.key}:{'+'.join(facets_of(lead.wording.said))}",
        works=tuple(works),
        touches=tuple(touch for touch in episode.touches if id(touch) in places),
        lead=lead,
    )


def _near(work: Work, other: Work) -> float:
    words = set(work.wording.words) & set(other.wording.words)
    facets = set(facets_of(work.wording.said)) & set(facets_of(other.wording.said))
    return len(words) + 0.5 * len(facets) - abs(work.place - other.place) / 1000


def _apart(work: Work, other: Work) -> bool:
    return len(set(work.wording.words) & set(other.wording.words)) <= 1


def _practice(
    key: str, ground: Ground, artefact: Artefact, works: Sequence[Work], lead: Work | None = None
) -> Practice:
    return Practice(
        key=key,
        ground=ground,
        role=artefact.role,
        label=artefact.label,
        works=tuple(works),
        touches=tuple(touch for work in works for touch in work.touches_of(artefact.key)),
        lead=lead or max(works, key=lambda work: (speaks(work), _says_most(work, works, artefact), -work.place)),
        origin=works[0] if ground == "birth" else None,
    )


def _says_most(work: Work, works: Sequence[Work], artefact: Artefact) -> float:
    added = sum(touch.change.added or 0 for touch in work.touches_of(artefact.key))
    return tell(work) + 0.4 * math.log10(1 + added) + 0.3 * (work is works[0])


_FIRST_ROLES: tuple[Role, ...] = ("rule", "hook", "check", "automation", "ci", "deploy", "recipe", "toolchain", "guide")


def _changes(work: Work) -> Iterable[Practice]:
    """One change of files that hold many practices: what the commit says of it, or the steps that it adds."""
    touches = [touch for touch in work.touches if touch.artefact.shared and touch.artefact.key not in work.bulk]
    if not touches or work.root or not (speaks(work) or (work.steps and work.wording.noise == "vague message")):
        return
    if work.focus < 0.5 and not work.tools:
        return
    touches.sort(key=_weight_of_place)
    main = touches[0].artefact
    key = "+".join((main.key, *facets_of(work.wording.said), *(tool.name.lower() for tool in work.tools)))
    yield Practice(key, "change", main.role, main.label, (work,), tuple(touches), work)


def _weight_of_place(touch: Touch) -> tuple[int, int, str]:
    return _FIRST_ROLES.index(touch.artefact.role), -(touch.change.added or 0), touch.change.path


def _conventions(work: Work) -> Iterable[Practice]:
    """One change made to many artefacts of a kind at once."""
    if not speaks(work) or work.root:
        return
    by_role: dict[Role, dict[str, Artefact]] = defaultdict(dict)
    for touch in work.touches:
        if not touch.births:
            by_role[touch.artefact.role][touch.artefact.key] = touch.artefact
    for role, artefacts in sorted(by_role.items()):
        if len(artefacts) >= _MANY:
            touches = tuple(touch for touch in work.touches if touch.artefact.role == role)
            key = f"convention:{role}:{'+'.join(facets_of(work.wording.said))}"
            label = f"{len(artefacts)} {_PLURAL.get(role, f'{role}s')}"
            yield Practice(key, "convention", role, label, (work,), touches, work)


_PLURAL: dict[Role, str] = {"ci": "CI workflows", "test infrastructure": "test harnesses", "check": "configured checks"}
