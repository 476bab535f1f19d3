"""Runs a program that judges: in an empty folder, in a group of its own, with few variables; then nothing is left."""

import os
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from harvest_loop.adapters.models.calls import running
from harvest_loop.adapters.process_table import read_processes
from harvest_loop.errors import JudgeUnavailable, JudgeUnusable

LONGEST_OUTPUT = 2_000_000
_MARK = "HARVEST_JUDGE"
_DEPTH = "HARVEST_LOOP_DEPTH"
_KEPT = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "TZ"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)


class Printed(NamedTuple):
    """What a program printed, and the status that it ended with."""

    stdout: str
    stderr: str
    status: int


class _Lifeline:
    """The end that keeps the program alive; letting go of it twice is letting go once."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._guard = threading.Lock()
        self.is_cut = False

    def let_go(self) -> None:
        with self._guard, suppress(OSError):
            self.is_cut = True
            self._stream.close()


class _Reader:
    """Reads a stream to its end and keeps the beginning; when there is too much, it lets go of the program."""

    def __init__(self, stream: IO[bytes], lifeline: _Lifeline) -> None:
        self.kept = bytearray()
        self.is_over = False
        self._stream, self._lifeline = stream, lifeline
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while piece := os.read(self._stream.fileno(), 65536):
            self.kept += piece
            if len(self.kept) > LONGEST_OUTPUT:
                self.is_over = True
                self._lifeline.let_go()
                return

    def text(self) -> str:
        self._thread.join()
        return self.kept.decode("utf-8", "replace")


def run_program(
    command: Sequence[str], told: str, *, seconds: float, variables: Sequence[str], at_most: Mapping[str, str]
) -> Printed:
    """Return what the program printed; whatever it started is gone when this returns, or when this process is.

    `variables` are names of further ones that it gets where they are set; `at_most` are set for it.

    Raises: JudgeUnavailable when it is not there, takes too long or is ended with the run; JudgeUnusable for too much.
    """
    mark = secrets.token_hex(16)
    environment = {name: os.environ[name] for name in (*_KEPT, *variables) if name in os.environ}
    environment |= {**at_most, _MARK: mark, _DEPTH: str(_depth() + 1)}
    with tempfile.TemporaryDirectory(prefix="harvest-judge-") as folder:
        prompt, empty = Path(folder, "prompt"), Path(folder, "empty")
        prompt.write_text(told, encoding="utf-8", errors="replace")
        empty.mkdir()
        return _kept(command, prompt, empty, environment, seconds)


def _kept(command: Sequence[str], prompt: Path, empty: Path, environment: dict[str, str], seconds: float) -> Printed:
    status_in, status_out = os.pipe()
    keeper = str(Path(__file__).with_name("kept_child.py"))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", keeper, str(status_out), str(prompt), *command],
        cwd=empty,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=(status_out,),
    ) as process:
        os.close(status_out)
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise JudgeUnavailable("a program without streams")
        lifeline = _Lifeline(process.stdin)
        said, complained = _Reader(process.stdout, lifeline), _Reader(process.stderr, lifeline)
        try:
            with running(lifeline.let_go):
                status, late = _await(status_in, seconds)
        finally:
            ended = lifeline.is_cut
            lifeline.let_go()
            process.wait()
            _end_marked(environment[_MARK])  # before what it printed is read: who holds its output would be waited for
            os.close(status_in)
        printed = Printed(said.text(), complained.text(), status)
    if said.is_over or complained.is_over:
        raise JudgeUnusable(f"{command[0]} printed more than {LONGEST_OUTPUT} bytes")
    if late:
        raise JudgeUnavailable(f"no answer of {command[0]} within {seconds:g} seconds")
    if ended:
        raise JudgeUnavailable("ended with the run")
    return printed


def _await(status: int, seconds: float) -> tuple[int, bool]:
    """The status that the program ended with, and whether its time was over before."""
    until = time.monotonic() + seconds
    ready, _, _ = select.select([status], [], [], max(0.0, until - time.monotonic()))
    told = os.read(status, 16).decode("ascii").strip() if ready else ""
    return int(told) if told else -1, not ready


def _depth() -> int:
    given = os.environ.get(_DEPTH, "")
    return int(given) if given.isdecimal() else 0


def _end_marked(mark: str) -> None:
    """Kill what left the group: it still carries the variable that it was started with."""
    for process, surroundings in read_processes():
        if surroundings.value_of(_MARK) == mark:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, signal.SIGKILL)
