"""One writer at a time in a hub: the lock that closers, sweeps and people's commands wait for."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from filelock import FileLock, Timeout

from harvest_loop.errors import ConflictError, HarvestError, HubError

_PATIENCE = 60.0  # seconds
_PATIENCE_WITH_HOOKS = 1800.0  # a repository's hooks may run tests


@contextmanager
def locked(hub_root: Path) -> Iterator[None]:
    """Hold the hub's lock; the thread that holds it may take it again (SPEC 2, 11-1).

    Raises:
        HubError: the lock's folder can't be written.
        ConflictError: another process held the lock for a minute.
    """
    with _held(hub_root, "hub.lock", _PATIENCE):
        yield


@contextmanager
def answering(hub_root: Path) -> Iterator[None]:
    """Hold the hub for the answer to one form, so that nobody carries out another meanwhile (SPEC 11-7).

    Raises:
        HubError: the lock's folder can't be written.
        ConflictError: another answer was being carried out for half an hour.
    """
    with _held(hub_root, "answer.lock", _PATIENCE_WITH_HOOKS):
        yield


@contextmanager
def harvesting(hub_root: Path, field: str) -> Iterator[None]:
    """Hold a field, by its repository id, so that two closes of it at once harvest no work twice (SPEC 3.1, 11-7).

    Raises:
        HubError: the lock's folder can't be written.
        ConflictError: another close of this field went on for half an hour.
    """
    name = hashlib.sha256(field.encode()).hexdigest()[:16]
    with _held(hub_root, f"field-{name}.lock", _PATIENCE_WITH_HOOKS):
        yield


@contextmanager
def _held(hub_root: Path, name: str, patience: float) -> Iterator[None]:
    folder = lock_folder(hub_root.resolve())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _lock(folder / name, os.getpid())
        lock.acquire(timeout=patience)
    except Timeout as error:
        raise ConflictError(
            f"another run has held its lock for {patience / 60:.0f} min",
            where=str(hub_root),
            remedy="let it end, then run this again",
        ) from error
    except OSError as error:
        raise HubError(
            f"its lock can't be taken ({error.strerror})", where=str(hub_root), remedy=f"make {folder} writable"
        ) from error
    try:
        yield
    finally:
        lock.release()


@cache
def lock_folder(hub_root: Path) -> Path:
    """Return where the hub's locks are: the common directory of its git, else the user's state folder (SPEC 2)."""
    from harvest_loop.adapters.git_command import run_git

    try:
        printed = run_git(hub_root, "rev-parse", "--git-common-dir")
    except HarvestError:
        return _folder_without_git(hub_root)
    common = printed.removesuffix(b"\n").decode("utf-8", "surrogateescape")
    return (hub_root / common).resolve() / "harvest-loop"


def _folder_without_git(hub_root: Path) -> Path:
    from harvest_loop.adapters.state_folder import state_folder

    name = hashlib.sha256(str(hub_root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return state_folder() / "locks" / name


@cache
def _lock(path: Path, _process: int) -> FileLock:
    # One object a file and process: it knows, thread by thread, who may enter again. A child can't use its parent's.
    return FileLock(path)
