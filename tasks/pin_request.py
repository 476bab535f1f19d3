"""Pin a request: what `now`, `here` and `3 days ago` mean is settled once, also for a run that is resumed."""

from pathlib import Path

from prefect.runtime import flow_run

from harvest_loop.adapters import clock
from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_repository_id import repository_id
from harvest_loop.adapters.git_window import pin_start
from harvest_loop.schemas.request import HarvestRequest, PinnedRequest
from harvest_loop.tasks.run_token import is_stored
from harvest_loop.tasks.step import step


@step("request")
def pin_request(request: HarvestRequest) -> PinnedRequest:
    """Return the request with its moment, zone and start settled.

    Raises: FieldError when the field is no repository, UsageError for a bad start or zone.
    """
    now = clock.now() if request.now is None else request.now
    zone = clock.local_zone() if request.zone is None else request.zone
    since = pin_start(find_field(Path(request.field)).root, request.since, now=now, zone=zone)
    return PinnedRequest.model_validate({**request.model_dump(), "now": now, "zone": zone, "since": since})


@step("field")
def identify_field(request: PinnedRequest) -> str:
    """Return the field's repository id: what was harvested of it is known by it.

    Raises: FieldError when the field is no repository.
    """
    return repository_id(Path(request.field))


def present_moment() -> int:
    """Return the time, in seconds since the epoch, at which a form in the UI was answered."""
    return clock.now()


def is_unfinished(request: HarvestRequest) -> bool:
    """Say whether a run of this request did something that it can go on from, and has not ended (SPEC 10.2)."""
    return is_stored(session_of(request))


def session_of(request: HarvestRequest) -> str:
    """What tells this run's stored results from another's: a request without a moment belongs to its flow run alone."""
    moment = flow_run.id if request.now is None else request.now
    named = () if request.session is None else (request.session,)
    parts = (request.hub, request.field, request.since, request.mode, request.zone, moment, *named)
    return "\0".join(map(str, parts))
