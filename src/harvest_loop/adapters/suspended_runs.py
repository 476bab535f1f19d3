"""Which of the engine's runs wait at which form: a run that is taken up again goes straight there (SPEC 10.2)."""

import re
from pathlib import Path

from pydantic import ValidationError

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.state_folder import suspended_folder
from harvest_loop.errors import UsageError
from harvest_loop.schemas.suspended import SuspendedRun

_ID = re.compile(r"[0-9a-f-]{36}")


def find(flow_run_id: str) -> SuspendedRun | None:
    """Return the form at which the run was suspended; None: it was not, or what was written can't be read."""
    try:
        return SuspendedRun.model_validate_json(_place(flow_run_id).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def remember(flow_run_id: str, suspended: SuspendedRun) -> None:
    """Write down that the run is suspended."""
    place = _place(flow_run_id)
    place.unlink(missing_ok=True)
    whole_file.put_new(place, suspended.model_dump_json().encode())


def forget(flow_run_id: str) -> None:
    """The run has ended."""
    _place(flow_run_id).unlink(missing_ok=True)


def _place(flow_run_id: str) -> Path:
    if not _ID.fullmatch(flow_run_id):
        raise UsageError(f"'{flow_run_id}' is no id of a run")
    return suspended_folder() / f"{flow_run_id}.json"
