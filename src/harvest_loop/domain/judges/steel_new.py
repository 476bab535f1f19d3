"""The offline steel reviewer of a new asset: all of it is the change that is attacked (SPEC 4.1, 5)."""

from collections.abc import Iterator, Mapping

from harvest_loop.domain.judges.skill_page import page_of
from harvest_loop.domain.judges.skill_review import review_text
from harvest_loop.domain.judges.steel import SteelFinding, SteelReview, attack_of_text
from harvest_loop.domain.quench.units import units_of
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.skill_review import SkillFlaw

# Of what the text alone shows only this fails an axis: whether skills have a Done When at all is each hub's own custom,
# what a text promises a Critic weighs, and how broad a trigger is one line of a short skill doesn't show.
_FAILS: Mapping[SkillFlaw, str] = {
    "vague_done_when": "vague Done When",
    "too_narrow": "too narrow",
}


def steel_review_of_new(now: Asset) -> SteelReview:
    """Return what is wrong with a new asset for those who follow it; it is given the text alone.

    A command that can't be taken back without a word of warning; of a skill, that nobody can tell when its Done When
    is reached, or that its triggers fit one case.
    """
    units = units_of(now)
    found = (*attack_of_text(units), *(_flaws(now) if now.kind == "skill" else ()))
    return SteelReview(len(units), tuple(dict.fromkeys(found)))


def _flaws(now: Asset) -> Iterator[SteelFinding]:
    for each in review_text(page_of(now.text)):
        if each.flaw in _FAILS and each.fails:
            yield SteelFinding(_FAILS[each.flaw], each.reason, "B", None, each.line)
