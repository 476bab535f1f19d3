"""Runs that have begun and not ended: one at a time a session, and one that was cut off is gone on with (SPEC 10.2)."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import ValidationError

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.state_folder import open_runs_folder
from harvest_loop.errors import UnfinishedError
from harvest_loop.schemas.request import HarvestRequest

_TOO_OLD = 7 * 24 * 60 * 60  # seconds; what was cut off longer ago is begun anew


@contextmanager
def claim_run(
    request: HarvestRequest,
    tell: Callable[[str], None],
    *,
    typed: str | None,
    is_unfinished: Callable[[HarvestRequest], bool],
) -> Iterator[HarvestRequest]:
    """Yield the request to carry out: that of the same command's run that was cut off or is unfinished, else this one.

    The same command is the same text of --since (`typed`), hub, field, mode and session: what `3d` meant was settled
    when the run began. `is_unfinished` says of an earlier request whether its run stored what it did and has not ended.

    Waits for another process that carries out the same command now; `tell` is given a line for the person.

    Raises: FieldError when the field is no repository.
    """
    key = _key(request, typed)
    folder = open_runs_folder()
    place = folder / f"{key}.json"
    with _only_one(folder / f"{key}.lock", tell):
        earlier = _cut_off(place, request)
        if earlier is not None and not is_unfinished(earlier):
            earlier = None
        if earlier is not None:
            tell(_going_on(earlier))
        running = earlier or request
        if earlier is None:
            _write_down(place, request)
        try:
            yield running
        except UnfinishedError:
            raise  # what it has written is told by its steps' values: the next one goes on with them
        except Exception:
            place.unlink(missing_ok=True)  # it ended, if badly: only a process that vanished is gone on with
            raise
        place.unlink(missing_ok=True)


def _key(request: HarvestRequest, typed: str | None) -> str:
    """A field is the same from each of its folders, and a hub by each of its names."""
    hub, field = Path(request.hub).resolve(), find_field(Path(request.field)).root.resolve()
    since = None if typed is None else " ".join(typed.split())
    parts = [str(hub), str(field), since, request.mode, request.session]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def _going_on(earlier: HarvestRequest) -> str:
    begun = "" if earlier.now is None else f" of {datetime.fromtimestamp(earlier.now, UTC):%Y-%m-%d %H:%M} UTC"
    return f"going on with the run{begun} that was cut off; what it had done is not done again, later work is not in it"


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
