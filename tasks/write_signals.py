"""What was not drafted is kept: held candidates as signals, refusals as tombstones (SPEC 2, 4.15, 7.5)."""

from pathlib import Path

from harvest_loop.adapters.hub_records import append_records, read_tombstones, tombstones_file
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.records import SignalEntry, Tombstone
from harvest_loop.tasks.keep_signals import keep_signals
from harvest_loop.tasks.step import step


@step("signals")
def write_signals(opened: OpenedHub, entries: tuple[SignalEntry, ...], *, form: Form) -> tuple[str, ...]:
    """Append the notes to the day's file of this source and return its path; nothing to keep writes nothing.

    Raises: HubError when the file can't be written.
    """
    if not entries:
        return ()
    root = Path(opened.hub.root)
    return (keep_signals(root, opened.settings, entries, day=form.day, source=form.source),)


@step("tombstones")
def remember_rejections(opened: OpenedHub, stones: tuple[Tombstone, ...]) -> tuple[str, ...]:
    """Append the tombstones that don't hold yet and return their ids; what was lifted can be refused anew.

    Raises: HubError when the file can't be written.
    """
    root = Path(opened.hub.root)
    known = {stone.id for stone in read_tombstones(root, opened.settings)[0]}
    new = [stone for stone in stones if stone.id not in known]
    append_records(root, tombstones_file(root, opened.settings), new)
    return tuple(stone.id for stone in stones)
