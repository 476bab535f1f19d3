"""Sweep the inbox: markers become runs, and sessions that no hook told of are found."""

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.states import Completed

from harvest_loop.domain.inbox_coverage import inbox_line
from harvest_loop.domain.sweep_page import sweep_page
from harvest_loop.flows.review_form import review_form
from harvest_loop.schemas.inbox import SweepRequest
from harvest_loop.tasks.show_progress import show_page
from harvest_loop.tasks.sweep_sessions import silence_on, sweep_sessions
from harvest_loop.tasks.sweep_slot import is_late

EVERY_TIME = SweepRequest()


@flow(name="sweep-inbox", flow_run_name="sweep", persist_result=False)
def sweep_inbox(request: SweepRequest = EVERY_TIME) -> State:
    """Run one sweep (SPEC 3.1); the runs that it starts are runs of their own."""
    if is_late():
        return Completed(name="skipped (late)")
    report = sweep_sessions(request)
    for form in report.expired:
        silence = silence_on(form, request)
        if silence is not None:  # no run of the engine goes on with it
            review_form(silence, return_state=True)
    show_page("inbox", sweep_page(report))
    return Completed(message=inbox_line(report.coverage))
