"""Runs whose process is gone: the server would show them as running for ever (SPEC 10.2)."""

from typing import Any

from harvest_loop.adapters.engine_settings import POOL
from harvest_loop.adapters.prefect_api import PrefectApi

_UNDER_WAY = ["PENDING", "RUNNING", "CANCELLING"]  # what was scheduled only, or waits for an answer, is left as it is


def mark_cut_off(api: PrefectApi) -> None:
    """Mark the pool's runs that were under way as crashed; their processes must have ended before.

    Raises: ServerError when the server doesn't answer.
    """
    for run in _under_way(api):
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
