"""Reviews the text of one skill beside its hub: eight flaws, each with line, words and reason (SPEC 4.1, 5)."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from harvest_loop.domain.judges.breadth import too_broad, too_narrow
from harvest_loop.domain.judges.contradictions import RuleBook, contradictions
from harvest_loop.domain.judges.covered import Tellings, already_covered
from harvest_loop.domain.judges.dangling import CitedHub, dangling_citations
from harvest_loop.domain.judges.ends import no_done_when, vague_done_when
from harvest_loop.domain.judges.promises import unkept_promises
from harvest_loop.domain.judges.skill_page import SkillPage, page_of
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.skill_review import SkillFinding


class ReviewedHub:
    """A hub prepared for many reviews; `texts` are files beside its assets that were read, by path."""

    def __init__(self, hub: Hub, texts: Mapping[str, str] | None = None) -> None:
        self.hub = hub
        readable = [asset for asset in hub.assets if asset.readable]
        self.texts = {asset.path: asset.text for asset in readable} | dict(texts or {})
        self._skills = {asset.path: page_of(asset.text) for asset in readable if asset.kind == "skill"}

    @cached_property
    def rules(self) -> RuleBook:
        return RuleBook(self._skills)

    @cached_property
    def tellings(self) -> Tellings:
        return Tellings(self._skills)

    @cached_property
    def cited(self) -> CitedHub:
        return CitedHub(self.hub, self.texts)


def review_skill(asset: Asset, hub: Hub | ReviewedHub) -> tuple[SkillFinding, ...]:
    """Return every flaw of an asset's text, in the order of its lines; what it would replace is no rival of it.

    Give a `ReviewedHub` where several texts meet the same hub. Whether a skill says when it is done, and for what it is
    used, is asked of skills only.
    """
    beside = hub if isinstance(hub, ReviewedHub) else ReviewedHub(hub)
    page = page_of(asset.text)
    found = (
        *(review_text(page) if asset.kind == "skill" else ()),
        *_beside_others(asset, page, beside),
    )
    return tuple(sorted(found, key=lambda finding: (finding.line or 0, finding.flaw, finding.reason)))


def review_text(page: SkillPage) -> tuple[SkillFinding, ...]:
    """Return the flaws that the text alone shows: its end, its scope and its promises."""
    return (*no_done_when(page), *vague_done_when(page), *too_narrow(page), *too_broad(page), *unkept_promises(page))


def _beside_others(asset: Asset, page: SkillPage, beside: ReviewedHub) -> Iterator[SkillFinding]:
    if asset.kind == "skill":
        yield from already_covered(page, asset.path, beside.tellings)
    yield from contradictions(page, asset.path, beside.rules)
    yield from dangling_citations(asset, page, beside.cited)
