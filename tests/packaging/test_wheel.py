"""The thing that is shipped: the wheel's files, and the command installed from it."""

import shutil
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.packaging.project import PACKAGES, ROOT, listed_files, run


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
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist"], at=project)
    (wheel,) = (project / "dist").glob("*.whl")
    return wheel


def packaged_files(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def expected_files() -> set[str]:
    expected = set()
    for name in listed_files():
        for folder, package in PACKAGES.items():
            path = PurePosixPath(name)
            if path.is_relative_to(folder) and not (ROOT / name).is_symlink():
                expected.add(f"{package}/{path.relative_to(folder)}")
    return expected


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(copy_project(tmp_path_factory.mktemp("project"), links=True))


def test_the_wheel_holds_what_git_lists(wheel: Path) -> None:
    """
    A file that was committed below a package is shipped, and nothing else is: no cache, no test, no second copy.
    """
    assert expected_files() == packaged_files(wheel)


def test_a_checkout_without_symbolic_links_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """
    The links below src/harvest_loop serve type checkers and editors only.
    """
    other = build_wheel(copy_project(tmp_path, links=False))

    assert packaged_files(wheel) == packaged_files(other) - {
        f"harvest_loop/{folder}" for folder in ("flows", "schemas", "tasks")
    }


def test_the_licence_goes_with_the_wheel(wheel: Path) -> None:
    """
    Apache-2.0 asks for a copy of the licence beside every copy of the work.
    """
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/LICENSE"))

        assert (ROOT / "LICENSE").read_bytes() == archive.read(name)


def test_the_installed_command_runs_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    """
    The command needs nothing of the checkout: installed elsewhere, it starts with its own modules.
    """
    elsewhere = tmp_path / "else where"
    venv.create(elsewhere, with_pip=True, symlinks=True)
    python = elsewhere / "bin" / "python"
    run([str(python), "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel)], at=tmp_path)
    packages = Path(
        run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], at=tmp_path).strip()
    )
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    printed = run([str(elsewhere / "bin" / "harvest"), "--help"], at=tmp_path)
    origin = run([str(python), "-c", "import harvest_loop.schemas.base as m; print(m.__file__)"], at=tmp_path)

    assert "usage: harvest" in printed
    assert Path(origin.strip()).is_relative_to(elsewhere)
