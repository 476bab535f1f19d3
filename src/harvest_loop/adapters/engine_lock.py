"""One of our processes at a time starts, migrates or ends the engine's server (SPEC 10.2)."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harvest_loop.adapters.state_folder import prefect_home
from harvest_loop.errors import ConflictError

_PATIENCE = 300.0  # seconds; a first start on a slow machine takes some of them


@contextmanager
def alone_at_the_engine(tell: Callable[[str], None]) -> Iterator[None]:
    """Hold the engine's lock; `tell` is given a line for the person when it has to be waited for.

    The lock is on the engine's folder itself, so it leaves no file, and the system takes it from who dies.

    Raises: ConflictError when another process held it for five minutes.
    """
    handle = os.open(prefect_home(), os.O_RDONLY)
    try:
        if not _taken(handle):
            tell("another harvest starts or ends the engine; waiting for it")
            _wait_for(handle)
        yield
    finally:
        os.close(handle)


def _wait_for(handle: int) -> None:
    until = time.monotonic() + _PATIENCE
    while not _taken(handle):
        if time.monotonic() > until:
            raise ConflictError(
                "another harvest has been starting or ending the engine for five minutes",
                where=str(prefect_home()),
                remedy="end that process, then run this again",
            )
        time.sleep(0.1)


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
