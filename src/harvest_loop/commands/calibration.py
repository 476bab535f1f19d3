"""`harvest calibration`: which kinds of edit kept what was predicted of them (SPEC 7.6)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "Held: what was measured later came up to what was predicted. Brier: the mean square of what a stated "
        "confidence was off by; 0 is best, 0.25 is what a coin gets."
    )
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Print hit rate and Brier score by kind of edit, from the manifest alone; nothing is measured here.

    Raises: ManifestError when the manifest doesn't parse, HubError, UsageError.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.adapters.yaml_files import read_manifest
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.calibration import calibrate, calibration_lines
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    found = calibrate(read_manifest(hub, settings_of_hub(hub)))
    if arguments.json:
        show_json(found.model_dump(mode="json"))
        return 0
    show(list(calibration_lines(found)))
    return 0
