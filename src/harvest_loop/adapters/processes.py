"""Processes of this machine: started in the background, told from later ones of the same number, ended."""

import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True)
class Process:
    """One process and no later one of the same number: the number with the moment at which it started."""

    pid: int
    started: str


def find(pid: int) -> Process | None:
    """Return the process of this number; None when there is none, or only its exit code is left."""
    return _told_by_proc(pid) if has_proc() else find_by_ps(pid)


def find_by_ps(pid: int) -> Process | None:
    """Return the process of this number where there is no /proc."""
    state, _, started = ask_ps("-o", "stat=,lstart=", "-p", str(pid)).strip().partition(" ")
    return None if not started or state.startswith("Z") else Process(pid, " ".join(started.split()))


def is_alive(process: Process) -> bool:
    """Tell whether this very process still runs."""
    return find(process.pid) == process


def start(command: list[str], *, at: Path, log: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own; it holds no stream of ours and writes what it says into the log."""
    with log.open("ab") as written, _interruptible():
        return subprocess.Popen(
            command,
            cwd=at,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def end(processes: Iterable[Process], *, patience: float) -> tuple[Process, ...]:
    """Ask each process to end, wait, and kill what is still there; return what even that did not end."""
    asked = tuple(processes)
    _signal(asked, signal.SIGTERM)
    left = wait_for_end(asked, patience=patience)
    _signal(left, signal.SIGKILL)
    return wait_for_end(left, patience=5.0)


def wait_for_end(processes: Iterable[Process], *, patience: float) -> tuple[Process, ...]:
    """Wait until the processes have ended; return those that have not when the seconds are over."""
    left = tuple(one for one in processes if is_alive(one))
    until = time.monotonic() + patience
    while left and time.monotonic() < until:
        time.sleep(0.05)
        left = tuple(one for one in left if is_alive(one))
    return left


def has_proc() -> bool:
    """Tell whether the system lists its processes as folders; where it doesn't, `ps` is asked."""
    return _PROC.joinpath("self", "stat").exists()


def ask_ps(*options: str) -> str:
    """Return what `ps` prints, the same in every language."""
    done = subprocess.run(
        ["ps", *options], env={**os.environ, "LC_ALL": "C"}, check=False, capture_output=True, stdin=subprocess.DEVNULL
    )
    return done.stdout.decode("utf-8", "surrogateescape")


def _signal(processes: Iterable[Process], number: signal.Signals) -> None:
    for one in processes:
        if is_alive(one):
            with suppress(ProcessLookupError):
                os.kill(one.pid, number)


@cache
def _boot() -> str:
    """What tells this start of the system from others: a moment is counted from it."""
    try:
        return _PROC.joinpath("sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


@contextmanager
def _interruptible() -> Iterator[None]:
    # What a shell starts with `&` ignores SIGINT, its children inherit that, and the engine's worker ends by SIGINT.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _told_by_proc(pid: int) -> Process | None:
    try:
        told = _PROC.joinpath(str(pid), "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The program's name stands in brackets and may hold any mark; state is the first word after it, start the 20th.
    words = told.rpartition(")")[2].split()
    return None if words[0] in "ZX" else Process(pid, f"{words[19]}@{_boot()}")
