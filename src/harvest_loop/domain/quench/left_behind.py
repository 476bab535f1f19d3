"""What other assets still name of an asset that the session deleted, renamed, or took a heading from (SPEC 4.1)."""

from collections.abc import Collection, Iterator, Mapping

from harvest_loop.domain.quench.phantoms import phantoms
from harvest_loop.domain.quench.world import World
from harvest_loop.schemas.regressions import AxisWord, Regression


def left_behind(
    world: World, earlier: World, *, changed: Collection[str], gone: Collection[str], moves: Mapping[str, str]
) -> Iterator[tuple[AxisWord, tuple[Regression, ...]]]:
    """Yield each unchanged asset that names what the changed and the `gone` ones no longer are, with the lines."""
    words = {word for path in gone for word in _called(path)} | {word for path in changed for word in _led_into(path)}
    for asset in world.hub.assets:
        if not asset.readable or asset.path in changed or not any(word in asset.text for word in words):
            continue
        axis = phantoms(asset, asset, world, earlier, moves)
        found = tuple(each for each in axis.found if any(word in f"{each.line.text} {each.message}" for word in words))
        if found:
            yield AxisWord(asset=asset.path, axis="phantom", checked=axis.checked, failed=len(found)), found


def _called(path: str) -> tuple[str, ...]:
    """Return how texts name an asset that is gone: by its file, or as a skill or an agent."""
    parts = path.removesuffix(".md").split("/")
    if parts[-1] in ("SKILL", "SKILL_detail") and len(parts) > 1:
        return f"{parts[-2]}/", f"{parts[-2]}`", f":{parts[-2]}"
    return f"{parts[-1]}.md", f"{parts[-1]}`"


def _led_into(path: str) -> tuple[str, ...]:
    """Return how texts lead to a heading of an asset."""
    parts = path.split("/")
    return f"{'/'.join(parts[-2:])}#", f"({parts[-1]}#"
