"""What stops a run stops it with one clear line, the right code, and untouched files (SPEC 10.1)."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harvest_loop.adapters import hub_records
from harvest_loop.cli import COMMANDS
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.judged_values import make_judged, make_waiting
from tests.support.repositories import Repository

NOWHERE = "harvest: the working directory is gone; go to a folder that is there, then run this again\n"


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


@pytest.mark.parametrize("as_json", [(), ("--json",)], ids=["page", "json"])
def test_answers_that_speak_of_no_line_cost_the_page_nothing(
    as_json: tuple[str, ...], good_hub: Repository, worked_in: Repository, tmp_path: Path
) -> None:
    """
    The run is done and its page printed, the verdict last; one line says what is wrong, and the code is 2.
    """
    answers = tmp_path / "answers.json"
    answers.write_text('{"skills/none/SKILL.md": "Y"}')
    arguments = ("--field", str(worked_in.path), "--hub", str(good_hub.path), "--since", "2026-01-01")

    done = harvest("close", *arguments, "--answers", str(answers), *as_json, cwd=tmp_path, state=tmp_path / "s")

    last = done.stdout.splitlines()[-1 if not as_json else -2]
    assert 2 == done.returncode
    assert "PASS" in last
    assert (
        "harvest: no line of the form is about 'skills/none/SKILL.md'; it has no line" == done.stderr.splitlines()[-1]
    )


def test_review_settles_nothing_by_answers_that_speak_of_no_line(good_hub: Repository, tmp_path: Path) -> None:
    """
    Not even the lines that the file does name: one line with the targets that there are, and the form waits on.
    """
    hub_records.write_waiting(good_hub.path, HubSettings(), make_waiting(make_judged()))
    answers = tmp_path / "answers.json"
    answers.write_text('{"skills/release-notes-check/SKILL.md": "Y", "skills/release-note-check/SKILL.md": "Y"}')
    before = everything_in(good_hub.path)

    done = harvest("review", "--hub", str(good_hub.path), "--answers", str(answers), cwd=tmp_path, state=tmp_path / "s")

    assert (2, "", 1) == (done.returncode, done.stdout, len(done.stderr.splitlines()))
    assert "about 'skills/release-note-check/SKILL.md'" in done.stderr
    assert "its lines are about: skills/release-notes-check/SKILL.md" in done.stderr
    assert before == everything_in(good_hub.path)


def harvest_from_nowhere(*arguments: str, state: Path) -> subprocess.CompletedProcess[str]:
    """Run harvest in a folder that is taken away before it starts."""
    gone = state.parent / "gone"
    gone.mkdir()
    return subprocess.run(
        ["sh", "-c", 'rmdir "$PWD" && exec "$0" -m harvest_loop.cli "$@"', sys.executable, *arguments],
        cwd=gone,
        env={**os.environ, "HARVEST_STATE": str(state)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_no_command_crashes_where_the_working_directory_is_gone(command: str, tmp_path: Path, own_home: Path) -> None:
    """
    What needs a folder says in one line that it is gone; what needs none does its work.
    """
    words = {"schema": ["form"], "hook": ["session-start"], "up": ["--port", "80"]}.get(command, [])

    done = harvest_from_nowhere(command, *words, state=tmp_path / "s")

    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)
    if command in ("init", "close", "propose", "wave", "review", "status", "doctor"):
        assert (2, "", NOWHERE) == (done.returncode, done.stdout, done.stderr)


def test_a_run_that_is_told_every_place_says_that_the_working_directory_is_gone(
    good_hub: Repository, worked_in: Repository, tmp_path: Path
) -> None:
    """
    The engine needs a folder to stand in: no traceback of its own, and the hub as it was.
    """
    before = everything_in(good_hub.path)

    done = harvest_from_nowhere(
        "close", "--field", str(worked_in.path), "--hub", str(good_hub.path), state=tmp_path / "s"
    )

    assert 2 == done.returncode
    assert done.stderr.endswith(NOWHERE)
    assert before == everything_in(good_hub.path)
