"""The sweep as a step of the engine (SPEC 3.1)."""

from harvest_loop.schemas.inbox import SweepReport, SweepRequest
from harvest_loop.tasks.engine_runs import EngineRuns
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
