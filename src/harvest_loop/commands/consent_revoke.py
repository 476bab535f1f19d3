"""`harvest consent revoke CLASS`: be asked again, at once; it is never negotiated (SPEC 8.4)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="CLASS", help="whose lease is to end; the registry need not know it any more")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """End the lease; where there was none, say so.

    Raises: HubError or ConflictError when the profile can't be written.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.answer_consent import revoke

    hub = find_hub(arguments.hub, Path.cwd())
    name = arguments.name.strip()
    ended = revoke(hub, settings_of_hub(hub), name, channel="terminal" if at_terminal() else "attested")
    said = f"{name}: unset; you are asked again" if ended else f"{name}: nothing was granted; you are asked as before"
    if arguments.json:
        show_json({"hub": str(hub), "class": name, "revoked": ended, "said": said})
    else:
        show([said])
    return 0
