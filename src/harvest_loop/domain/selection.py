"""Choose among practices: what stands above the bar, each work told once, and no kind crowding out the rest."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.fates import Afterlife
from harvest_loop.domain.merging import are_one, guards, join
from harvest_loop.domain.paths_of_work import Role
from harvest_loop.domain.practice import DAY, Practice, builds, removes
from harvest_loop.domain.weighing import weigh
from harvest_loop.domain.works import WORKTREE, Work

# A page holds so many patterns: a few, and more for a longer session.
_FEWEST, _WORKS_A_PATTERN, _MOST = 8, 16, 40
_SHARE = {"host": 0.1, "deploy": 0.45, "plugin": 0.3, "skill": 0.4, "guide": 0.1, "toolchain": 0.1}
_PRODUCT = 30
_TELLINGS = 3
# Aspects that domain work speaks of just as often.
_LOOSE = frozenset({"documentation", "tests", "skills", "planning", "context"})
_PRODUCT_ROLES: frozenset[Role] = frozenset({"skill", "agent", "command", "plugin"})
_TESTING = re.compile(
    r"\b(?:test(?:s|ing|ed)?|evals?|e2e|end-to-end|harness|suite|fixtures?|vrt|benchmarks?|helpers?|framework|mocks?|scenarios?"
    r"|snapshots?|screenshots?|coverage|regression)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\b(?:skills?|agents?|commands?|plugins?|templates?|patterns?|workflows?)\b", re.IGNORECASE)
_ABOUT_WORK = re.compile(
    r"review|test|tdd|debug|\bplan|commit|branch|worktree|releas|\bci\b|agent-|agents\b|skill|workflow|orchestr|context|"
    r"hook|verif|valid|\beval|lint|govern|polic|audit-|\bdocument|refactor|handoff|session|prompt|spec\b|"
    r"brainstorm|\bgit|quality|standard|guard|memory|checklist|build\b",
    re.IGNORECASE,
)


Weighed = tuple[float, Practice]


class Selection(NamedTuple):
    """The practices worth keeping with their weight, heaviest first, and those that are over the limit of a page.

    `told` are the places of works that a heavier practice tells already.
    """

    chosen: tuple[Weighed, ...]
    over_limit: tuple[Weighed, ...]
    limit: int
    told: frozenset[int]

    @property
    def parts(self) -> tuple[tuple[Weighed, ...], tuple[Weighed, ...]]:
        return self.chosen, self.over_limit


def select(practices: Sequence[Practice], afterlife: Afterlife, works: Sequence[Work]) -> Selection:
    """Choose the practices worth keeping, each work told once."""
    product = _product_roles(works)
    admitted = [practice for practice in practices if _admits(practice, afterlife)]
    weighed = _heads_first([(_value(practice, afterlife, product), practice) for practice in admitted])
    weighed = [(value, practice) for value, practice in weighed if value >= 0]
    weighed.sort(key=_heaviest_first)
    chosen: list[Weighed] = []
    told: set[int] = set()
    for value, practice in weighed:
        home = next((n for n, (_, other) in enumerate(chosen) if are_one(practice, other)), None)
        if home is None:
            chosen.append((value, practice))
        else:
            chosen[home] = (chosen[home][0] + 0.1, join(chosen[home][1], practice))
            told |= practice.places
    most = min(_MOST, round(_FEWEST + len(works) / _WORKS_A_PATTERN))
    kept = _within_shares(chosen, most)
    keys = {id(practice) for _, practice in kept}
    over = tuple(sorted((one for one in chosen if id(one[1]) not in keys), key=_heaviest_first))
    return Selection(kept, over, most, frozenset(told))


def _heads_first(weighed: Sequence[Weighed]) -> list[Weighed]:
    """Put a guard above the fixes that it keeps fixed, and a tool's adoption above its steps, to take them in."""
    fixes = [(value, practice) for value, practice in weighed if practice.ground == "repeated fix"]
    changes = {practice.lead.place: value for value, practice in weighed if practice.ground == "change"}
    raised: list[Weighed] = []
    for value, practice in weighed:
        members = [fixed + 0.5 for fixed, fix in fixes if guards(practice, fix)]
        if practice.ground == "tool" and value >= 0:
            members += [changes[work.place] + 0.1 for work in practice.works if work.place in changes]
        raised.append((max([value, *members]), practice))
    return raised


