"""`harvest review [RUN]`: answer a form that waits, with or without a server (SPEC 10.2)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.request import ReviewRequest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run", nargs="?", metavar="RUN", help="which run's form (default: the oldest that waits)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--answers", metavar="FILE", help="answers from a JSON file instead of the terminal")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Ask, carry out the answer, print the page."""
    from pathlib import Path

    from harvest_loop.adapters import clock, hub_records
    from harvest_loop.adapters.hub_state import open_hub
    from harvest_loop.adapters.scripted_answers import read_answers
    from harvest_loop.schemas.request import ReviewRequest
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    opened = open_hub(hub)
    waiting = hub_records.pick_waiting(hub, opened.settings, arguments.run)
    if waiting is None:
        sys.stdout.write("No form waits.\n")
        return 0
    at_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    if arguments.answers is not None:
        read_answers(Path(arguments.answers))
    elif not at_terminal:
        sys.stderr.write("harvest: nobody is here to ask; run `harvest review` in a terminal, or pass --answers FILE\n")
        return 2
    request = ReviewRequest(
        hub=str(hub),
        run=waiting.form.run,
        now=clock.now(),
        zone=clock.local_zone(),
        answers=None if arguments.answers is None else str(Path(arguments.answers).absolute()),
    )
    return run_review(request, debug=arguments.debug, as_json=arguments.json)


def run_review(request: "ReviewRequest", *, debug: bool, as_json: bool) -> int:
    """Run the review in this process and print what it says."""
    from harvest_loop.commands.engine import outcome_of, prepare_engine
    from harvest_loop.commands.results import print_outcome

    prepare_engine(debug=debug)
    from harvest_loop.flows.review_form import review_form

    return print_outcome(outcome_of(review_form(request, return_state=True)), as_json=as_json)
