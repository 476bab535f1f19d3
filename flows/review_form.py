"""Answer a form that waits, and carry the answer out."""

from prefect import flow
from prefect.client.schemas.objects import State

from harvest_loop.flows.settling import settle_form
from harvest_loop.schemas.request import ReviewRequest
from harvest_loop.tasks.ask_approval import ask_approval
from harvest_loop.tasks.conclude_run import conclude_unanswered, state_of
from harvest_loop.tasks.read_hub import read_hub, read_waiting_form


@flow(name="harvest-review", flow_run_name="review {request.run}", persist_result=False)
def review_form(request: ReviewRequest) -> State:
    """Ask about one waiting form; without an answer it goes on waiting."""
    opened = read_hub(request.hub)
    waiting = read_waiting_form(opened, request.run)
    answer = ask_approval(waiting.form, ask="terminal", answers=request.answers)
    if answer is None:
        return state_of(conclude_unanswered(waiting, ""))
    return state_of(settle_form(opened, waiting, answer, now=request.now))
