"""Runs whose process is gone: the server would show them as running for ever (SPEC 10.2)."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from harvest_loop.adapters.engine_settings import POOL
from harvest_loop.adapters.prefect_api import PrefectApi
from harvest_loop.adapters.process_table import read_processes

_RUN_ID = "PREFECT__FLOW_RUN_ID"  # what the worker gives to the process of a run
_BEING_STARTED = 120  # seconds from a change of state to the process that it means

_UNDER_WAY = ["PENDING", "RUNNING", "CANCELLING"]  # what was scheduled only, or waits for an answer, is left as it is


def mark_cut_off(api: PrefectApi) -> None:
    """Mark the pool's runs that were under way as crashed; their processes must have ended before.

    Raises: ServerError when the server doesn't answer.
    """
    for run in _under_way(api):
        _mark(api, run)


def mark_lost(api: PrefectApi) -> tuple[str, ...]:
    """Mark those of the pool's runs as crashed whose process is gone while the server went on; return their ids.

    Raises: ServerError when the server doesn't answer.
    """
    runs = [run for run in _under_way(api) if _since(run) > _BEING_STARTED]
    carried = _with_process({str(run["id"]) for run in runs}) if runs else set()
    lost = [run for run in runs if run["id"] not in carried]
    for run in lost:
        _mark(api, run)
    return tuple(str(run["id"]) for run in lost)


def _with_process(runs: Collection[str]) -> set[str]:
    carried = (surroundings.value_of(_RUN_ID) for _, surroundings in read_processes())
    return {run.strip() for run in carried if run is not None and run.strip() in runs}


def _since(run: dict[str, Any]) -> float:
    changed = datetime.fromisoformat(str(run["state"]["timestamp"]).replace("Z", "+00:00"))
    return (datetime.now(UTC) - changed).total_seconds()


def _mark(api: PrefectApi, run: dict[str, Any]) -> None:
    state = {"type": "CRASHED", "name": "Crashed", "message": "cut off: its process was ended"}
    api.post(f"/flow_runs/{run['id']}/set_state", {"state": state, "force": True})


def _under_way(api: PrefectApi) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.post(
        "/flow_runs/filter",
        {
            "work_pools": {"name": {"any_": [POOL]}},
            "flow_runs": {"state": {"type": {"any_": _UNDER_WAY}}},
        },
    )
    return found
