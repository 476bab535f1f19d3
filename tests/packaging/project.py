"""This repository as git lists it, and how its programs are started."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "src/harvest_loop": "harvest_loop",
    "flows": "harvest_loop/flows",
    "schemas": "harvest_loop/schemas",
    "tasks": "harvest_loop/tasks",
}


def listed_files() -> tuple[str, ...]:
    """Paths that git tracks or would add, sorted; ignored files are not among them."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], at=ROOT)
    return tuple(sorted({name for name in listed.split("\0") if name and (ROOT / name).exists()}))


def run(command: list[str], *, at: Path, env: Mapping[str, str] | None = None) -> str:
    """Run a program that must succeed and return its stdout."""
    done = subprocess.run(
        command, cwd=at, env={**os.environ, **(env or {})}, check=False, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


def harvest(*arguments: str, at: Path) -> str:
    """Run the installed command and return its stdout."""
    return run([str(Path(sys.executable).with_name("harvest")), *arguments], at=at)
