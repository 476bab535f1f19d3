"""What challenger and innovator are shown: collisions, their facts, and the assets closest to them (SPEC 4.9)."""

from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.role_messages import ShownAsset, ShownCollision, ShownFact

MOST_ASSETS = 40
LONGEST_ASSET = 12_000  # characters; a skill that is read whole by hosts is shorter
MOST_FACTS = 20


def shown_collision(collision: Collision) -> ShownCollision:
    """Return a collision as a role reads it: no attack, grade or proposal is part of it."""
    pattern = collision.pattern
    return ShownCollision(
        id=collision.id,
        kind=pattern.kind,
        title=pattern.title,
        relation=collision.relation,
        route=collision.route,
        facts=tuple(
            ShownFact(role=item.role, text=item.text, place=str(item.pointer)) for item in pattern.evidence[:MOST_FACTS]
        ),
        closest=tuple(cover.path for cover in collision.covers),
    )


def shown_assets(collisions: Iterable[Collision], hub: Hub) -> tuple[ShownAsset, ...]:
    """Return the readable assets that these collisions are closest to, or put at odds, closest first."""
    by_path = {asset.path: asset for asset in hub.assets if asset.readable}
    paths = dict.fromkeys(path for collision in collisions for path in _near(collision))
    found = [by_path[path] for path in paths if path in by_path][:MOST_ASSETS]
    return tuple(ShownAsset(path=asset.path, name=asset.name, text=numbered(asset.text)) for asset in found)


def numbered(text: str) -> str:
    """Return the lines of a text, each behind its number; what is too long is cut after a whole line, and says so."""
    lines: list[str] = []
    size = 0
    for number, line in enumerate(text.split("\n"), start=1):
        size += len(line) + 1
        if size > LONGEST_ASSET:
            return "\n".join((*lines, f"(cut here: the text goes on after line {number - 1})"))
        lines.append(f"{number}: {line}")
    return "\n".join(lines)


def line_at(asset: Asset | None, number: int, text: str) -> str | None:
    """Return the line that stands there, if it is the one that is quoted; None: it is not."""
    lines = asset.text.split("\n") if asset is not None and asset.readable else []
    if not 1 <= number <= len(lines):
        return None
    line = lines[number - 1].strip()
    return line if line and line == text.strip() else None


def _near(collision: Collision) -> Iterator[str]:
    yield from (line.path for line in collision.at_odds)
    yield from (cover.path for cover in collision.covers)


def judged_by_models(collisions: Sequence[Collision]) -> tuple[Collision, ...]:
    """Return the collisions that a model may speak to: what no longer stands is a program's finding, and stays."""
    return tuple(collision for collision in collisions if collision.regression is None)
