"""A challenger's attacks as they count: each about a given collision, with a line that was looked up (SPEC 4.9, 5)."""

from collections.abc import Sequence

from harvest_loop.domain.judges.shown import judged_by_models, line_at, shown_assets, shown_collision
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import AssetLine, Attack, Collision
from harvest_loop.schemas.role_messages import ChallengerAnswer, ChallengerInput, GivenAttack


def challenger_input(collisions: Sequence[Collision], hub: Hub) -> ChallengerInput:
    """Return all that the challenger is given; the innovator's work is none of it."""
    asked = judged_by_models(collisions)
    return ChallengerInput(collisions=tuple(map(shown_collision, asked)), assets=shown_assets(asked, hub))


def attacks_of(answer: ChallengerAnswer, collisions: Sequence[Collision], hub: Hub) -> tuple[Attack, ...]:
    """Return the attacks whose collision and citation hold; the others are dropped, and counted by the caller."""
    asked = {collision.id for collision in judged_by_models(collisions)}
    assets = {asset.path: asset for asset in hub.assets}
    found = []
    for given in answer.attacks:
        line = line_at(assets.get(given.cited_path), given.cited_line, given.cited_text)
        if given.collision in asked and line is not None:
            found.append(_attack(given, line))
    return tuple(found)


def joined_attacks(floor: Sequence[Attack], given: Sequence[Attack]) -> tuple[Attack, ...]:
    """Return the floor's attacks and those of a model that say something else."""
    told = {_what(attack) for attack in floor}
    return (*floor, *(attack for attack in given if _what(attack) not in told))


def _attack(given: GivenAttack, line: str) -> Attack:
    return Attack(
        collision=given.collision,
        kind=given.kind,
        severity=given.severity,
        asset=given.cited_path,
        citation=AssetLine(path=given.cited_path, line=given.cited_line, text=line),
        reason=given.reason,
    )


def _what(attack: Attack) -> tuple[str, str, str, str | None]:
    return attack.collision, attack.kind, attack.severity, attack.asset
