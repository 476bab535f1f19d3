"""Take back one change that was made in place, and remember that it is not to be made again (SPEC 4.13, 7.5)."""

from pathlib import Path

from harvest_loop.adapters import hub_records, undo_entries
from harvest_loop.adapters.clock import stamp
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.domain.consent.actions import action_of_undo
from harvest_loop.domain.consent.gate import asked_for
from harvest_loop.domain.tombstones import tombstone_of_edit
from harvest_loop.errors import ConflictError, UsageError
from harvest_loop.schemas.curation import UndoEnd, UndoEntry
from harvest_loop.schemas.records import Tombstone
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.in_place import close_up, take_back

REASON = "taken back with harvest undo"


def undo_change(root: Path, settings: HubSettings, name: str, *, now: int) -> UndoEntry:
    """Put back what the entry changed, and return it; a run that was cut off here is gone on with.

    Raises: UsageError for an id that is not known, was undone or never made; ConflictError when a place was changed
    since; HubError when a file can't be read or written.
    """
    with locked(root):
        entry = _pick(root, settings, name)
        leave = asked_for(action_of_undo(entry), by="harvest undo")
        try:
            take_back(entry, leave)
        except ConflictError as error:
            remedy = f"nothing was changed; {_first(root, settings, entry, error.where)}"
            raise ConflictError(error.what, where=error.where, remedy=remedy) from error
        close_up((each for each, _ in undo_entries.read_entries(root, settings)[0]), leave)
        _remember(root, settings, tombstone_of_edit(entry, reason=REASON, session=entry.run, at=stamp(now)))
        undo_entries.end_entry(root, settings, entry.id, UndoEnd(at=stamp(now), end="undone"))
    return entry


def _remember(root: Path, settings: HubSettings, stone: Tombstone) -> None:
    """Add the rejection, unless an undo that was cut off here, maybe a while ago, did so."""
    known, _ = hub_records.read_tombstones(root, settings)
    if all(one.model_copy(update={"at": stone.at, "id": stone.id}) != stone for one in known):
        hub_records.append_record(root, hub_records.tombstones_file(root, settings), stone)


def _first(root: Path, settings: HubSettings, entry: UndoEntry, place: str | None) -> str:
    """What to undo before: the newest later change of the very file that still stands; an earlier one bars no way."""
    mine = {(part.root, part.path) for part in entry.parts if part.path == place}
    for other, end in undo_entries.read_entries(root, settings)[0]:
        if end is None and other.number > entry.number and mine & {(part.root, part.path) for part in other.parts}:
            return f"another change lies beside it: `harvest undo {other.id}` first"
    return "edit the file by hand"


def _pick(root: Path, settings: HubSettings, name: str) -> UndoEntry:
    entries, _ = undo_entries.read_entries(root, settings)
    for entry, end in entries:
        if entry.id != name:
            continue
        if end is not None:
            why = f" ({end.why})" if end.why else ""
            raise UsageError(f"the change '{name}' was {end.end}{why}", remedy="`harvest undo` lists what there is")
        return entry
    raise UsageError(f"no change in place is known by '{name}'", remedy="`harvest undo` lists what there is")
