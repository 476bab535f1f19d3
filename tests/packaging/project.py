"""This repository as git lists it, and how its programs are started."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "src/harvest_loop": "harvest_loop",
    "agents_prompts": "harvest_loop/agents_prompts",
    "deployments": "harvest_loop/deployments",
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


def copy_project(to: Path, *, links: bool) -> Path:
    """Copy what git lists; without links, a link becomes a text file with its target, as git writes it then."""
    for name in listed_files():
        source, target = ROOT / name, to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink() and not links:
            target.write_text(str(source.readlink()), encoding="utf-8")
        else:
            shutil.copy2(source, target, follow_symlinks=False)
    return to


def build_wheel(project: Path) -> Path:
    """Build the project's wheel without network and return it."""
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist"], at=project)
    (wheel,) = (project / "dist").glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel into a new environment that borrows this one's dependencies, and return the folder."""
    venv.create(folder, with_pip=True, symlinks=True)
    python = str(folder / "bin" / "python")
    run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel)], at=folder)
    packages = Path(run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], at=folder).strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder
