"""The thing that is shipped: the wheel's files, and the command installed from it."""

import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.packaging.project import PACKAGES, ROOT, build_wheel, copy_project, install, listed_files, run


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
        f"harvest_loop/{folder}" for folder in ("deployments", "flows", "schemas", "tasks")
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
    elsewhere = install(wheel, tmp_path / "else where")
    where = "import harvest_loop.schemas.base as m; print(m.__file__)"

    printed = run([str(elsewhere / "bin" / "harvest"), "--help"], at=tmp_path)
    origin = run([str(elsewhere / "bin" / "python"), "-c", where], at=tmp_path)

    assert "usage: harvest" in printed
    assert Path(origin.strip()).is_relative_to(elsewhere)
