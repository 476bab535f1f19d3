"""The door to the hub's memory folder: its index, and which files stand beside it (SPEC 4.13)."""

import os
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_walk import files_below, readable_name
from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Memory
from harvest_loop.schemas.settings import HubSettings

INDEX = "MEMORY.md"


def read_memory(root: Path, settings: HubSettings) -> Memory | None:
    """Return the memory folder as found; None where there is none, which is not the same as an empty one."""
    folder = settings.paths.memory.rstrip("/")
    place = root / folder
    if not place.is_dir():
        return None
    names = (readable_name(os.path.relpath(path, place)) for path in files_below(place, frozenset({".md"})))
    files = tuple(sorted(name for name in names if name != INDEX))
    try:
        found = hub_files.read_file(place / INDEX)
    except HubError as error:
        return Memory(folder=folder, files=files, reason=error.what)
    return Memory(folder=folder, index=None if found is None else redact(found.text), files=files)
