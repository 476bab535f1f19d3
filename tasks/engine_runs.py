"""Runs that a sweep on a server starts beside itself, and what the engine knows of them (SPEC 10.2)."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from uuid import UUID

from prefect.client.orchestration import get_client
from prefect.client.schemas import FlowRun
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId
from prefect.deployments import run_deployment
from prefect.exceptions import ObjectNotFound

from harvest_loop.adapters.cut_off_runs import mark_lost
from harvest_loop.adapters.prefect_api import ServerError
from harvest_loop.adapters.started_runs import (
    CLOSE,
    MOST_ASKED,
    Fate,
    fate_of_state,
    fates_of_processes,
    in_batches,
    local_server,
    name_of,
)
from harvest_loop.errors import UsageError
from harvest_loop.schemas.inbox import StartedRun
from harvest_loop.schemas.request import HarvestRequest


class EngineRuns:
    """Runs of the deployment `session-close`, on whatever server this run belongs to."""

    def start(self, request: HarvestRequest, attempt: int, name: str) -> StartedRun:
        """Have a worker harvest a session, once under this name, and don't wait for it.

        Raises: UsageError when nothing is deployed there.
        """
        parameters = {"request": request.model_dump(mode="json")}
        try:
            run = run_deployment(CLOSE, parameters=parameters, timeout=0, idempotency_key=name, as_subflow=False)
        except ObjectNotFound as error:
            raise UsageError(f"{CLOSE} is not deployed", remedy="run `harvest deploy`") from error
        if not isinstance(run, FlowRun):
            raise TypeError("the engine started the run asynchronously")
        return StartedRun(request=request, attempt=attempt, flow_run=str(run.id))

    def fates(self, runs: Iterable[StartedRun]) -> dict[str, Fate]:
        """Return what became of each run; on a server of this machine, lost ones are marked first."""
        asked = tuple(runs)
        there = [run for run in asked if run.flow_run is not None]
        api = local_server()
        if api is not None:
            with suppress(ServerError):  # the next sweep marks them
                mark_lost(api)
        if not there:
            return fates_of_processes(asked)
        known = _known([UUID(run.flow_run) for run in there])
        gone = Fate("gone", "the server has forgotten it")
        return fates_of_processes(asked) | {name_of(run): known.get(name_of(run), gone) for run in there}


def _known(runs: Sequence[UUID]) -> dict[str, Fate]:
    known: dict[str, Fate] = {}
    with get_client(sync_client=True) as client:
        for some in in_batches(runs):
            asked = FlowRunFilter(id=FlowRunFilterId(any_=list(some)))
            for run in client.read_flow_runs(flow_run_filter=asked, limit=MOST_ASKED):
                said = run.state
                told = {} if said is None else {"type": said.type.value, "name": said.name, "message": said.message}
                known[str(run.id)] = fate_of_state(told)
    return known
