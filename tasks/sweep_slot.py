"""Whether a run that the engine starts by schedule comes in its time: nothing fires in a burst (SPEC 10.2)."""

from datetime import UTC, datetime

from prefect.runtime import flow_run

from harvest_loop.adapters import clock
from harvest_loop.schemas.inbox import SweepRequest

EVERY = 30 * 60  # seconds; as prefect.yaml says


def is_late(every: int = EVERY) -> bool:
    """Tell whether this run's slot is over: its scheduled start is more than one interval, in seconds, ago."""
    planned = slot()
    return planned is not None and (datetime.now(UTC) - planned).total_seconds() > every


def slot() -> datetime | None:
    """Return when the engine meant this run to start; None: nobody planned it."""
    planned = flow_run.scheduled_start_time
    return None if planned is None else planned.astimezone(UTC)


def moment_of(request: SweepRequest) -> tuple[int, str]:
    """Return the moment and the zone that the sweep counts in.

    Raises: UsageError when HARVEST_NOW is no time.
    """
    now = clock.now() if request.now is None else request.now
    return now, clock.local_zone() if request.zone is None else request.zone
