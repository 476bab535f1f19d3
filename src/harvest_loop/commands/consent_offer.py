"""`harvest consent offer [CLASS]`: which classes may be offered and why others are not; ask about one (SPEC 8.4)."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.tasks.answer_consent import ShownOffer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "With a class, in a terminal, you are asked; Enter is no answer, and changes nothing."
    parser.add_argument("name", nargs="?", metavar="CLASS", help="offer this one, also after a no (default: list all)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout; nothing is asked")


def run(arguments: argparse.Namespace) -> int:
    """List the classes, or show one offer and, where a person is, ask.

    Raises: UsageError for a class that isn't there, HubError or ConflictError when the hub can't be read or written.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.lease_offer import put_offer
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.answer_consent import offer_of, offers

    hub = find_hub(arguments.hub, Path.cwd())
    settings = settings_of_hub(hub)
    found = offers(hub, settings) if arguments.name is None else (offer_of(hub, settings, arguments.name),)
    if arguments.json:
        told = [{**one.offer._asdict(), "approvals": [each._asdict() for each in one.offer.approvals]} for one in found]
        show_json({"hub": str(hub), "offers": [{**one, "due": not one["why_not"]} for one in told]})
    elif arguments.name is None:
        show([line for one in found for line in _told(one)] or ["The registry holds no class."])
    elif not found[0].offer.is_due:
        show([*_told(found[0])])
    elif not at_terminal() or not put_offer(hub, settings, found[0]):
        show([*found[0].lines, f"In a terminal: harvest consent grant {found[0].scope.name}"])
    return 0


def _told(one: "ShownOffer") -> Iterator[str]:
    from harvest_loop.domain.quoting import one_line

    yield one_line(f"{one.scope.name}: {'may be offered' if one.offer.is_due else f'not offered: {one.offer.why_not}'}")
    yield from (f"  {one_line(f'approved {each.day}: {each.did}')}" for each in one.offer.approvals)
