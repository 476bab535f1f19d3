"""`harvest review [RUN]`: answer a form that waits, with or without a server (SPEC 10.2)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.form import FormAnswer
    from harvest_loop.schemas.outcome import RunOutcome
    from harvest_loop.schemas.suspended import Suspension
    from harvest_loop.schemas.waiting import WaitingForm


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run", nargs="?", metavar="RUN", help="which run's form (default: the oldest that waits)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--answers", metavar="FILE", help="answers from a JSON file instead of the terminal")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Ask, carry out the answer, print the page."""
    from pathlib import Path

    from harvest_loop.adapters import hub_records
    from harvest_loop.adapters.hub_state import open_hub
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.engine import prepare_engine
    from harvest_loop.commands.lease_offer import offer_leases
    from harvest_loop.commands.progress import tell
    from harvest_loop.commands.results import print_nothing_waits, print_outcome
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    opened = open_hub(hub)
    waiting = hub_records.pick_waiting(hub, opened.settings, arguments.run)
    if waiting is None:
        return print_nothing_waits(as_json=arguments.json)
    for name in hub_records.read_waiting(hub, opened.settings)[1]:
        tell(f"{opened.settings.paths.meta}/{name}: this form can't be read; {hub_records.UNREADABLE_FORM}")
    answer = _words(waiting, arguments.answers)
    if answer is None:
        sys.stderr.write("harvest: nobody is here to ask; run `harvest review` in a terminal, or pass --answers FILE\n")
        return 2
    prepare_engine(debug=arguments.debug)
    code = print_outcome(_carried_out(str(hub), waiting, answer), as_json=arguments.json)
    if arguments.answers is None and not arguments.json and at_terminal():
        offer_leases(str(hub))
    return code


def review_at_terminal(hub: str, outcome: "RunOutcome") -> int:
    """Print the page of a run whose form waits, ask, and print what the answer came to; the engine runs already."""
    from pathlib import Path

    from harvest_loop.adapters import hub_records
    from harvest_loop.commands.asking import ask
    from harvest_loop.commands.results import print_outcome
    from harvest_loop.settings import load_settings

    waiting = hub_records.pick_waiting(Path(hub), load_settings(Path(hub)), outcome.run)
    if waiting is None:
        return print_outcome(outcome, as_json=False)
    page, _, _ = outcome.page.rstrip("\n").rpartition("\n")
    sys.stdout.write(f"{page.rstrip()}\n\n")
    sys.stdout.flush()
    answer = ask(waiting.form)
    return print_outcome(outcome if answer is None else _carried_out(hub, waiting, answer), as_json=False)


def _words(waiting: "WaitingForm", answers: str | None) -> "FormAnswer | None":
    from pathlib import Path

    from harvest_loop.adapters.scripted_answers import answer_form, read_answers
    from harvest_loop.commands.asking import ask, at_terminal
    from harvest_loop.commands.progress import tell

    if waiting.answer is not None:
        tell(f"this form was answered at {waiting.answer.answered_at}; going on with those words")
        return waiting.answer
    if answers is not None:
        return answer_form(waiting.form, read_answers(Path(answers)))
    return ask(waiting.form) if at_terminal() else None


def _carried_out(hub: str, waiting: "WaitingForm", answer: "FormAnswer") -> "RunOutcome":
    outcome = _reviewed(hub, answer)
    if waiting.suspension is not None:
        _let_end(waiting.suspension)
    return outcome


def _let_end(suspension: "Suspension") -> None:
    """Nobody has to answer in the UI any more."""
    from harvest_loop.adapters.prefect_api import ServerError
    from harvest_loop.adapters.suspended_runs import resume_unasked
    from harvest_loop.commands.progress import tell

    try:
        resume_unasked(suspension)
    except ServerError as error:
        tell(f"the run that shows the form in the UI was not told: {error}")


def _reviewed(hub: str, answer: "FormAnswer") -> "RunOutcome":
    from harvest_loop.adapters import clock
    from harvest_loop.commands.engine import run_flow
    from harvest_loop.flows.review_form import review_form
    from harvest_loop.schemas.request import ReviewRequest

    request = ReviewRequest(hub=hub, run=answer.run, now=clock.now(), zone=clock.local_zone(), answer=answer)
    return run_flow(review_form, request)
