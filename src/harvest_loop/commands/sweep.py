"""`harvest sweep`: harvest or offer what sessions left in the inbox, and find those that were missed (SPEC 3.1)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.adapters.started_runs import Fate
    from harvest_loop.schemas.inbox import ExpiredForm, SweepReport, SweptRun


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Sweep once; do here what has to be run, unless the local server does it; say what became of each session."""
    from harvest_loop.adapters import clock
    from harvest_loop.adapters.started_runs import LocalRuns, local_server
    from harvest_loop.commands.hook import is_inside_the_loop
    from harvest_loop.commands.progress import show, tell
    from harvest_loop.domain.sweep_page import expired_line, sweep_lines
    from harvest_loop.tasks.survey_inbox import survey_inbox

    if is_inside_the_loop():
        tell("the loop itself started this; it sweeps nothing")
        return 0
    server = local_server()
    report = survey_inbox(LocalRuns(server), now=clock.now(), zone=clock.local_zone())
    fates = [] if server is not None else _run_here(report, debug=arguments.debug)
    expired = _settle_expired(report, debug=arguments.debug)
    if arguments.json:
        return _print_json(report, fates)
    ended = (f"{one.key}: {fate.why or fate.state}" for one, fate in fates)
    show([*sweep_lines(report), *ended, *(expired_line(form, why) for form, why in expired)])
    return 0


def _run_here(report: "SweepReport", *, debug: bool) -> list[tuple["SweptRun", "Fate"]]:
    """Harvest one session after the other; one that fails stops no other."""
    if not report.runs:
        return []
    from harvest_loop.adapters import clock
    from harvest_loop.commands.engine import prepare_engine
    from harvest_loop.commands.progress import tell
    from harvest_loop.tasks.survey_inbox import settle_run

    prepare_engine(debug=debug)
    done = []
    for swept in report.runs:
        tell(f"harvesting {swept.key} in {swept.request.field}")
        fate = _harvest(swept)
        settle_run(swept, fate, now=clock.now())
        done.append((swept, fate))
    return done


def _harvest(swept: "SweptRun") -> "Fate":
    from harvest_loop.adapters.open_runs import claim_run
    from harvest_loop.adapters.started_runs import Fate
    from harvest_loop.commands.engine import run_flow
    from harvest_loop.commands.progress import tell
    from harvest_loop.errors import HarvestError
    from harvest_loop.flows.harvest_session import harvest_session
    from harvest_loop.tasks.pin_request import is_unfinished

    request = swept.request
    try:
        with claim_run(request, tell, typed=request.since, is_unfinished=is_unfinished) as claimed:
            outcome = run_flow(harvest_session, claimed)
    except HarvestError as error:
        return Fate("failed", str(error))
    waiting = f"; {outcome.waiting} wait for `harvest review`" if outcome.waiting else ""
    return Fate("ended well", f"{outcome.verdict}{waiting}")


def _settle_expired(report: "SweepReport", *, debug: bool) -> "list[tuple[ExpiredForm, str]]":
    """Go on with each form whose time is over, and say what became of it; one that fails stops no other."""
    from harvest_loop.commands.engine import prepare_engine
    from harvest_loop.errors import HarvestError
    from harvest_loop.tasks.find_expired import is_gone_on_with, still_waits

    done = []
    for form in report.expired:
        try:
            if is_gone_on_with(form):
                done.append((form, "its suspended run goes on without an answer"))
            elif still_waits(form):
                prepare_engine(debug=debug)
                done.append((form, _carry_out_silence(form)))
        except HarvestError as error:
            done.append((form, f"not gone on with: {error}"))
    return done


def _carry_out_silence(form: "ExpiredForm") -> str:
    from harvest_loop.adapters import clock
    from harvest_loop.commands.engine import run_flow
    from harvest_loop.flows.review_form import review_form
    from harvest_loop.tasks.find_expired import no_answer

    return str(run_flow(review_form, no_answer(form, now=clock.now(), zone=clock.local_zone())).verdict)


def _print_json(report: "SweepReport", fates: list[tuple["SweptRun", "Fate"]]) -> int:
    from harvest_loop.commands.progress import show_json

    shown = report.model_dump(mode="json", exclude={"runs"})
    shown["runs"] = [
        {"session": one.key, "field": one.request.field, "hub": one.request.hub, "ended": None} for one in report.runs
    ]
    for told, (_, fate) in zip(shown["runs"], fates, strict=False):
        told["ended"] = {"state": fate.state, "why": fate.why}
    show_json(shown)
    return 0
