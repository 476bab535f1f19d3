"""Runs that are suspended at a form which was answered elsewhere: the server is told to let them end (SPEC 10.2)."""

from urllib.parse import quote

from harvest_loop.adapters.prefect_api import PrefectApi
from harvest_loop.adapters.service import answers_in_time, running_service
from harvest_loop.schemas.suspended import Suspension


def resume_unasked(suspension: Suspension) -> bool:
    """Resume the run without words, if our server is up, and return whether it goes on.

    Raises: ServerError when the server doesn't answer, or knows no such run.
    """
    service = running_service()
    if service is None or not answers_in_time(service):
        return False
    said = PrefectApi(service.port).post(f"/flow_runs/{quote(suspension.flow_run, safe='')}/resume", {})
    return bool(said["status"] == "ACCEPT")
