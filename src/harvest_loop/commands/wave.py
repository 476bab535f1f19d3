"""`harvest wave`: a lightweight harvest after a wave of work, by the server where one is up (SPEC 4, 10.2)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.adapters.wave_events import CompletedWave, FollowedRun
    from harvest_loop.schemas.outcome import RunOutcome
    from harvest_loop.schemas.request import HarvestRequest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--field", default=".", metavar="DIR", help="the repository the wave worked in (default: here)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument(
        "--base", metavar="REV", help="what the wave began from (default: the last close of this field, else 24 hours)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Harvest lightly when the wave is large enough; else say so in a line.

    Raises: HarvestError when the server's run of it broke off.
    """
    from harvest_loop.commands.close import request_of
    from harvest_loop.commands.results import print_outcome

    arguments.since, arguments.answers, arguments.no_input = arguments.base, None, True
    request = request_of(arguments, mode="lightweight")
    outcome = _by_the_server(request)
    if outcome is None:
        outcome = _in_this_process(request, debug=arguments.debug)
    return print_outcome(outcome, as_json=arguments.json)


def _in_this_process(request: "HarvestRequest", *, debug: bool) -> "RunOutcome":
    from harvest_loop.commands.engine import prepare_engine, run_flow

    prepare_engine(debug=debug)
    from harvest_loop.flows.harvest_wave import harvest_wave

    return run_flow(harvest_wave, request)


def _by_the_server(request: "HarvestRequest") -> "RunOutcome | None":
    """Announce the wave and return what came of it; None: nobody would hear, and nothing was announced.

    Once it is announced it is the server's alone: a second harvest here would tell the same work twice.
    """
    from harvest_loop.adapters.prefect_api import ServerError
    from harvest_loop.adapters.service import answers_in_time, running_service
    from harvest_loop.adapters.wave_events import WaveEvents
    from harvest_loop.commands.progress import tell
    from harvest_loop.domain.verdicts import decide_verdict
    from harvest_loop.schemas.outcome import RunOutcome
    from harvest_loop.schemas.request import PinnedRequest
    from harvest_loop.tasks.complete_wave import complete_wave

    service = running_service()
    if service is None:
        return None
    if not answers_in_time(service):
        return None  # the engine's start says so
    events = WaveEvents(service)
    try:
        deaf = events.why_nobody_listens()
    except ServerError as error:
        deaf = str(error)
    if deaf is not None:
        tell(f"the server is not asked: {deaf}; `harvest up` and `harvest deploy` mend that")
        return None
    wave = complete_wave(PinnedRequest.model_validate(request.model_dump()))
    if isinstance(wave, str):
        return RunOutcome(page=f"{wave}\n", verdict=decide_verdict())
    return _outcome_of(events.follow(wave, events.announce(wave), tell), wave)


def _outcome_of(run: "FollowedRun | None", wave: "CompletedWave") -> "RunOutcome":
    """What the server's run came to, as if it had been here.

    Raises: HarvestError when it broke off.
    """
    from harvest_loop.domain.verdicts import decide_verdict, read_verdict
    from harvest_loop.domain.waves import announced_page, record_named, run_of
    from harvest_loop.errors import HarvestError
    from harvest_loop.schemas.outcome import RunOutcome

    if run is None or run.state == "RUNNING":
        verdict = decide_verdict(skipped=["lightweight harvest, which the server has not ended yet"])
        where = "it has not begun yet" if run is None else run.url
        return RunOutcome(page=announced_page(wave.name, wave.reason, where, str(verdict)), verdict=verdict)
    if run.page is not None:
        record = record_named(run.page)
        return RunOutcome(run=run_of(record), record=record, page=run.page, verdict=read_verdict(run.page))
    if run.state == "COMPLETED":
        return RunOutcome(page=f"{run.message}\n", verdict=read_verdict(run.message))
    raise HarvestError(f"the server's run broke off: {run.message or run.state}", where=run.url, remedy="run it again")
