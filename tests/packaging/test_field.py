"""The example's field: forty commits, the same on every machine, with scripts that run."""

import sys
from pathlib import Path

import pytest

from tests.packaging.project import ROOT, run
from tests.support.repositories import Repository


def make_field(path: Path, *options: str, env: dict[str, str] | None = None) -> Repository:
    run([sys.executable, str(ROOT / "examples" / "make_field.py"), str(path), *options], at=path.parent, env=env)
    return Repository(path)


@pytest.fixture(scope="module")
def lendlog(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return make_field(tmp_path_factory.mktemp("example") / "lendlog")


def test_it_has_forty_commits(lendlog: Repository) -> None:
    """
    One patch is one commit, a merge and a revert among them.
    """
    subjects = lendlog.git("log", "--format=%s", "main").splitlines()

    assert 40 == len(subjects)
    assert 1 == len(lendlog.git("log", "--merges", "--format=%h", "main").splitlines())
    assert 1 == sum(subject.startswith("Revert ") for subject in subjects)
    assert "" == lendlog.git("status", "--porcelain")


def test_the_same_start_gives_the_same_shas(lendlog: Repository, tmp_path: Path) -> None:
    """
    Neither the zone, the language nor the user's git configuration finds a way into a commit.
    """
    config = tmp_path / "config"
    config.write_text(
        "[user]\n\tname = Somebody\n[core]\n\tautocrlf = true\n[commit]\n\tgpgSign = true\n", encoding="utf-8"
    )
    odd = {"TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "GIT_CONFIG_GLOBAL": str(config), "GIT_DIR": "/nowhere"}
    again = make_field(tmp_path / "again", env=odd)

    assert lendlog.git("rev-parse", "HEAD") == again.git("rev-parse", "HEAD")


def test_another_start_moves_every_commit(tmp_path: Path) -> None:
    """
    The start is the first commit's day, and the others keep their distance from it.
    """
    moved = make_field(tmp_path / "moved", "--start", "2026-05-01")
    days = sorted(moved.git("log", "--format=%cs", "main").splitlines())

    assert ("2026-05-01", "2026-05-06") == (days[0], days[-1])


@pytest.mark.parametrize(
    "command",
    [
        ["python3", "-m", "unittest", "-q"],
        ["python3", "scripts/check_encoding.py"],
        ["sh", "scripts/smoke.sh"],
        ["sh", "scripts/test_in_zones.sh"],
        ["sh", ".githooks/pre-commit"],
        ["sh", "scripts/release.sh", "0.3.0"],
    ],
    ids=lambda command: " ".join(command),
)
def test_its_scripts_run(command: list[str], lendlog: Repository) -> None:
    """
    The work in it is real: what the commits bring does what they say.
    """
    path = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}

    run(command, at=lendlog.path, env=path)
