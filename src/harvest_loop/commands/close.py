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
    """Harvest, print the page, ask where a person is, return the verdict's exit code (SPEC 6)."""
    return run_request(request_of(arguments, mode="forced"), arguments)


def request_of(arguments: argparse.Namespace, *, mode: "Mode") -> "HarvestRequest":
    """Read the options into the flow's one parameter, and stop here where the hub or field can't be used."""
    from pathlib import Path

    from harvest_loop.adapters import clock
    from harvest_loop.adapters.git_field import find_field
    from harvest_loop.adapters.git_window import pin_start
    from harvest_loop.adapters.hub_setup import warn_of_unignored
    from harvest_loop.adapters.hub_state import open_hub
    from harvest_loop.adapters.scripted_answers import read_answers
    from harvest_loop.commands.progress import tell
    from harvest_loop.schemas.request import HarvestRequest
    from harvest_loop.settings import find_hub

    field = Path(arguments.field).absolute()
    hub = find_hub(arguments.hub, field)
    opened = open_hub(hub)
    now, zone = clock.now(), clock.local_zone()
    since = pin_start(find_field(field).root, arguments.since, now=now, zone=zone)
    if arguments.answers is not None:
        read_answers(Path(arguments.answers))
    for warning in warn_of_unignored(hub, opened.settings):
        tell(warning)
    answers = None if arguments.answers is None else str(Path(arguments.answers).absolute())
    return HarvestRequest(hub=str(hub), field=str(field), mode=mode, since=since, now=now, zone=zone, answers=answers)


def run_request(request: "HarvestRequest", arguments: argparse.Namespace) -> int:
    """Run the loop in this process, print what it says, and ask about its form where a person is."""
    from harvest_loop.adapters.open_runs import claim_run
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.engine import outcome_of, prepare_engine
    from harvest_loop.commands.progress import tell
    from harvest_loop.commands.results import print_outcome
    from harvest_loop.commands.review import review_at_terminal

    prepare_engine(debug=arguments.debug)
    from harvest_loop.flows.harvest_session import harvest_session

    with claim_run(request, tell) as claimed:
        outcome = outcome_of(harvest_session(claimed, return_state=True))
    if outcome.waiting and outcome.run and not arguments.json and not arguments.no_input and at_terminal():
        return review_at_terminal(request.hub, outcome)
    return print_outcome(outcome, as_json=arguments.json)
