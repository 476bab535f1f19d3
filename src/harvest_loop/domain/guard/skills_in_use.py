"""What the session showed of the hub's own skills: used, failed, followed by a correction (SPEC 4.6a)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.skill_usage import own_name
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.transcript import Correction, SkillUse, TranscriptFacts

_TURNS = 1  # a correction of the answer itself, or of the one after it


class Corrected(NamedTuple):
    """A skill's use, and the correction that came next."""

    skill: Asset
    use: SkillUse
    correction: Correction


class Failed(NamedTuple):
    """A skill that failed when it was last asked for."""

    skill: Asset
    use: SkillUse


def skills_by_name(hub: Hub) -> dict[str, Asset]:
    """The hub's skills by the names under which they are called; a name that two have is nobody's."""
    named: dict[str, list[Asset]] = {}
    for skill in hub.skills:
        for name in {skill.name, *skill.path.split("/")[-2:-1]}:
            named.setdefault(name, []).append(skill)
    return {name: skills[0] for name, skills in named.items() if len(skills) == 1}


def corrected_skills(facts: TranscriptFacts, hub: Hub) -> Iterator[Corrected]:
    """Yield the skill used last before each correction, if that was in the turn it answers or the one before it."""
    skills = skills_by_name(hub)
    uses = [use for use in facts.skills if use.is_use and use.turn is not None]
    for correction in facts.corrections:
        turn = correction.turn
        before = [use for use in uses if turn is not None and use.turn is not None and 0 <= turn - use.turn <= _TURNS]
        skill = skills.get(own_name(before[-1].name)) if before else None
        if skill is not None:
            yield Corrected(skill, before[-1], correction)


def failed_skills(facts: TranscriptFacts, hub: Hub) -> Iterator[Failed]:
    """Yield the skills whose last call failed."""
    skills = skills_by_name(hub)
    last = {own_name(use.name): use for use in facts.skills if use.kind != "quoted"}
    for name, use in sorted(last.items()):
        if use.kind == "failed" and name in skills:
            yield Failed(skills[name], use)


def used_without_correction(facts: TranscriptFacts, hub: Hub) -> Mapping[str, int]:
    """Return, by path, how often each skill was used that no correction followed and that did not fail at last."""
    skills = skills_by_name(hub)
    against = {each.skill.path for each in corrected_skills(facts, hub)}
    against |= {each.skill.path for each in failed_skills(facts, hub)}
    counts: dict[str, int] = {}
    for path in _used(facts.skills, skills):
        if path not in against:
            counts[path] = counts.get(path, 0) + 1
    return counts


def _used(uses: Sequence[SkillUse], skills: Mapping[str, Asset]) -> Iterator[str]:
    for use in uses:
        skill = skills.get(own_name(use.name)) if use.is_use else None
        if skill is not None:
            yield skill.path