def _product_roles(works: Sequence[Work]) -> frozenset[Role]:
    seen = {(touch.artefact.role, touch.artefact.key) for work in works for touch in work.touches}
    counts = Counter(role for role, _ in seen)
    return frozenset(role for role in _PRODUCT_ROLES if counts[role] > _PRODUCT)


def _value(practice: Practice, afterlife: Afterlife, product: frozenset[Role]) -> float:
    value = weigh(practice)
    lived = afterlife.lived_for(practice)
    if lived is not None and practice.ground in ("birth", "tool"):
        value -= 2.0 if lived < 21 * DAY else 0.7
    if practice.role in product and practice.ground in ("birth", "episode", "convention"):
        value -= 0.3 if _about_work(practice) else 3
    return value


def _about_work(practice: Practice) -> bool:
    """Whether a piece of a product made of skills is itself about how work is done."""
    if practice.ground == "convention":
        return practice.lead.wording.verb not in ("add", "create", "introduce", "expand", "enhance")
    return bool(_ABOUT_WORK.search(f"{practice.label} {_PARTS.sub('', practice.lead.wording.said)}"))


def _admits(practice: Practice, afterlife: Afterlife) -> bool:
    if practice.lead.sha in afterlife.reverted or (removes(practice.lead) and practice.ground != "birth"):
        return False
    if practice.ground == "birth" and practice.role == "test infrastructure":
        return practice.lead.sha == WORKTREE or bool(_TESTING.search(practice.lead.wording.said))
    if practice.ground == "repeated fix" and practice.role in ("recipe", "toolchain"):
        return any(work.wording.reasons for work in practice.works)
    if practice.ground != "change" or practice.role == "prompt":
        return True
    wording = practice.lead.wording
    firm = [facet for facet in facets_of(wording.said) if facet not in _LOOSE or practice.role in ("rule", "ci")]
    aspects = len(firm) + len(practice.lead.tools)
    spread = len({touch.artefact.key for touch in practice.touches})
    if practice.role in ("deploy", "recipe") and "missing" in wording.words:
        return False
    if builds(practice.lead) or practice.lead.steps:
        return aspects >= 1 or spread >= 3
    return bool(wording.reasons) and aspects >= 1


def _within_shares(chosen: Sequence[Weighed], most: int) -> tuple[Weighed, ...]:
    """Keep a page's worth, heaviest first, without letting one role, artefact or kind crowd out the rest."""
    taken: Counter[str] = Counter()
    kept: list[Weighed] = []
    for value, practice in sorted(chosen, key=_heaviest_first):
        limits = _limits(practice, most)
        if all(taken[name] < limit for name, limit in limits.items()):
            taken.update(limits.keys())
            kept.append((value, practice))
    return tuple(kept[:most])


def _heaviest_first(weighed: Weighed) -> tuple[float, int, str]:
    value, practice = weighed
    return -round(value, 6), practice.first.place, practice.key


def _limits(practice: Practice, most: int) -> dict[str, float]:
    """What a practice counts against, and how much of it there may be."""
    artefact = practice.touches[0].artefact if practice.touches else None
    limits: dict[str, float] = {
        f"role {practice.role}": max(4, round(most * _SHARE.get(practice.role, 0.3))),
        f"artefact {artefact.key if artefact else practice.label}": _TELLINGS
        * (3 if artefact and artefact.shared else 1),
    }
    if practice.ground == "repeated fix":
        limits |= {"fixes": max(4, most / 8), f"fixes of {practice.role}": 2}
    return limits
