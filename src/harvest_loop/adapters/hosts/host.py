"""What `harvest init` and `harvest status` know of a host: where its files are, what to change, what it can't do."""

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from harvest_loop.adapters.hosts.host_files import FilePlan


@dataclass(frozen=True)
class HostPlan:
    """The files to change for one host, and what is left alone with the reason."""

    host: str
    files: tuple[FilePlan, ...] = ()
    notes: tuple[str, ...] = ()


class Host(Protocol):
    """A program that runs coding agents."""

    @property
    def name(self) -> str:
        """The name on the command line and in session keys."""

    @property
    def limits(self) -> tuple[str, ...]:
        """What can't be had with it, one sentence each (SPEC 10.4)."""

    def folder(self) -> Path:
        """Where its configuration lies."""

    def is_installed(self) -> bool:
        """Whether it calls our hook at a session's end.

        Raises: UsageError when its configuration can't be read.
        """

    def missing(self) -> tuple[str, ...]:
        """The moments at which it doesn't call our hook although it could, by its own names for them.

        Raises: UsageError when its configuration can't be read.
        """

    def plan(self, program: Sequence[str], *, remove: bool) -> HostPlan:
        """What to change so that it calls `program`, or doesn't call ours any more.

        Raises: UsageError when its configuration can't be read.
        """


def own_program() -> tuple[str, ...]:
    """Return how this very installation is called from any folder."""
    script = Path(sys.executable).with_name("harvest")
    return (str(script),) if os.access(script, os.X_OK) else (sys.executable, "-m", "harvest_loop.cli")


def calls_our_hook(command: object) -> bool:
    """Tell whether a shell command, or a list of words, is a call of our hook, whichever installation wrote it."""
    if isinstance(command, str):
        try:
            words = shlex.split(command)
        except ValueError:
            return False
    else:
        words = [word for word in command if isinstance(word, str)] if isinstance(command, list) else []
    program, hook = words[:-2], words[-2:-1]
    ours = [Path(word).name for word in program] == ["harvest"] or program[1:] == ["-m", "harvest_loop.cli"]
    return ours and hook == ["hook"]
