"""Every process of this user with the variables it was started with: how what was left behind is found again."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.processes import Process, ask_ps, find, has_proc


@dataclass(frozen=True)
class Surroundings:
    """The variables of a process as one text, each between two marks."""

    text: str
    mark: str

    def value_of(self, name: str) -> str | None:
        """Return a variable's value up to the next mark; None when it isn't there."""
        _, there, rest = self.text.partition(f"{self.mark}{name}=")
        return rest.partition(self.mark)[0] if there else None

    def hold(self, name: str, value: str) -> bool:
        """Tell whether the variable has this value, which may contain the mark; the next variable ends it."""
        mark = re.escape(self.mark)
        return bool(re.search(f"{mark}{re.escape(f'{name}={value}')}{mark}(?:[^={mark}]*=|$)", self.text))


def read_processes() -> Iterator[tuple[Process, Surroundings]]:
    """Yield each process that can be looked into, but not the one that asks."""
    for pid, surroundings in _listed_by_proc() if has_proc() else listed_by_ps():
        found = None if pid == os.getpid() else find(pid)
        if found is not None:
            yield found, surroundings


def listed_by_ps() -> Iterator[tuple[int, Surroundings]]:
    """Yield number and variables of each process where there is no /proc."""
    for line in ask_ps("axeww", "-o", "pid=,command=").splitlines():
        pid, _, words = line.strip().partition(" ")
        if pid.isdecimal():
            yield int(pid), Surroundings(f"{words} ", " ")


def _listed_by_proc() -> Iterator[tuple[int, Surroundings]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                carried = folder.joinpath("environ").read_bytes()
            except OSError:  # it has just ended, or is somebody else's
                continue
            yield int(folder.name), Surroundings("\0" + os.fsdecode(carried), "\0")
