"""Announce a completed wave, so that the server's trigger harvests it, and follow what comes of it (SPEC 10.2)."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import uuid4

from harvest_loop.adapters.prefect_api import PrefectApi, ServerError, api_url
from harvest_loop.adapters.service import worker_runs
from harvest_loop.adapters.service_record import Service

EVENT = "harvest.wave.completed"
RECORD = "harvest-record"  # the key under which a run shows its page

_FLOW, _DEPLOYMENT = "lightweight-harvest", "wave"
_BEGINS = 60.0  # seconds within which a server that is not overloaded starts what an event asks for
_ENDS = 900.0
_PAUSE = 0.5
_ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


class CompletedWave(NamedTuple):
    """A wave of work, as the event tells of it."""

    name: str
    hub: str
    field: str
    session: str
    base: str | None
    reason: str
    now: int
    zone: str


class FollowedRun(NamedTuple):
    """The run that the event started: how it ended, and its page; None: it has not ended, or shows none."""

    url: str
    state: str
    message: str
    page: str | None


class WaveEvents:
    """The server's side of a wave; nothing here harvests."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._api = PrefectApi(service.port)

    def why_nobody_listens(self) -> str | None:
        """Return why an event would start nothing; None: it would start one run.

        Raises: ServerError when the server doesn't answer.
        """
        if not worker_runs(self._service):
            return "its worker is down"
        deployment = self._deployment()
        if deployment is None or deployment.get("paused"):
            return "it has no deployment for waves, or a paused one"
        triggers = [one for one in self._api.post("/automations/filter", {}) if one["enabled"]]
        heard = [
            one for one in triggers if _starts(one, deployment["id"]) and EVENT in one["trigger"].get("expect", ())
        ]
        return None if heard else "it has no trigger for waves"

    def announce(self, wave: CompletedWave) -> datetime:
        """Emit the event and return the moment before it.

        Raises: ServerError when the server did not take it.
        """
        moment = datetime.now(UTC)
        payload = wave._asdict()
        del payload["name"]
        resource = {"prefect.resource.id": f"harvest.field.{wave.name}"}
        event = {"event": EVENT, "id": str(uuid4()), "occurred": moment.isoformat(), "resource": resource}
        self._api.post("/events", [{**event, "payload": payload}])
        return moment

    def follow(self, wave: CompletedWave, since: datetime, tell: Callable[[str], None]) -> FollowedRun | None:
        """Wait for the run of the wave to begin and to end, and return it; None: none began in good time.

        Raises: ServerError when the server doesn't answer any more.
        """
        deployment = self._deployment()
        if deployment is None:
            raise ServerError("the deployment for waves is gone", remedy="`harvest deploy`")
        asked = {
            "deployments": {"id": {"any_": [deployment["id"]]}},
            "flow_runs": {"expected_start_time": {"after_": since.isoformat()}},
            "sort": "EXPECTED_START_TIME_ASC",
        }
        run = _within(_BEGINS, lambda: self._run_of(wave, asked))
        if run is None:
            return None
        url = f"{api_url(self._service.port).removesuffix('/api')}/runs/flow-run/{run['id']}"
        tell(f"the server harvests the wave: {url}")
        ended = _within(_ENDS, lambda: self._if_ended(run["id"]))
        if ended is None:
            return FollowedRun(url, "RUNNING", "", None)
        return FollowedRun(url, ended["state"]["type"], ended["state"]["message"] or "", self._page(run["id"]))

    def _deployment(self) -> dict[str, Any] | None:
        asked = {"flows": {"name": {"any_": [_FLOW]}}, "deployments": {"name": {"any_": [_DEPLOYMENT]}}}
        found: list[dict[str, Any]] = self._api.post("/deployments/filter", asked)
        return found[0] if found else None

    def _run_of(self, wave: CompletedWave, asked: dict[str, Any]) -> dict[str, Any] | None:
        return next((run for run in self._api.post("/flow_runs/filter", asked) if _is_of(run, wave)), None)

    def _if_ended(self, run: str) -> dict[str, Any] | None:
        found: dict[str, Any] = self._api.get(f"/flow_runs/{run}")
        return found if found["state"]["type"] in _ENDED else None

    def _page(self, run: str) -> str | None:
        asked = {"artifacts": {"flow_run_id": {"any_": [run]}, "key": {"any_": [RECORD]}}}
        found = self._api.post("/artifacts/filter", asked)
        return str(found[0]["data"]) if found else None


def _starts(automation: dict[str, Any], deployment: str) -> bool:
    return any(action.get("deployment_id") == deployment for action in automation["actions"])


def _is_of(run: dict[str, Any], wave: CompletedWave) -> bool:
    request = run["parameters"].get("request") or {}
    asked = (request.get("hub"), request.get("field"), request.get("since"), request.get("now"))
    return asked == (wave.hub, wave.field, wave.base, wave.now)


def _within(patience: float, look: Callable[[], dict[str, Any] | None]) -> dict[str, Any] | None:
    until = time.monotonic() + patience
    while (found := look()) is None and time.monotonic() < until:
        time.sleep(_PAUSE)
    return found
