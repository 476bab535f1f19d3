"""Read the hub's signal files, in either form of their names (SPEC 2)."""

from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import HubError
from harvest_loop.schemas.settings import HubSettings


def read_signal_files(root: Path, settings: HubSettings) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return name and text of each signal file, in the order of their names, and the names of those not readable."""
    texts: list[tuple[str, str]] = []
    unreadable: list[str] = []
    for path in sorted(meta_folder(root, settings).glob("fh_signal_*.md")):
        try:
            found = hub_files.read_file(path)
        except HubError:
            unreadable.append(path.name)
            continue
        if found is not None:
            texts.append((path.name, redact(found.text)))
    return tuple(texts), tuple(unreadable)
