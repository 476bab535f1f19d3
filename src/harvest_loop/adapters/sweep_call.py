"""Ask the local server, once and in a moment, to sweep the inbox. Standard library only: a host waits (SPEC 3.1)."""

import http.client
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from harvest_loop.adapters import processes
from harvest_loop.adapters.prefect_api import HOST
from harvest_loop.adapters.service_record import read_service

SWEEP = "sweep-inbox/sweep"
_CLIENT = "harvest-hook"
_JSON = {"Content-Type": "application/json"}


def ask_for_sweep(at: float, *, delay: int, together: int, timeout: float) -> bool:
    """Have the server run a sweep `delay` seconds from now, and return whether it will.

    Those who ask within the same `together` seconds share one sweep, which begins when all of them have asked.

    Raises: OSError, HTTPException, ValueError, KeyError when the server doesn't answer in time as ours does.
    """
    service = read_service()
    if service is None or not processes.is_alive(service.server):
        return False
    share = int(at + delay) // together
    begins = datetime.fromtimestamp((share + 1) * together + 1, UTC).isoformat()
    call = http.client.HTTPConnection(HOST, service.port, timeout=timeout)
    try:
        token = _exchange(call, "GET", f"/csrf-token?client={_CLIENT}", None, {})["token"]
        deployment = _exchange(call, "GET", f"/deployments/name/{SWEEP}", None, {})["id"]
        order = {
            "idempotency_key": f"sweep-{together}-{share}",
            "state": {"type": "SCHEDULED", "name": "Scheduled", "state_details": {"scheduled_time": begins}},
        }
        headers = {**_JSON, "Prefect-Csrf-Token": str(token), "Prefect-Csrf-Client": _CLIENT}
        _exchange(call, "POST", f"/deployments/{deployment}/create_flow_run", order, headers)
    finally:
        call.close()
    return True


def _exchange(
    call: http.client.HTTPConnection,
    method: str,
    path: str,
    message: Mapping[str, Any] | None,
    headers: Mapping[str, str],
) -> dict[str, Any]:
    call.request(method, f"/api{path}", None if message is None else json.dumps(message).encode(), dict(headers))
    answer = call.getresponse()
    said = answer.read()
    if not 200 <= answer.status < 300:
        raise http.client.HTTPException(f"refused with {answer.status}")
    told: dict[str, Any] = json.loads(said)
    return told
