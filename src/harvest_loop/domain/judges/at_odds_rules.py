"""Finds rules of standing skills that a practice turns around, in whatever words (SPEC 4.8, 4.9)."""

from collections.abc import Iterator
from functools import cached_property

from harvest_loop.domain.judges.contradictions import RuleBook, contradictions
from harvest_loop.domain.judges.skill_page import page_of
from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import AssetLine, Attack, Collision
from harvest_loop.schemas.patterns import EvidenceItem

ATTACKS_A_COLLISION = 3
_QUOTE = 160


class StandingRules:
    """The rules of a hub's skills, read when the first practice asks for them."""

    def __init__(self, hub: Hub) -> None:
        self._skills = {asset.path: asset for asset in hub.skills if asset.readable}

    @cached_property
    def _book(self) -> RuleBook:
        return RuleBook({path: page_of(asset.text) for path, asset in self._skills.items()})

    def contradicted(self, collision: Collision) -> tuple[Attack, ...]:
        """Return an attack for each standing rule that the practice's own rules are against; both lines are quoted."""
        told = [item for item in collision.pattern.evidence if item.role == "rule"]
        found = [attack for item in told for attack in self._against(item, collision)]
        return tuple(dict.fromkeys(found))[:ATTACKS_A_COLLISION]

    def _against(self, item: EvidenceItem, collision: Collision) -> Iterator[Attack]:
        for each in contradictions(page_of(item.text), "", self._book):
            path, number = each.against or "", each.against_line or 1
            if path in collision.pattern.paths:
                continue  # the work changed it itself
            text = self._skills[path].text.split("\n")[number - 1].strip()
            said = f"{item.pointer} says “{one_line(each.quote, limit=_QUOTE)}”"
            rule = one_line(each.against_quote, limit=_QUOTE)
            yield Attack(
                collision=collision.id,
                kind="overturns",
                severity="A",
                asset=path,
                citation=AssetLine(path=path, line=number, text=text),
                reason=f"{said}, and {path}:{number} the opposite, “{rule}”: both can't be followed",
            )
