"""The Makefile on machines that lack something, and on those that lack nothing."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.packaging.project import PACKAGES, ROOT, listed_files

NEEDED = ("Makefile", "pyproject.toml", "requirements.lock")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that holds only what the Makefile reads to set itself up."""
    folder = tmp_path / "a project"
    folder.mkdir()
    for name in NEEDED:
        shutil.copy(ROOT / name, folder)
    return folder


def make(*arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME")}  # no variables of an outer make
    return subprocess.run(["make", *arguments], cwd=at, env=kept, check=False, capture_output=True, encoding="utf-8")


def old_python(folder: Path) -> Path:
    """A program that says it is Python 3.8 and can do nothing else."""
    program = folder / "python3.8"
    program.write_text('#!/bin/sh\ncase "$2" in *print*) echo 3.8 ;; esac\nexit 1\n', encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("target", ["setup", "demo", "test", "lint", "lock"])
def test_an_old_python_is_named_in_one_line(target: str, project: Path) -> None:
    """
    Whoever has the wrong Python reads which one is needed and how to name it, and nothing was made.
    """
    done = make(target, f"PYTHON={old_python(project)}", at=project)
    said = [line for line in done.stderr.splitlines() if not line.startswith("make")]

    assert 2 == done.returncode
    assert 1 == len(said)
    assert "needs Python 3.11" in said[0]
    assert "is 3.8" in said[0]
    assert f"make {target} PYTHON=" in said[0]
    assert not (project / ".venv").exists()
    assert not (project / ".cache").exists()


def test_a_missing_python_is_named_too(project: Path) -> None:
    """
    A name that leads to no program gets the same line, and not the shell's complaint.
    """
    done = make("setup", "PYTHON=no-such-python", at=project)

    assert 2 == done.returncode
    assert "'no-such-python' is not there" in done.stderr
    assert "not found" not in done.stderr


def test_what_is_set_up_is_not_set_up_again(project: Path) -> None:
    """
    While lock and pyproject are older than the stamp, a target runs its own command and nothing before it.
    """
    stamp = project / ".venv" / f"ready-{sys.version_info.major}.{sys.version_info.minor}"
    installer = project / ".cache" / "tools" / "bin" / "uv"
    for made in (installer, stamp):
        made.parent.mkdir(parents=True, exist_ok=True)
        made.touch()

    planned = make("--dry-run", "test", f"PYTHON={sys.executable}", at=project)

    assert [".venv/bin/pytest", "-n", "2", "--dist", "loadgroup"] == planned.stdout.split()


def test_a_changed_lock_is_installed(project: Path) -> None:
    """
    A stamp older than the lock is worth nothing.
    """
    stamp = project / ".venv" / f"ready-{sys.version_info.major}.{sys.version_info.minor}"
    stamp.parent.mkdir()
    stamp.touch()
    os.utime(stamp, (0, 0))

    planned = make("--dry-run", "test", f"PYTHON={sys.executable}", at=project)

    assert "pip sync" in planned.stdout


def test_lint_checks_the_types_of_every_folder() -> None:
    """
    A folder that mypy is not told of is checked by nobody.
    """
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {folder for line in re.findall(r"/mypy (.+)", makefile) for folder in line.split()}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    checked = named | set(settings["packages"]) | {folder.partition("/")[0] for folder in PACKAGES}

    assert set() == {name.partition("/")[0] for name in listed_files() if name.endswith(".py")} - checked


def test_help_lists_every_target(project: Path) -> None:
    """
    A target without a line of help is one that nobody finds.
    """
    phony = next(
        line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if line.startswith(".PHONY:")
    )
    listed = [line.split()[1] for line in make("help", at=project).stdout.splitlines()]

    assert phony.split()[1:] == listed
