"""The name under which people find a run in the UI."""

from pathlib import PurePath

from prefect.runtime import flow_run

from harvest_loop.adapters.redaction import redact
from harvest_loop.schemas.request import HarvestRequest


def name_of_run() -> str:
    """Return mode, field and start of the session that the current run harvests."""
    request = HarvestRequest.model_validate(flow_run.parameters["request"])
    return redact(f"{request.mode} {PurePath(request.field).name} since {request.since or 'last close'}")
