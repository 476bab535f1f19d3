"""`harvest undo [ID]`: take back one change that was made in place, to the byte (SPEC 4.13, 11-3)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from harvest_loop.schemas.curation import UndoEnd, UndoEntry

SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "What was taken back is not made again until `harvest tombstones lift` says so."
    parser.add_argument("id", nargs="?", metavar="ID", help="which change (default: list them, newest first)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """List the changes, or take one back; one whose place was changed since is refused and stays.

    Raises: UsageError for an id that is not known or was undone, ConflictError or HubError when it can't be undone.
    """
    from pathlib import Path

    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    return _list(hub, arguments) if arguments.id is None else _undo(hub, arguments)


def _list(hub: "Path", arguments: argparse.Namespace) -> int:
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.adapters.undo_entries import read_entries
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import count_of

    entries, unread = read_entries(hub, settings_of_hub(hub))
    if arguments.json:
        changes = [{**one.model_dump(mode="json"), "end": end and end.model_dump(mode="json")} for one, end in entries]
        show_json({"hub": str(hub), "unreadable": unread, "changes": changes})
        return 0
    lines = [_line(one, end) for one, end in entries[:SHOWN]] or ["Nothing was changed in place."]
    more = [f"and {len(entries) - SHOWN} more; --json lists all"] if len(entries) > SHOWN else []
    show([*lines, *more, *([f"{count_of(unread, 'entry')} can't be read"] if unread else [])])
    return 0


def _undo(hub: "Path", arguments: argparse.Namespace) -> int:
    from harvest_loop.adapters import clock
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import one_line
    from harvest_loop.tasks.undo_change import undo_change

    entry = undo_change(hub, settings_of_hub(hub), arguments.id, now=clock.now())
    if arguments.json:
        show_json({"hub": str(hub), "undone": entry.model_dump(mode="json")})
        return 0
    show([f"undone {entry.id}: {one_line(entry.kind)} in {one_line(entry.target)}, as it was before, to the byte"])
    return 0


def _line(entry: "UndoEntry", end: "UndoEnd | None") -> str:
    from harvest_loop.domain.quoting import one_line

    state = "" if end is None else f" ({end.end})"
    word = f"by the lease of {entry.lease}" if entry.lease else "without a word"
    how = word if entry.automatic else "with a Y"
    return one_line(f"{entry.id}{state}  {entry.at[:10]}, {how}: {entry.kind} in {entry.target}: {entry.title}")
