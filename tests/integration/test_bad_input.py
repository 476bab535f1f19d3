"""What stops a run stops it with one clear line, the right code, and untouched files (SPEC 10.1)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.repositories import Repository


def everything_in(folder: Path) -> dict[Path, bytes]:
    """Each file below the folder, git's own apart."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts}


@pytest.fixture
def worked_in(field: Repository) -> Repository:
    """A field with a commit."""
    field.commit("start", {"a.txt": "1\n"})
    return field


@pytest.fixture
def good_hub(hub: Repository) -> Repository:
    """A hub that could be used."""
    hub.commit("the hub", {"harvest.toml": "", "CLAUDE.md": "# Rules\n"})
    return hub


BREAKS: dict[str, tuple[str, str, int, str]] = {
    "a configuration that doesn't parse": ("harvest.toml", "[loop\n", 2, "harvest.toml"),
    "an unknown key": ("harvest.toml", "[loop]\nmod = 'forced'\n", 2, "loop.mode"),
    "a manifest that doesn't parse": ("tracks/_meta/edit_manifest.yaml", "- id: [a\n  b: {\n", 3, "edit_manifest.yaml"),
    "a card with merge markers": (
        "tracks/_meta/reference_next_session_starter.md",
        "# Next\n<<<<<<< ours\n### 1. a\n=======\n### 1. b\n>>>>>>> theirs\n",
        2,
        "merge",
    ),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_hub_file_stops_the_run(
    broken: str, good_hub: Repository, worked_in: Repository, tmp_path: Path
) -> None:
    """
    The line names the file and what to do; no file is touched and there is no traceback.
    """
    name, text, code, named = BREAKS[broken]
    good_hub.write(name, text)
    before = everything_in(good_hub.path)

    done = harvest(
        "close", "--field", str(worked_in.path), "--hub", str(good_hub.path), cwd=tmp_path, state=tmp_path / "s"
    )

    assert code == done.returncode
    assert "" == done.stdout
    assert 1 == len(done.stderr.splitlines())
    assert named in done.stderr
    assert before == everything_in(good_hub.path)


def _no_hub(_: Repository, field: Repository) -> list[str]:
    return ["--field", str(field.path)]


def _no_repository(hub: Repository, field: Repository) -> list[str]:
    plain = field.path.parent / "plain"
    plain.mkdir()
    return ["--field", str(plain), "--hub", str(hub.path)]


def _no_folder(hub: Repository, field: Repository) -> list[str]:
    return ["--field", str(field.path / "missing"), "--hub", str(hub.path)]


def _hub_is_no_folder(_: Repository, field: Repository) -> list[str]:
    return ["--field", str(field.path), "--hub", str(field.path / "a.txt")]


def _since_is_nothing(hub: Repository, field: Repository) -> list[str]:
    return ["--field", str(field.path), "--hub", str(hub.path), "--since", "yesterweek-ish"]


def _since_is_an_option(hub: Repository, field: Repository) -> list[str]:
    return ["--field", str(field.path), "--hub", str(hub.path), "--since=--output=stolen"]


def _answers_are_missing(hub: Repository, field: Repository) -> list[str]:
    return ["--field", str(field.path), "--hub", str(hub.path), "--answers", "nowhere.json"]


WRONG_USES: tuple[Callable[[Repository, Repository], list[str]], ...] = (
    _no_hub,
    _no_repository,
    _no_folder,
    _hub_is_no_folder,
    _since_is_nothing,
    _since_is_an_option,
    _answers_are_missing,
)


@pytest.mark.parametrize("wrong", WRONG_USES)
def test_a_wrong_use_is_told_in_one_line(
    wrong: Callable[[Repository, Repository], list[str]], good_hub: Repository, worked_in: Repository, tmp_path: Path
) -> None:
    """
    Exit 2, one line on stderr that says what to do, nothing on stdout, nothing written.
    """
    arguments = wrong(good_hub, worked_in)
    before = everything_in(good_hub.path), everything_in(worked_in.path)

    done = harvest("close", *arguments, cwd=tmp_path, state=tmp_path / "s")

    assert 2 == done.returncode
    assert "" == done.stdout
    assert ["harvest: "] == [line[:9] for line in done.stderr.splitlines() if "first run" not in line]
    assert "Traceback" not in done.stderr
    assert before == (everything_in(good_hub.path), everything_in(worked_in.path))


def test_an_unknown_command_is_told_in_one_line(tmp_path: Path) -> None:
    """
    A typo is no traceback.
    """
    done = harvest("cloze", cwd=tmp_path)

    assert 2 == done.returncode
    assert 1 == len(done.stderr.splitlines())
