"""`harvest close`: harvest a session into the hub, forced, and ask once (SPEC 4)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.request import HarvestRequest, Mode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options; `propose` shares them."""
    parser.add_argument(
        "--field", default=".", metavar="DIR", help="the repository the session worked in (default: here)"
    )
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument(
        "--since",
        metavar="WHEN|REV",
        help="start of the session (default: the last close of this field, else 24 hours)",
    )
    parser.add_argument(
        "--answers", metavar="FILE", help="answer the form from a JSON file, as a dry run or a script would"
    )
    parser.add_argument("--no-input", action="store_true", help="ask nothing; the form waits for `harvest review`")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Harvest, print the page, return the verdict's exit code (SPEC 6)."""
    request = request_of(arguments, mode="forced")
    return run_request(request, debug=arguments.debug, as_json=arguments.json)


def request_of(arguments: argparse.Namespace, *, mode: "Mode") -> "HarvestRequest":
    """Read the options into the flow's one parameter, and stop here where the hub or field can't be used."""
    import sys
    from pathlib import Path

    from harvest_loop.adapters import clock
    from harvest_loop.adapters.git_field import find_field
    from harvest_loop.adapters.git_window import pin_start
    from harvest_loop.adapters.hub_state import open_hub
    from harvest_loop.adapters.scripted_answers import read_answers
    from harvest_loop.schemas.request import HarvestRequest
    from harvest_loop.settings import find_hub

    field = Path(arguments.field).absolute()
    hub = find_hub(arguments.hub, field)
    open_hub(hub)
    now, zone = clock.now(), clock.local_zone()
    since = pin_start(find_field(field).root, arguments.since, now=now, zone=zone)
    if arguments.answers is not None:
        read_answers(Path(arguments.answers))
    at_terminal = sys.stdin.isatty() and sys.stderr.isatty() and not arguments.no_input
    return HarvestRequest(
        hub=str(hub),
        field=str(field),
        mode=mode,
        since=since,
        now=now,
        zone=zone,
        ask="terminal" if at_terminal and arguments.answers is None else "file",
        answers=None if arguments.answers is None else str(Path(arguments.answers).absolute()),
    )


def run_request(request: "HarvestRequest", *, debug: bool, as_json: bool) -> int:
    """Run the loop in this process and print what it says."""
    import sys

    from harvest_loop.adapters.open_runs import claim_run
    from harvest_loop.commands.engine import outcome_of, prepare_engine
    from harvest_loop.commands.results import print_outcome

    prepare_engine(debug=debug)
    from harvest_loop.flows.harvest_session import harvest_session

    with claim_run(request, tell=lambda line: print(f"harvest: {line}", file=sys.stderr)) as claimed:  # noqa: T201 -- a word for the person
        outcome = outcome_of(harvest_session(claimed, return_state=True))
    return print_outcome(outcome, as_json=as_json)
