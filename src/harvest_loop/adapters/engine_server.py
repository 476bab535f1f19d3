"""Start a process of the engine in the background, and wait until it is ready (SPEC 10.2)."""

import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from harvest_loop.adapters import processes
from harvest_loop.adapters.prefect_api import ServerError, health_of
from harvest_loop.adapters.processes import Process
from harvest_loop.adapters.redaction import redact

_PATIENCE = 150.0  # seconds; the first start sets up the database, 16 s on a small machine


def start_and_wait(
    command: list[str], *, name: str, at: Path, log: Path, environment: Mapping[str, str], ready: Callable[[], bool]
) -> Process:
    """Start a process and return it once it is ready; one that isn't in time is ended again.

    Raises: ServerError with the last words of its log.
    """
    child = processes.start(command, at=at, log=log, environment=environment)
    started = processes.find(child.pid)
    try:
        if started is None:
            raise ServerError(f"the {name} ended at once")
        _wait_until_ready(child, ready, name)
    except ServerError as error:
        _end(started)
        raise ServerError(f"{error.what}{_last_words(log)}", where=str(log), remedy=error.remedy) from None
    except BaseException:
        _end(started)
        raise
    return started


def answers(port: int) -> bool:
    """Tell whether a server on the port answers in good time."""
    return health_of(port, timeout=2.0) == "up"


def _wait_until_ready(child: subprocess.Popen[bytes], ready: Callable[[], bool], name: str) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        if child.poll() is not None:
            raise ServerError(f"the {name} ended with {child.returncode}")
        if ready():
            return
        if time.monotonic() > until:
            raise ServerError(f"the {name} was not ready after {_PATIENCE:.0f} s")
        time.sleep(0.1)


def _end(started: Process | None) -> None:
    if started is not None:
        processes.end([started], patience=5.0)


def _last_words(log: Path) -> str:
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:]
    except OSError:
        return ""
    said = " | ".join(line.strip() for line in lines if line.strip())
    return f"; its last words: {redact(said)}" if said else ""
