"""The real `harvest` program, started as a person starts it."""

import os
import subprocess
import sys
from pathlib import Path


def harvest(*arguments: str, cwd: Path, state: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run harvest and return what it printed and its exit code; stdin is no terminal."""
    surroundings = dict(os.environ)
    if state is not None:
        surroundings["HARVEST_STATE"] = str(state)
    return subprocess.run(
        [sys.executable, "-m", "harvest_loop.cli", *arguments],
        cwd=cwd,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
