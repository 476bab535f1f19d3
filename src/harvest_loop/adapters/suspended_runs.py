"""Runs that are suspended at a form which was answered elsewhere: the server is told to let them end (SPEC 10.2)."""

from urllib.parse import quote

from harvest_loop.adapters.prefect_api import PrefectApi
from harvest_loop.adapters.service import answers_in_time, running_service
from harvest_loop.schemas.suspended import Suspension

_GOES_ON = ("SCHEDULED", "PENDING", "RUNNING", "CANCELLING")


def go_on_unanswered(suspension: Suspension) -> bool:
    """Have the suspended run go on without words, and return whether it goes on, by that or by a person's answer.

    The server lets one of two who resume it at the same moment through. False: no server of ours has it, or it ended.

    Raises: ServerError when the server doesn't answer: it may be about to take a person's words.
    """
    service = running_service()
    if service is None:
        return False
    api = PrefectApi(service.port)
    asked = {"flow_runs": {"id": {"any_": [suspension.flow_run]}}, "limit": 1}
    found = api.post("/flow_runs/filter", asked)
    state = (found[0]["state"] or {}).get("type") if found else None
    if state == "PAUSED":
        api.post(f"/flow_runs/{quote(suspension.flow_run, safe='')}/resume", {})
        return True
    return state in _GOES_ON


def resume_unasked(suspension: Suspension) -> bool:
    """Resume the run without words, if our server is up, and return whether it goes on.

    Raises: ServerError when the server doesn't answer, or knows no such run.
    """
    service = running_service()
    if service is None or not answers_in_time(service):
        return False
    said = PrefectApi(service.port).post(f"/flow_runs/{quote(suspension.flow_run, safe='')}/resume", {})
    return bool(said["status"] == "ACCEPT")
