"""Assets and hubs for tests of pure rules, made the way the door makes them."""

from collections.abc import Sequence

from harvest_loop.adapters.skills import asset_of
from harvest_loop.schemas.hub import Asset, AssetKind, Hub


def make_skill(
    name: str,
    body: str = "",
    *,
    description: str = "Use it to check a thing",
    path: str | None = None,
    done_when: bool = True,
) -> Asset:
    """A skill as it would be read from its folder."""
    ending = "\n## Done When\n\nThe log names every item.\n" if done_when else ""
    text = f"---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\n{body}\n{ending}"
    return asset_of(path or f"skills/{name}/SKILL.md", text)


def make_asset(path: str, text: str, kind: AssetKind = "rule") -> Asset:
    """Any other asset."""
    return asset_of(path, text, kind)


def make_hub(*assets: Asset, files: Sequence[str] = (), unlisted: Sequence[str] = ()) -> Hub:
    """A hub of these assets and further files, with all the folders that they stand in."""
    paths = {asset.path for asset in assets} | set(files)
    folders = {path[: at + 1] for path in paths for at, letter in enumerate(path) if letter == "/"}
    return Hub(
        root="/hub", is_git=True, assets=assets, paths=tuple(sorted(paths | folders)), unlisted=tuple(sorted(unlisted))
    )
