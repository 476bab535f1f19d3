"""Runs that a sweep started, here or on the local server: start one there, and ask what became of them (SPEC 10.2)."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from harvest_loop.adapters import processes
from harvest_loop.adapters.cut_off_runs import mark_lost
from harvest_loop.adapters.prefect_api import PrefectApi, ServerError
from harvest_loop.adapters.processes import Process
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.service import running_service
from harvest_loop.schemas.inbox import RunState, StartedRun
from harvest_loop.schemas.request import HarvestRequest

T = TypeVar("T")

CLOSE = "harvest-loop/session-close"
MOST_ASKED = 200  # runs; the engine tells of no more in one answer

_VERDICTS = ("PASS", "CONDITIONAL_PASS", "FAIL", "ESCALATE")  # how the loop names the state of a run that got through


class Fate(NamedTuple):
    """What became of a run, and why, in words."""

    state: RunState
    why: str = ""


class Runs(Protocol):
    """Where a sweep's runs are done."""

    def start(self, request: HarvestRequest, attempt: int, name: str) -> StartedRun:
        """Start a run, once under this name.

        Raises: HarvestError when it can't be started.
        """

    def fates(self, runs: Iterable[StartedRun]) -> dict[str, Fate]:
        """Return what became of each run, by `name_of`."""


def local_server() -> PrefectApi | None:
    """Return the server of `harvest up`; None: it does not run. One that is busy runs its runs all the same."""
    service = running_service()
    return None if service is None else PrefectApi(service.port)


class LocalRuns:
    """Runs in this process or, where the server of `harvest up` is there, on that server."""

    def __init__(self, api: PrefectApi | None) -> None:
        self._api = api

    def start(self, request: HarvestRequest, attempt: int, name: str) -> StartedRun:
        """Have the server harvest a session, once under this name; without one it is for this process to do.

        Raises: ServerError when the server refuses.
        """
        if self._api is None:
            return _run_of_this_process(request, attempt)
        deployment = self._api.get(f"/deployments/name/{CLOSE}")["id"]
        order = {
            "parameters": {"request": request.model_dump(mode="json")},
            "idempotency_key": name,
            "state": {"type": "SCHEDULED", "name": "Scheduled"},
        }
        run = self._api.post(f"/deployments/{deployment}/create_flow_run", order)["id"]
        return StartedRun(request=request, attempt=attempt, flow_run=str(run))

    def fates(self, runs: Iterable[StartedRun]) -> dict[str, Fate]:
        """Return what became of each run, by `name_of`; first mark those whose process is gone (SPEC 10.2)."""
        asked = tuple(runs)
        there = [run.flow_run for run in asked if run.flow_run is not None]
        known: dict[str, Fate] = {}
        if self._api is not None:
            try:
                mark_lost(self._api)
                known = _known(self._api, there)
            except ServerError as error:  # nothing is known: it is looked at again by the next sweep
                return fates_of_processes(asked) | {run: Fate("under way", str(error)) for run in there}
        gone = Fate("gone", "its server has ended or forgotten it")
        return fates_of_processes(asked) | {run: known.get(run, gone) for run in there}


def _known(api: PrefectApi, runs: Sequence[str]) -> dict[str, Fate]:
    known: dict[str, Fate] = {}
    for some in in_batches(runs):
        found = api.post("/flow_runs/filter", {"flow_runs": {"id": {"any_": some}}, "limit": MOST_ASKED})
        known |= {str(one["id"]): fate_of_state(one["state"] or {}) for one in found}
    return known


def in_batches(runs: Sequence[T]) -> Iterator[Sequence[T]]:
    """Return the runs in parts that one question may be about."""
    for begin in range(0, len(runs), MOST_ASKED):
        yield runs[begin : begin + MOST_ASKED]


def fates_of_processes(runs: Iterable[StartedRun]) -> dict[str, Fate]:
    """Return what became of the runs that a process of this machine did."""
    return {name_of(run): _fate_of_process(run) for run in runs if run.flow_run is None}


def fate_of_state(state: Mapping[str, object]) -> Fate:
    """Return what the engine's state of a run means."""
    kind, name = str(state.get("type")), str(state.get("name"))
    why = redact(str(state.get("message") or name))
    if name in _VERDICTS or kind in ("COMPLETED", "PAUSED"):  # at its form it has written all but the answer
        return Fate("ended well", why if kind != "PAUSED" else "its form waits")
    if kind == "CRASHED":
        return Fate("gone", why)
    if kind == "FAILED":
        return Fate("failed", why)
    return Fate("cancelled", why) if kind in ("CANCELLED", "CANCELLING") else Fate("under way")


def name_of(run: StartedRun) -> str:
    """What tells a run from others."""
    return run.flow_run or f"{run.process}:{run.process_started}"


def _fate_of_process(run: StartedRun) -> Fate:
    alive = run.process is not None and processes.is_alive(Process(run.process, run.process_started or ""))
    return Fate("under way") if alive else Fate("gone", "its process is gone")


def _run_of_this_process(request: HarvestRequest, attempt: int) -> StartedRun:
    me = processes.find(os.getpid())
    started = None if me is None else me.started
    return StartedRun(request=request, attempt=attempt, process=os.getpid(), process_started=started)
