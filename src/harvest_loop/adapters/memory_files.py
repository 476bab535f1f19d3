"""The door to the hub's memory folder: its index, and which files stand beside it (SPEC 4.13)."""

import os
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_walk import files_below, readable_name
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.yaml_files import read_frontmatter
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Frontmatter, Memory, MemoryPage
from harvest_loop.schemas.settings import HubSettings

INDEX = "MEMORY.md"


def read_memory(root: Path, settings: HubSettings) -> Memory | None:
    """Return the memory folder as found; None where there is none, which is not the same as an empty one."""
    folder = settings.paths.memory.rstrip("/")
    place = root / folder
    return read_folder(place, folder) if place.is_dir() else None


def read_folder(place: Path, folder: str) -> Memory:
    """Return a memory folder that is there, which `folder` is the name of in links."""
    names = (readable_name(os.path.relpath(path, place)) for path in files_below(place, frozenset({".md"})))
    files = tuple(sorted(name for name in names if name != INDEX))
    try:
        found = hub_files.read_file(place / INDEX)
    except HubError as error:
        return Memory(folder=folder, files=files, reason=error.what)
    pages = tuple(_read_page(place, name) for name in files)
    return Memory(folder=folder, index=None if found is None else redact(found.text), files=files, pages=pages)


def _read_page(place: Path, name: str) -> MemoryPage:
    try:
        found = hub_files.read_file(place / name)
    except HubError as error:
        return MemoryPage(file=name, reason=error.what)
    text = "" if found is None else redact(found.text)
    front = read_frontmatter(text)
    called = front.keys.get("name") if isinstance(front, Frontmatter) else None
    return MemoryPage(file=name, name=called if isinstance(called, str) else "", text=text)
