"""`harvest tombstones [list|lift ID]`: what was refused with a reason, and the way back (SPEC 7.5)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from harvest_loop.schemas.records import Rejection

SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "action", nargs="?", choices=("list", "lift"), default="list", help="what to do (default: list)"
    )
    parser.add_argument("id", nargs="?", metavar="ID", help="which rejection is lifted")
    parser.add_argument("--reason", metavar="TEXT", default="", help="why it no longer holds")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """List the rejections, or lift one; a line is added for it, and none is ever taken out.

    Raises: UsageError for an id that is not known or was lifted already, HubError when the file can't be used.
    """
    from pathlib import Path

    from harvest_loop.errors import UsageError
    from harvest_loop.settings import find_hub

    lifts = arguments.action == "lift"
    if lifts and arguments.id is None:
        raise UsageError("lift needs an ID", remedy="`harvest tombstones` lists what there is")
    if not lifts and (arguments.id is not None or arguments.reason):
        raise UsageError("list takes neither an ID nor a reason", remedy="`harvest tombstones lift ID` lifts one")
    hub = find_hub(arguments.hub, Path.cwd())
    return _lift(hub, arguments) if lifts else _list(hub, arguments)


def _list(hub: "Path", arguments: argparse.Namespace) -> int:
    from harvest_loop.adapters.hub_records import read_rejections
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import count_of

    rejections, unread = read_rejections(hub, settings_of_hub(hub))
    newest = rejections[::-1]
    if arguments.json:
        told = [{**one.stone.model_dump(mode="json"), "lift": one.lift and one.lift.model_dump()} for one in newest]
        show_json({"hub": str(hub), "unreadable": unread, "rejections": told})
        return 0
    lines = [text for one in newest[:SHOWN] for text in _told(one)] or ["Nothing was refused with a reason."]
    more = [f"and {len(newest) - SHOWN} more; --json lists all"] if len(newest) > SHOWN else []
    show([*lines, *more, *([f"{count_of(unread, 'line')} can't be read"] if unread else [])])
    return 0


def _lift(hub: "Path", arguments: argparse.Namespace) -> int:
    from harvest_loop.adapters import clock
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import one_line
    from harvest_loop.tasks.lift_rejection import lift_rejection

    lift = lift_rejection(hub, settings_of_hub(hub), arguments.id, reason=arguments.reason, now=clock.now())
    if arguments.json:
        show_json({"hub": str(hub), "lifted": lift.model_dump(mode="json")})
        return 0
    show([one_line(f"lifted {lift.content}: {lift.title} may be proposed again")])
    return 0


def _told(one: "Rejection") -> list[str]:
    """What was refused, why and when, and whether that still holds."""
    from harvest_loop.domain.quoting import one_line

    stone, lift = one.stone, one.lift
    lines = [f"{stone.id}  refused on {stone.at[:10]}: {stone.title} → {stone.target}", f"  why: {stone.reason}"]
    if lift is not None:
        lines.append(f"  lifted on {lift.at[:10]}{f': {lift.reason}' if lift.reason else ''}")
    return [f"{'  ' if line.startswith('  ') else ''}{one_line(line)}" for line in lines]
