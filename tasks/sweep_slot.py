"""Whether a sweep that the engine starts comes in its time: after a pause nothing fires in a burst (SPEC 10.2)."""

from datetime import UTC, datetime

from prefect.runtime import flow_run

from harvest_loop.adapters import clock
from harvest_loop.schemas.inbox import SweepRequest

EVERY = 30 * 60  # seconds; as prefect.yaml says


def is_late() -> bool:
    """Tell whether this run's slot is over: its scheduled start is more than one interval ago."""
    planned = flow_run.scheduled_start_time
    if planned is None:
        return False
    return bool((datetime.now(UTC) - planned.astimezone(UTC)).total_seconds() > EVERY)


def moment_of(request: SweepRequest) -> tuple[int, str]:
    """Return the moment and the zone that the sweep counts in.

    Raises: UsageError when HARVEST_NOW is no time.
    """
    now = clock.now() if request.now is None else request.now
    return now, clock.local_zone() if request.zone is None else request.zone
