"""A curator or an undo that is killed at any of its calls leaves each file old or new, and the next one goes on."""

import os
import shutil
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.hub_records import read_rejections
from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.memory_lines import look_at_memory
from harvest_loop.tasks.undo_change import undo_change
from tests.support.curated import NOW, opened, say_yes, scan
from tests.support.killed_calls import killed_at
from tests.support.repositories import Repository

INDEX = b"# M\r\n- [M](m.md)\r\n- [Gone](gone.md)\r\n- [Keep](keep.md)\r\n"
PLACES = ("memory/MEMORY.md", "memory/m.md", "memory/.archive/m.md", "memory/keep.md", "memory/lone.md")
STEP = 1 if "HARVEST_TEST_KILLS" in os.environ else 17  # every call takes minutes


def hub_of(folder: Path) -> Repository:
    """A hub with a stale memory, a dead link and a file that nothing names."""
    hub = Repository.create(folder)
    hub.commit("start", {"harvest.toml": ""})
    hub.write("memory/MEMORY.md", INDEX)
    hub.write("memory/m.md", "---\ntype: project\nmodified: 2026-01-01\n---\nwords\n")
    for name in ("keep", "lone"):
        hub.write(f"memory/{name}.md", f"---\nname: {name}\ntype: user\nmodified: 2026-03-19\n---\nwords\n")
    with locked(hub.path):
        pass
    return hub


def lines_of(hub: Repository) -> tuple[CurationLine, ...]:
    """What is asked: an index entry and an archiving."""
    return (*scan(hub).lines, *look_at_memory(opened(hub), hub.path, now=NOW, zone="UTC").stale)


def standing(hub: Repository) -> dict[str, bytes]:
    """The memory as it stands, and whether it has an archive."""
    found = {name: (hub.path / name).read_bytes() for name in PLACES if (hub.path / name).exists()}
    return found | ({"memory/.archive": b""} if (hub.path / "memory/.archive").exists() else {})


def undo_newest(hub: Repository, *, now: int = NOW) -> None:
    """Take back every change, the newest first, as `harvest undo` lists them."""
    for entry, end in read_entries(hub.path, HubSettings())[0]:
        if end is None:
            undo_change(hub.path, HubSettings(), entry.id, now=now)


@pytest.fixture
def before(tmp_path: Path) -> Repository:
    return hub_of(tmp_path / "before")


def test_a_killed_curator_loses_nothing_and_is_gone_on_with(before: Repository, tmp_path: Path) -> None:
    """
    Wherever it was cut off, no memory is lost, and the same answer once more gives what one run would have given.
    """
    lines = lines_of(before)
    assert ["index entry", "archiving"] == [line.kind for line in lines]
    whole = Repository(Path(shutil.copytree(before.path, tmp_path / "whole")))
    say_yes(whole, *lines)
    number, reached = 1, True
    while reached:
        hub = Repository(Path(shutil.copytree(before.path, tmp_path / f"killed-{number}")))
        reached = killed_at(number, lambda hub=hub: say_yes(hub, *lines))  # type: ignore[misc]
        cut = standing(hub)

        assert {cut.get("memory/m.md"), cut.get("memory/.archive/m.md")} - {None} == {
            (before.path / PLACES[1]).read_bytes()
        }
        assert b"[Keep](keep.md)" in cut["memory/MEMORY.md"]
        say_yes(hub, *lines)
        assert standing(whole) == standing(hub)
        undo_newest(hub)
        assert standing(before) == standing(hub)
        shutil.rmtree(hub.path)
        number += STEP
    assert number > 5 * STEP


def test_a_killed_undo_is_gone_on_with(before: Repository, tmp_path: Path) -> None:
    """
    An undo that was cut off is done again, later, and ends at the bytes that were there before; each is refused once.
    """
    changed = Repository(Path(shutil.copytree(before.path, tmp_path / "changed")))
    say_yes(changed, *lines_of(before))
    entries = len(read_entries(changed.path, HubSettings())[0])
    assert 3 == entries  # one of them without a word
    number, reached = 1, True
    while reached:
        hub = Repository(Path(shutil.copytree(changed.path, tmp_path / f"killed-{number}")))
        for place in (hub.path / "tracks/_meta/undo").glob("*/entry.json"):
            place.write_text(place.read_text().replace(str(changed.path), str(hub.path)))
        reached = killed_at(number, lambda hub=hub: undo_newest(hub))  # type: ignore[misc]

        undo_newest(hub, now=NOW + 60)

        assert standing(before) == standing(hub)
        assert entries == len(read_rejections(hub.path, HubSettings())[0])
        shutil.rmtree(hub.path)
        number += STEP
    assert number > STEP
