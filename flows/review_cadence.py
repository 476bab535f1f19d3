"""Look over the last four weeks of a hub; it changes nothing."""

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.states import Completed

from harvest_loop.domain.cadence_page import cadence_line, cadence_page
from harvest_loop.schemas.cadence import CadenceRequest
from harvest_loop.tasks.review_cadence import EVERY, review_cadence, was_served
from harvest_loop.tasks.show_progress import show_page
from harvest_loop.tasks.sweep_slot import is_late, slot

THE_USERS_HUB = CadenceRequest()


@flow(name="harvest-cadence", flow_run_name="cadence", persist_result=False)
def review_cycle(request: CadenceRequest = THE_USERS_HUB) -> State:
    """Run one look (SPEC 4.13, 6-b); a slot that was served, or is long over, is skipped (SPEC 10.2)."""
    planned = slot()
    if planned is not None and (is_late(EVERY) or was_served(request, planned)):
        return Completed(name="skipped (late)")
    review = review_cadence(request)
    show_page("cadence", cadence_page(review))
    return Completed(message=cadence_line(review))
