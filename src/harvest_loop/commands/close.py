"""`harvest close`: harvest a session into the hub, forced, and ask once (SPEC 4)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.request import HarvestRequest, Mode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options; `propose` shares them."""
    parser.add_argument("--field", metavar="DIR", help="the repository the session worked in (default: here)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument(
        "--since",
        metavar="WHEN|REV",
        help="start of the session (default: the last close of this field, else 24 hours)",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--session", metavar="KEY", help="an agent's session, as `harvest sweep` names it")
    which.add_argument("--transcript", metavar="FILE", help="the session that this transcript is of")
    parser.add_argument(
        "--answers", metavar="FILE", help="answer the form from a JSON file, as a dry run or a script would"
    )
    parser.add_argument("--no-input", action="store_true", help="ask nothing; the form waits for `harvest review`")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Harvest, print the page, ask where a person is, return the verdict's exit code (SPEC 6)."""
    return run_request(asked_request(arguments, mode="forced"), arguments)


def asked_request(arguments: argparse.Namespace, *, mode: "Mode") -> "HarvestRequest":
    """Return the request for the session that the options name, else for the work since the last close."""
    if arguments.session is None and arguments.transcript is None:
        arguments.field = arguments.field or "."
        return request_of(arguments, mode=mode)
    from harvest_loop.commands.named_session import request_of_session

    return request_of_session(arguments, mode=mode)


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
    from harvest_loop.commands.capability_offer import offer_before_judging
    from harvest_loop.commands.engine import prepare_engine, run_flow
    from harvest_loop.commands.lease_offer import offer_leases
    from harvest_loop.commands.progress import tell
    from harvest_loop.commands.results import print_outcome
    from harvest_loop.commands.retro_offer import offer_retrospective
    from harvest_loop.commands.review import review_at_terminal

    asks = not (arguments.json or arguments.no_input)
    if asks and at_terminal():
        offer_before_judging(request.hub, request.session)
    prepare_engine(debug=arguments.debug)
    from harvest_loop.flows.harvest_session import harvest_session
    from harvest_loop.tasks.pin_request import is_unfinished
    from harvest_loop.tasks.survey_inbox import note_closed

    with claim_run(request, tell, typed=arguments.since, is_unfinished=is_unfinished) as claimed:
        outcome = run_flow(harvest_session, claimed)
    if claimed.session is not None:
        note_closed(claimed, str(outcome.verdict))
    here = asks and not outcome.problem and at_terminal()
    reviewed = here and outcome.waiting and outcome.run
    code = review_at_terminal(request.hub, outcome) if reviewed else print_outcome(outcome, as_json=arguments.json)
    if here and outcome.run:
        offer_retrospective(request.hub)
        offer_leases(request.hub)
    return code
