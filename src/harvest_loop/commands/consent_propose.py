"""`harvest consent propose FILE`: keep a class that a session would like as a signal (SPEC 8.2)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "It registers nothing: a person copies the class into consent_classes.yaml, or doesn't."
    parser.add_argument("file", metavar="FILE", help="the class, as it would stand in the registry (`classes: [...]`)")
    parser.add_argument("--session", metavar="KEY", default="", help="the session that proposes it")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Write the signal, and say what the check would say of the class.

    Raises: UsageError when the file holds no class, HubError when the signal can't be written.
    """
    from pathlib import Path

    from harvest_loop.adapters import clock
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import one_line
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.answer_consent import need_lasting
    from harvest_loop.tasks.propose_class import propose_class

    hub = find_hub(arguments.hub, Path.cwd())
    need_lasting()
    day = clock.local_day(clock.now(), clock.local_zone())
    path, found = propose_class(
        hub, settings_of_hub(hub), Path(arguments.file), session=one_line(arguments.session, limit=160), day=day
    )
    if arguments.json:
        show_json({"hub": str(hub), "signal": path, "findings": found})
        return 0
    told = [f"the check would say: {one_line(one)}" for one in found]
    show([f"kept as a signal in {path}; a person copies it into consent_classes.yaml, or doesn't", *told])
    return 0
