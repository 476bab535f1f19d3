"""`harvest wave`: a lightweight harvest after a wave of work (SPEC 4)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--field", default=".", metavar="DIR", help="the repository the wave worked in (default: here)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument(
        "--base", metavar="REV", help="what the wave began from (default: the last close of this field, else 24 hours)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Harvest lightly when the wave is large enough; else say so in a line."""
    from harvest_loop.commands.close import request_of
    from harvest_loop.commands.engine import outcome_of, prepare_engine
    from harvest_loop.commands.results import print_outcome

    arguments.since, arguments.answers, arguments.no_input = arguments.base, None, True
    request = request_of(arguments, mode="lightweight")
    prepare_engine(debug=arguments.debug)
    from harvest_loop.flows.harvest_wave import harvest_wave

    return print_outcome(outcome_of(harvest_wave(request, return_state=True)), as_json=arguments.json)
