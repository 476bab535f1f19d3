"""The sweep as a step of the engine (SPEC 3.1)."""

from prefect import get_run_logger

from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.inbox import ExpiredForm, SweepReport, SweepRequest
from harvest_loop.schemas.request import ReviewRequest
from harvest_loop.tasks.engine_runs import EngineRuns
from harvest_loop.tasks.find_expired import is_gone_on_with, no_answer, still_waits
from harvest_loop.tasks.step import step
from harvest_loop.tasks.survey_inbox import survey_inbox
from harvest_loop.tasks.sweep_slot import moment_of


@step("sweep")
def sweep_sessions(request: SweepRequest) -> SweepReport:
    """Return what was seen and what became of it; runs that are due were started on the server.

    Raises: UsageError when the state folder can't be used, OSError when it can't be written.
    """
    now, zone = moment_of(request)
    return survey_inbox(EngineRuns(), now=now, zone=zone)


@step("expired form")
def silence_on(form: ExpiredForm, request: SweepRequest) -> ReviewRequest | None:
    """Return the words `no answer` for a form that no run of the engine goes on with; None: there is nothing to do.

    A form or a server that gives no answer now is looked at again by the next sweep.
    """
    now, zone = moment_of(request)
    try:
        is_left = not is_gone_on_with(form) and still_waits(form)
    except HarvestError as error:
        get_run_logger().warning("the form of %s was not gone on with: %s", form.run, redact(str(error)))
        return None
    return no_answer(form, now=now, zone=zone) if is_left else None
