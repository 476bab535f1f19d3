"""What waits, looked up while an agent waits: as plain JSON, without the models behind the files (SPEC 10.4)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harvest_loop.adapters.inbox import markers_folder
from harvest_loop.adapters.state_folder import inbox_folder


def offered_sessions(hub: Path) -> tuple[str, ...]:
    """Return the keys of the sessions that are offered to this hub, the newest first.

    Raises: UsageError when the state folder can't be used.
    """
    found = []
    for told in _objects(inbox_folder() / "sessions", "*.json"):
        fields = [one for one in told.get("fields", ()) if isinstance(one, dict)]
        if any(one.get("state") == "offered" and one.get("hub") == str(hub) for one in fields):
            found.append((-int(told.get("last") or told.get("marked") or 0), str(told.get("key"))))
    return tuple(key for _, key in sorted(found))


def unswept_markers() -> int:
    """Return how many markers no sweep has looked at.

    Raises: UsageError when the state folder can't be used.
    """
    return sum(1 for _ in markers_folder().glob("[!.]*.json"))


def waiting_forms(meta: Path) -> tuple[tuple[str, int], ...]:
    """Return the run and the number of lines of each form that waits in the hub's folder of records."""
    found = []
    for told in _objects(meta, "pending_*.json"):
        form = told.get("form")
        if isinstance(form, dict) and not told.get("settled"):
            found.append((str(form.get("asked_at")), str(form.get("run")), len(form.get("lines", ()))))
    return tuple((run, lines) for _, run, lines in sorted(found))


def _objects(folder: Path, pattern: str) -> Iterator[dict[str, Any]]:
    """Yield what the files hold; `harvest status` names those that hold something else."""
    for file in sorted(folder.glob(pattern)):
        try:
            told = json.loads(file.read_bytes())
        except (OSError, ValueError):
            continue
        if isinstance(told, dict):
            yield told
