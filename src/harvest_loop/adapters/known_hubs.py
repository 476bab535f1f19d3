"""The hubs in which a form was asked on this machine: a sweep looks there for those that expired (SPEC 10.2)."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.state_folder import hubs_folder


def note_hub(root: Path) -> None:
    """Remember the hub; what is remembered already stays as it is.

    Raises: OSError when the disk doesn't take it, UsageError when there is no state folder.
    """
    place = hubs_folder() / f"{hashlib.sha256(os.fsencode(root)).hexdigest()[:24]}.json"
    if not place.exists():
        with suppress(FileExistsError):
            whole_file.put_new(place, json.dumps({"schema_version": 1, "hub": str(root)}).encode("ascii"))


def known_hubs() -> tuple[Path, ...]:
    """Return the hubs that are still there.

    Raises: UsageError when there is no state folder.
    """
    found = []
    for file in sorted(hubs_folder().glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError):  # not one of ours
            found.append(Path(json.loads(file.read_bytes())["hub"]))
    return tuple(hub for hub in found if hub.is_dir())
