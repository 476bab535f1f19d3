"""`harvest undo` as a person runs it."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.curated import say_yes, scan
from tests.support.repositories import Repository

INDEX = "- [A](a.md)\n- [Gone](gone.md)\n"


def changed(hub: Repository) -> str:
    """A hub in which the curator took a line out; returns the change's id."""
    hub.write("memory/MEMORY.md", INDEX)
    hub.write("memory/a.md", "---\ntype: user\nmodified: 2026-03-19\n---\nwords\n")
    (done,) = say_yes(hub)
    return done.undo or ""


def test_changes_are_listed_and_taken_back(hub: Repository, state: Path) -> None:
    """
    Without an id the changes are named, the newest first; with one the file is as it was.
    """
    name = changed(hub)

    listed = harvest("undo", "--hub", str(hub.path), cwd=hub.path, state=state)
    undone = harvest("undo", name, "--hub", str(hub.path), cwd=hub.path, state=state)

    assert f"{name} 2026-03-20, without a word: index line in memory/MEMORY.md" in listed.stdout
    assert (0, f"undone {name}: index line in memory/MEMORY.md, as it was before, to the byte\n") == (
        undone.returncode,
        undone.stdout,
    )
    assert INDEX == (hub.path / "memory/MEMORY.md").read_text()
    again = json.loads(harvest("undo", "--json", "--hub", str(hub.path), cwd=hub.path, state=state).stdout)
    assert ["undone"] == [one["end"]["end"] for one in again["changes"]]


def test_an_id_that_is_not_known_is_wrong_use(hub: Repository, state: Path) -> None:
    """
    It is no path, whatever it holds.
    """
    changed(hub)

    for name in ("u-2026-01-01-00000000", "../../memory", "/etc"):
        done = harvest("undo", name, "--hub", str(hub.path), cwd=hub.path, state=state)
        assert 2 == done.returncode and "no change in place is known" in done.stderr


def test_an_entry_that_can_t_be_read_is_counted(hub: Repository, state: Path) -> None:
    """
    A torn entry hides no other.
    """
    name = changed(hub)
    hub.write("tracks/_meta/undo/u-2026-03-20-torn/entry.json", "{")

    listed = harvest("undo", "--hub", str(hub.path), cwd=hub.path, state=state)

    assert name in listed.stdout and "1 entry can't be read" in listed.stdout


def test_two_changes_that_a_person_wrote_over_don_t_send_them_in_a_circle(hub: Repository, state: Path) -> None:
    """
    Only a later change can lie over another one: where a person's words do, each says to edit the file by hand.
    """
    old = "---\ntype: user\nmodified: 2026-03-19\n---\nwords\n"
    for name in ("a.md", "b.md"):
        hub.write(f"memory/{name}", old)
    hub.write("memory/MEMORY.md", "# Memory\n")
    done = say_yes(hub, *scan(hub).lines)
    hub.write("memory/MEMORY.md", (hub.path / "memory/MEMORY.md").read_text().replace(")", ") in my own words"))

    said = [harvest("undo", one.undo or "", "--hub", str(hub.path), cwd=hub.path, state=state) for one in done]

    assert [2, 2] == [one.returncode for one in said]
    assert 1 == sum("edit the file by hand" in one.stderr for one in said)
    assert 1 == sum(f"`harvest undo {done[-1].undo}` first" in one.stderr for one in said)


def test_a_folder_in_which_nothing_was_written_down_is_no_change(hub: Repository, state: Path) -> None:
    """
    A run that was killed before its entry stood changed nothing: there is nothing that could not be read.
    """
    name = changed(hub)
    (hub.path / "tracks/_meta/undo/u-2026-03-20-empty").mkdir()

    listed = harvest("undo", "--hub", str(hub.path), cwd=hub.path, state=state)

    assert name in listed.stdout and "can't be read" not in listed.stdout


@pytest.mark.parametrize("command", ["undo", "tombstones", "calibration", "explain", "verify"])
def test_a_folder_that_is_no_hub_is_not_said_to_hold_nothing(command: str, tmp_path: Path, state: Path) -> None:
    """
    `Nothing was refused` of a mistyped folder would be a lie; the way out is named, and a hub says that it is empty.
    """
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "hub").mkdir()
    (tmp_path / "hub/harvest.toml").touch()

    wrong = harvest(command, "--hub", str(tmp_path / "elsewhere"), cwd=tmp_path, state=state)
    right = harvest(command, "--hub", str(tmp_path / "hub"), cwd=tmp_path, state=state)

    assert (2, "") == (wrong.returncode, wrong.stdout)
    assert "holds nothing of a harness; make it the hub with `harvest init --hub`" in wrong.stderr
    assert 0 == right.returncode and right.stdout


@pytest.mark.parametrize(
    "words", [("undo", "a", "b"), ("undo", "--list"), ("calibration", "x"), ("tombstones", "--all")]
)
def test_an_argument_too_many_names_the_help_that_tells_of_it(
    words: tuple[str, ...], tmp_path: Path, state: Path
) -> None:
    """
    The help of the command, not that of all of them.
    """
    done = harvest(*words, cwd=tmp_path, state=state)

    assert 2 == done.returncode
    assert f"unrecognized arguments: {words[-1]}; see 'harvest {words[0]} --help'" in done.stderr
