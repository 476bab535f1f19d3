"""undo/{id}/ in the hub's records: what was changed in place, written down before it is made (SPEC 2, 4.13)."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.errors import HubError
from harvest_loop.schemas.curation import UndoEnd, UndoEntry
from harvest_loop.schemas.settings import HubSettings

M = TypeVar("M", bound=BaseModel)

_ENTRY, _END = "entry.json", "end.json"


def undo_folder(root: Path, settings: HubSettings) -> Path:
    """Return where the entries are."""
    return meta_folder(root, settings) / "undo"


def free_undo_id(root: Path, settings: HubSettings, *, day: str, content: str) -> str:
    """Return a name for a new entry, by day and content, that none has yet."""
    stem = f"u-{day}-{content[:8]}"
    name, count = stem, 1
    while _is_begun(undo_folder(root, settings) / name):
        count += 1
        name = f"{stem}-{count}"
    return name


def write_entry(root: Path, settings: HubSettings, entry: UndoEntry) -> None:
    """Write an entry down; one that is there already is never written over.

    Raises: HubError when it can't be written, ConflictError when one of this name is there.
    """
    place = undo_folder(root, settings) / entry.id / _ENTRY
    hub_files.write_new(root, place, _json(entry), mode=hub_files.PRIVATE)


def end_entry(root: Path, settings: HubSettings, name: str, end: UndoEnd) -> None:
    """Write down that the change was taken back, or was never made; the entry itself stays.

    Raises: as write_entry.
    """
    hub_files.write_new(root, undo_folder(root, settings) / name / _END, _json(end))


def read_entries(root: Path, settings: HubSettings) -> tuple[tuple[tuple[UndoEntry, UndoEnd | None], ...], int]:
    """Return the entries, the newest first, each with its end if it has one, and how many can't be read."""
    found: list[tuple[UndoEntry, UndoEnd | None]] = []
    unread = 0
    for folder in _folders(undo_folder(root, settings)):
        try:
            entry, end = _read(folder / _ENTRY, UndoEntry), _read(folder / _END, UndoEnd)
        except (HubError, ValidationError):
            unread += 1
            continue
        if entry is None or entry.id != folder.name:
            unread += _is_begun(folder)
            continue
        found.append((entry, end))
    return tuple(sorted(found, key=lambda pair: (pair[0].number, pair[0].at, pair[0].id), reverse=True)), unread


def _is_begun(folder: Path) -> bool:
    """Whether anything was written down there: a run that was killed before leaves an empty folder, and no change."""
    return (folder / _ENTRY).exists() or (folder / _END).exists()


def _folders(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield from sorted(folder for folder in place.iterdir() if folder.is_dir())


def _read(path: Path, model: type[M]) -> M | None:
    found = hub_files.read_file(path)
    return None if found is None else model.model_validate_json(found.text)


def _json(model: BaseModel) -> str:
    return model.model_dump_json(indent=2) + "\n"
