"""`harvest consent grant CLASS`: a person's yes to a lease, in a terminal, under the offer's words (SPEC 8.4)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "It needs three approvals in a row: the offer quotes them, and asks once more."
    parser.add_argument("name", metavar="CLASS", help="a class that was approved three times in a row")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")


def run(arguments: argparse.Namespace) -> int:
    """Show the offer, ask, and write the lease on a yes.

    Raises: UsageError where nobody is here or the class can't be granted, HubError or ConflictError when the answer
    can't be written.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.lease_offer import put_offer
    from harvest_loop.errors import UsageError
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.answer_consent import need_lasting, offer_of

    hub = find_hub(arguments.hub, Path.cwd())
    settings = settings_of_hub(hub)
    need_lasting()
    shown = offer_of(hub, settings, arguments.name)
    if not shown.offer.is_due:
        raise UsageError(f"'{shown.scope.name}' can't be granted: {shown.offer.why_not}")
    if not at_terminal() or not put_offer(hub, settings, shown):
        raise UsageError("a grant is a person's, and nobody is here", remedy="type it in a terminal")
    return 0
