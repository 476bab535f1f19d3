"""Carry out the answer to a form that waits."""

from prefect import flow
from prefect.client.schemas.objects import State

from harvest_loop.flows.settling import settle_form
from harvest_loop.schemas.request import ReviewRequest
from harvest_loop.tasks.conclude_run import state_of
from harvest_loop.tasks.one_at_a_time import one_answer_in_the_hub
from harvest_loop.tasks.read_hub import read_hub, read_waiting_form
from harvest_loop.tasks.redact_parameters import with_words_redacted
from harvest_loop.tasks.run_token import run_token


@flow(name="harvest-review", flow_run_name="review {request.run}", persist_result=False)
def review_form(request: ReviewRequest) -> State:
    """Apply what was said of each line; what changed in between is shown again and goes on waiting."""
    request = with_words_redacted(request)
    # An interrupted review goes on where it was.
    with one_answer_in_the_hub(request.hub), run_token(f"{request.hub}\0{request.run}"):
        opened = read_hub(request.hub)
        waiting = read_waiting_form(opened, request.run)
        return state_of(settle_form(opened, waiting, request.answer, now=request.now))
