"""`harvest consent decline CLASS`: no lease for a class as it is now, and no second offer of it (SPEC 8.4)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="CLASS", help="a class of the registry")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Write the no; a lease that runs ends with it.

    Raises: UsageError for a class that isn't there, HubError or ConflictError when it can't be written.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.answer_consent import decline

    hub = find_hub(arguments.hub, Path.cwd())
    name = arguments.name.strip()
    decline(hub, settings_of_hub(hub), name, channel="terminal" if at_terminal() else "attested")
    said = f"{name}: declined; as it is now it is not offered again, unless you ask: harvest consent offer {name}"
    if arguments.json:
        show_json({"hub": str(hub), "class": name, "said": said})
    else:
        show([said])
    return 0
