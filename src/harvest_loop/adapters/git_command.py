"""The only module that imports GitPython: starts git without what the surroundings would add to it (DESIGN 5)."""

import logging
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, cast

from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import HarvestError, UsageError

if TYPE_CHECKING:
    from git import Git

# Beside what `git rev-parse --local-env-vars` lists, these change what git reads or prints.
_MISLEADING = (
    "GIT_DIFF_OPTS",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
)
# A question runs no program that a repository's configuration names, and fetches nothing.
_ASKING = (
    "--literal-pathspecs",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotePath=true"),
    *("-c", "core.bigFileThreshold=16m"),
    *("-c", "i18n.logOutputEncoding=UTF-8"),
    *("-c", "log.showSignature=false"),
)
_OFFLINE = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1"}
_NO_INDEX = "/no-index-of-harvest-loop"
_LAST_WORDS = 16384
_PATIENCE = 2.0


class GitFailed(HarvestError):  # noqa: N818  # what a door says, not what a program did wrong
    """Git ended with a status that was not allowed; `status` and the redacted `stderr` say more."""

    def __init__(self, command: str, *, where: str, status: int, stderr: str) -> None:
        self.status = status
        self.stderr = stderr
        said = [line for line in stderr.splitlines() if line.strip()]
        super().__init__(f"git {command} ended with {status}: {said[-1] if said else 'no message'}", where=where)


class RunningGit:
    """A git process: `stdout` gives what it prints, `stdin` takes what it is told if it was started to talk."""

    def __init__(self, process: "Git.AutoInterrupt", *, apart: bool) -> None:
        self._process = process
        self._apart = apart
        self._errors = bytearray()
        self.said = ""
        """The last of what it complained of, redacted, once it has ended; a warning ends nothing."""
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def stdout(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdout)

    @property
    def stdin(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdin)

    @property
    def process_id(self) -> int:
        return cast("int", self._process.pid)

    def end(self) -> tuple[int, str]:
        """Close the pipes, wait, and return the exit status and the last of what it complained, redacted."""
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        self.stdout.close()
        status = self._wait()
        self.said = redact(self._errors.decode("utf-8", "replace"))
        return status, self.said

    def stop(self) -> None:
        """End it at once, with the hooks it started: its answer is of no use any more."""
        if self._apart:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._wait()

    def _wait(self) -> int:
        # AutoInterrupt.wait would raise; the status is judged by the caller.
        status = cast("subprocess.Popen[bytes]", self._process.proc).wait()
        # What a hook left running may hold the pipe open for good.
        self._listener.join(timeout=_PATIENCE)
        return status

    def _listen(self) -> None:
        """Read its complaints, so that it never waits for a reader, and keep the last."""
        with suppress(OSError, ValueError):  # closed while it was read
            while chunk := os.read(self._process.stderr.fileno(), 8192):
                self._errors += chunk
                del self._errors[:-_LAST_WORDS]


@contextmanager
def start_git(
    root: Path,
    *arguments: str,
    stdin: bytes | None = None,
    allow: tuple[int, ...] = (0,),
    variables: Mapping[str, str] | None = None,
    talk: bool = False,
    apart: bool = False,
) -> Iterator[RunningGit]:
    """Run git in a folder while the block reads its output to the end and, with `talk`, writes its input.

    What runs `apart` has no terminal: neither git nor a hook nor a signing program can ask anything there.

    Raises:
        GitFailed: its exit status is not among the allowed ones, or the folder can't be entered.
        UsageError: git is not installed.
    """
    with _as_file(stdin) as told:
        source = subprocess.PIPE if talk else told
        git = RunningGit(_spawn(root, arguments, source, variables, apart=apart), apart=apart)
        try:
            yield git
        except BaseException:
            git.stop()
            raise
        status, stderr = git.end()
    if status not in allow:
        raise GitFailed(_verb(arguments), where=str(root), status=status, stderr=stderr)


def run_git(
    root: Path,
    *arguments: str,
    stdin: bytes | None = None,
    allow: tuple[int, ...] = (0,),
    variables: Mapping[str, str] | None = None,
    apart: bool = False,
) -> bytes:
    """Run git in a folder and return what it printed, byte for byte.

    Raises:
        GitFailed, UsageError: as `start_git` does.
    """
    with start_git(root, *arguments, stdin=stdin, allow=allow, variables=variables, apart=apart) as git:
        return git.stdout.read()


@contextmanager
def start_question(
    root: Path, *arguments: str, stdin: bytes | None = None, talk: bool = False, objects_only: bool = False
) -> Iterator[RunningGit]:
    """Like `start_git`, for an answer only: pathspecs are literal, nothing is fetched, no configured program runs.

    With `objects_only` the index and the files on disk are not looked at, not even in place of an object.
    """
    variables = {**_OFFLINE, "GIT_INDEX_FILE": _NO_INDEX} if objects_only else _OFFLINE
    with start_git(root, *_ASKING, *arguments, stdin=stdin, variables=variables, talk=talk) as git:
        yield git


def ask_git(root: Path, *arguments: str, stdin: bytes | None = None, allow: tuple[int, ...] = (0,)) -> bytes:
    """Like `run_git`, for an answer only; see `start_question`."""
    return run_git(root, *_ASKING, *arguments, stdin=stdin, allow=allow, variables=_OFFLINE)


def _spawn(
    root: Path,
    arguments: tuple[str, ...],
    source: int | BinaryIO | None,
    variables: Mapping[str, str] | None,
    *,
    apart: bool,
) -> "Git.AutoInterrupt":
    if not (root.is_dir() and os.access(root, os.X_OK)):
        # GitPython would quietly run git in the folder of this process instead.
        raise GitFailed(_verb(arguments), where=str(root), status=128, stderr="the folder can't be entered")
    settings = {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", **(variables or {})}
    # Set behind what is dropped, since the dropping comes last.
    assignments = (f"{name}={value}" for name, value in settings.items())
    return _git_class()(str(root)).execute(
        [*_without_surroundings(), *assignments, "git", "--no-optional-locks", *arguments],
        istream=source,
        as_process=True,
        stdout_as_string=False,
        shell=False,
        start_new_session=apart,
    )


@cache
def _git_class() -> "type[Git]":
    try:
        from git import Git
    except ImportError as error:
        raise UsageError("git was not found", remedy="install git and put it on the PATH") from error
    logging.getLogger("git.cmd").setLevel(logging.WARNING)  # below that it logs arguments as they are
    return Git


@cache
def _without_surroundings() -> tuple[str, ...]:
    """Return the start of a command line that drops the variables by which an outer git would lead ours astray."""
    listed = _git_class()().execute(["git", "rev-parse", "--local-env-vars"], stdout_as_string=False, shell=False)
    names = {*listed.decode("ascii").split(), *_MISLEADING}
    return ("env", *(part for name in sorted(names) for part in ("-u", name)))


@contextmanager
def _as_file(text: bytes | None) -> Iterator[BinaryIO | None]:
    if text is None:
        yield None
        return
    with tempfile.TemporaryFile() as file:
        file.write(text)
        file.seek(0)
        yield file


def _verb(arguments: tuple[str, ...]) -> str:
    """Return the git command among global options, for a message."""
    words = iter(arguments)
    for word in words:
        if word == "-c":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""
