"""Where the hub's assets lie, found without reading any (SPEC 2)."""

from collections.abc import Iterator
from pathlib import Path

from harvest_loop.adapters.hub_walk import files_below, matching_folders, stands
from harvest_loop.schemas.hub import AssetKind
from harvest_loop.schemas.settings import HubSettings

TEXT_SUFFIXES = frozenset({".md", ".mdc", ".markdown", ".txt"})


def find_assets(root: Path, settings: HubSettings) -> Iterator[tuple[Path, AssetKind]]:
    """Yield each place of an asset with its kind; one file may have two."""
    for pattern in settings.paths.skills:
        for folder in matching_folders(root, pattern):
            if stands(folder / "SKILL.md"):
                yield folder / "SKILL.md", "skill"
            if stands(folder / "SKILL_detail.md"):
                yield folder / "SKILL_detail.md", "skill detail"
    for pattern in (*settings.paths.assets, *_agent_folders(settings)):
        for folder in matching_folders(root, pattern):
            for path in files_below(folder, TEXT_SUFFIXES):
                if path.name != "README.md":
                    yield path, _kind_of_folder(pattern)
    for name in ("CLAUDE.md", "AGENTS.md", ".claude/CLAUDE.md"):
        if stands(root / name):
            yield root / name, "AGENTS.md" if name == "AGENTS.md" else "CLAUDE.md"


def _agent_folders(settings: HubSettings) -> tuple[str, ...]:
    """A plugin keeps its agents beside its skills."""
    ending = "skills/*/"
    return tuple(f"{glob.removesuffix(ending)}agents/" for glob in settings.paths.skills if glob.endswith(ending))


def _kind_of_folder(pattern: str) -> AssetKind:
    name = pattern.rstrip("/").rsplit("/", 1)[-1]
    if name == "agents":
        return "agent"
    return "template" if name == "templates" else "rule"
