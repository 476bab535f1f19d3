"""The words that a run was started with, redacted also where the engine keeps them as they were typed (SPEC 11-4)."""

from uuid import UUID

from prefect.client.orchestration import get_client
from prefect.runtime import flow_run

from harvest_loop.adapters.engine_database import forget_deleted
from harvest_loop.adapters.redaction import redact_model
from harvest_loop.schemas.request import ReviewRequest


def with_words_redacted(request: ReviewRequest) -> ReviewRequest:
    """Return the request with its answer redacted; the engine's copy of the parameters becomes the same."""
    clean = request.model_copy(update={"answer": redact_model(request.answer)})
    if clean != request and flow_run.id:
        with get_client(sync_client=True) as client:
            parameters = {"request": clean.model_dump(mode="json")}
            client.update_flow_run(UUID(str(flow_run.id)), parameters=parameters).raise_for_status()
        forget_deleted()
    return clean
