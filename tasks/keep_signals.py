"""Append notes to the day's signal file of a source; loads no engine (SPEC 2)."""

from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.domain.signals import signal_name, signal_text
from harvest_loop.schemas.records import SignalEntry
from harvest_loop.schemas.settings import HubSettings


def keep_signals(root: Path, settings: HubSettings, entries: Sequence[SignalEntry], *, day: str, source: str) -> str:
    """Append the notes that the file doesn't hold yet, and return its path, relative to the hub.

    Raises: HubError when the file can't be written.
    """
    path = meta_folder(root, settings) / signal_name(day, source)
    hub_files.change(root, path, lambda text: signal_text(text, entries, day=day, source=source))
    return path.relative_to(root).as_posix()
