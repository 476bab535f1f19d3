"""How far a session was looked at in its middle: one small file a session. Standard library only (SPEC 10.4)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.inbox import session_file_stem
from harvest_loop.adapters.old_files import forget_old
from harvest_loop.adapters.state_folder import turns_folder

_LIMIT = 1_000_000  # bytes


def read_turns(agent: str, session: str) -> dict[str, Any] | None:
    """Return what the last look kept; None: there was none, or it can't be read.

    Raises: UsageError when there is no state folder.
    """
    try:
        with _place(agent, session).open("rb") as stream:
            told = json.loads(stream.read(_LIMIT))
    except (OSError, ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) and told.get("schema_version") == 1 else None


def keep_turns(agent: str, session: str, told: Mapping[str, Any], *, now: float) -> None:
    """Keep what this look came to, whole or not at all.

    Raises: OSError when the disk doesn't take it.
    """
    place = _place(agent, session)
    if not place.exists():  # once a session is often enough
        forget_old(turns_folder(), now=now)
    data = json.dumps({"schema_version": 1, **told}).encode("ascii")
    whole_file.put(place, data, mode=0o600, check=lambda: None)


def _place(agent: str, session: str) -> Path:
    return turns_folder() / f"{session_file_stem(agent, session)}.json"
