"""Skills that the person refused too often are not proposed, and the record names each with the way back (SPEC 8.1)."""

from collections.abc import Collection, Iterator, Sequence

from harvest_loop.domain.profile_outcomes import skill_of
from harvest_loop.domain.regressed import is_matter
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Declined, JudgedCandidate
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.profile import REJECTIONS
from harvest_loop.schemas.records import StepNote
from harvest_loop.schemas.run_facts import RunFacts

_STEP = "profile"
_SUPPRESSED = "suppressed: "


def suppressed_skill(path: str, pattern: Pattern, skills: Sequence[Asset], suppressed: Collection[str]) -> str | None:
    """Return the skill that a text for this file would be a proposal about, where it isn't proposed any more.

    What no longer stands is told whatever its skill: it was no wish of the loop's.
    """
    if not suppressed or is_matter(pattern):
        return None
    name = skill_of(path, skills)
    return name if name in suppressed else None


def decline(collision: str, skill: str) -> Declined:
    """Return why a collision got no proposal: its skill isn't proposed."""
    return Declined(collision=collision, reason=_reason(skill), suppressed=skill)


def hold_suppressed(
    judged: Sequence[JudgedCandidate], skills: Sequence[Asset], suppressed: Collection[str]
) -> tuple[JudgedCandidate, ...]:
    """Return the candidates, those about a suppressed skill held instead of offered: weaknesses without a text."""
    settled = []
    for one in judged:
        candidate = one.candidate
        name = suppressed_skill(candidate.target, candidate.pattern, skills, suppressed)
        is_held = one.state == "offered" and name is not None
        settled.append(one.model_copy(update={"state": "held", "reason": _reason(name or "")}) if is_held else one)
    return tuple(settled)


def not_proposed_skills(
    declined: Sequence[Declined], judged: Sequence[JudgedCandidate], skills: Sequence[Asset]
) -> tuple[str, ...]:
    """Return the skills that a run would have proposed, were they not suppressed, by name."""
    held = (skill_of(one.candidate.target, skills) for one in judged if one.reason.startswith(_SUPPRESSED))
    return tuple(sorted({*(one.suppressed for one in declined if one.suppressed), *(name for name in held if name)}))


def profile_measured(opened: OpenedHub, facts: RunFacts) -> Iterator[StepNote]:
    """The record's lines on the profile: what it kept from being proposed, and whether it was written."""
    known = opened.profile.profile.skills
    for name in facts.suppressed:
        count = known[name].refused_since if name in known else REJECTIONS
        text = f"{_SUPPRESSED}{name}, refused {count} times since it was last taken; {_way_back(name)}"
        yield StepNote(step=_STEP, text=text)
    waits = "not written yet: the answer to the form is counted, where there is a profile"
    yield StepNote(step=_STEP, text=facts.profile or waits)


def profile_unmeasured(opened: OpenedHub) -> Iterator[StepNote]:
    """The record's lines on what of the profile says nothing."""
    yield from (StepNote(step=_STEP, text=problem) for problem in opened.profile.problems)


def _reason(skill: str) -> str:
    since = f"refused {REJECTIONS} times or more since it was last taken"
    return f"{_SUPPRESSED}the skill {skill} was {since}; {_way_back(skill)}"


def _way_back(skill: str) -> str:
    return f"`harvest profile allow {skill}` lifts that"
