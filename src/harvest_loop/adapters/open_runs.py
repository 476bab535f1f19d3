"""Runs that have begun and not ended: one at a time a session, and one that was cut off is gone on with (SPEC 10.2)."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import ValidationError

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.state_folder import open_runs_folder
from harvest_loop.schemas.request import HarvestRequest

_TOO_OLD = 7 * 24 * 60 * 60  # seconds; what was cut off longer ago is begun anew


@contextmanager
def claim_run(request: HarvestRequest, tell: Callable[[str], None]) -> Iterator[HarvestRequest]:
    """Yield the request to carry out: that of the same session's run that was cut off, else this one.

    Waits for another process that harvests the same session now; `tell` is given a line for the person.
    """
    key = hashlib.sha256(f"{request.hub}\0{request.field}\0{request.since}".encode()).hexdigest()[:24]
    folder = open_runs_folder()
    place = folder / f"{key}.json"
    with _only_one(folder / f"{key}.lock", tell):
        earlier = _cut_off(place, request)
        if earlier is not None:
            tell("going on with the run that was cut off; what it had done is not done again")
        running = earlier or request
        if earlier is None:
            _write_down(place, request)
        try:
            yield running
        except Exception:
            place.unlink(missing_ok=True)  # it ended, if badly: only a process that vanished is gone on with
            raise
        place.unlink(missing_ok=True)


@contextmanager
def _only_one(lock: Path, tell: Callable[[str], None]) -> Iterator[None]:
    guard = FileLock(lock)
    try:
        guard.acquire(timeout=0)
    except Timeout:
        tell("another process harvests this session; waiting for it")
        guard.acquire()
    try:
        yield
    finally:
        guard.release()


def _cut_off(place: Path, request: HarvestRequest) -> HarvestRequest | None:
    """The request of a run that never ended, with the present answers."""
    try:
        earlier = HarvestRequest.model_validate_json(place.read_bytes())
        age = time.time() - place.stat().st_mtime
    except (FileNotFoundError, ValidationError):
        return None
    if age > _TOO_OLD:
        return None
    return earlier.model_copy(update={"answers": request.answers})


def _write_down(place: Path, request: HarvestRequest) -> None:
    place.unlink(missing_ok=True)
    whole_file.put_new(place, request.model_dump_json().encode())
