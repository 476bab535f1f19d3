"""Programs on the path that stand in for `claude` and `codex`, and what is left of them."""

import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from harvest_loop.adapters.process_table import read_processes
from harvest_loop.schemas.judging import BackEnd
from tests.support.waiting import wait_for

PROGRAM = """#!{python}
import json, os, subprocess, sys, time
seen = {seen!r}
told = {{"argv": sys.argv[1:], "env": dict(os.environ), "cwd": os.listdir("."), "stdin": sys.stdin.read()}}
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session={apart!r})
told["child"] = child.pid
with open(seen + ".part", "w") as file:
    json.dump(told, file)
os.rename(seen + ".part", seen)
{then}
"""


class Program(NamedTuple):
    """A program on the path that stands in for another, and where it writes what it saw."""

    back_end: BackEnd
    seen: Path

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.seen.read_text())
        return found

    def leaves_nothing(self) -> bool:
        """Whether the child that it started is gone; an ended one may wait to be reaped by whoever inherited it."""
        child = self.told()["child"]
        return wait_for(lambda: child not in {process.pid for process, _ in read_processes()}, within=30) is True


def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back_end: BackEnd, then: str, *, apart: bool = True
) -> Program:
    """Put a program of that name on the path; it starts a child that outlives it, then does what it is told."""
    folder, seen = tmp_path / "bin", tmp_path / "seen.json"
    folder.mkdir(exist_ok=True)
    place = folder / back_end
    place.write_text(PROGRAM.format(python=sys.executable, seen=str(seen), then=then, apart=apart))
    place.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return Program(back_end, seen)
