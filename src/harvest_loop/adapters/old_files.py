"""Let go of the state folder's small files about sessions that are long over. Standard library only (SPEC 3.1)."""

from contextlib import suppress
from pathlib import Path

KEPT = 30 * 24 * 60 * 60  # seconds


def forget_old(folder: Path, *, now: float) -> None:
    """Take away the folder's JSON files that nobody has touched for thirty days."""
    for file in folder.glob("*.json"):
        with suppress(OSError):  # another hook takes it away at the same time
            if file.stat().st_mtime < now - KEPT:
                file.unlink()
