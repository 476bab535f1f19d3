"""The memory folder as it is read from disk."""

import json
from pathlib import Path

from harvest_loop.adapters.memory_files import read_memory
from harvest_loop.domain.memory_index import check_memory
from harvest_loop.schemas.settings import HubSettings, PathSettings
from tests.support.command_line import harvest
from tests.support.repositories import Repository


def test_a_folder_that_is_not_there_is_not_an_empty_one(hub: Repository) -> None:
    """
    Absent is not empty (SPEC 4.4).
    """
    assert read_memory(hub.path, HubSettings()) is None

    (hub.path / "memory").mkdir()

    found = read_memory(hub.path, HubSettings())
    assert found is not None and (None, ()) == (found.index, found.files)


def test_a_name_that_is_part_of_another_is_an_orphan(hub: Repository) -> None:
    """
    From disk to finding: `a.md` stands in no line of the index (case D03).
    """
    hub.write("memory/MEMORY.md", "- [Data](data.md)\n")
    hub.write("memory/data.md", "1")
    hub.write("memory/a.md", "2")

    found = read_memory(hub.path, HubSettings())

    assert found is not None
    assert [("FILE-ORPHAN", "memory/a.md")] == [(each.kind, each.path) for each in check_memory(found)]


def test_deeper_files_are_named_by_their_path(hub: Repository) -> None:
    """
    An index may link into folders, and other files than markdown are no memory.
    """
    hub.write("memory/MEMORY.md", "\ufeff- [Deep](topics/deep.md)\r\n")
    hub.write("memory/topics/deep.md", "1")
    hub.write("memory/picture.png", b"\x89PNG")

    found = read_memory(hub.path, HubSettings())

    assert found is not None and ("topics/deep.md",) == found.files and () == check_memory(found)


def test_an_index_in_another_encoding_is_told_and_not_guessed(hub: Repository) -> None:
    """
    Links that nobody could read are neither whole nor broken.
    """
    hub.write("memory/MEMORY.md", "- [Gr\xfc\xdfe](a.md)\n".encode("latin-1"))

    found = read_memory(hub.path, HubSettings())

    assert found is not None and found.index is None and "UTF-8" in (found.reason or "")


def test_the_folder_follows_the_setting(hub: Repository) -> None:
    """
    `[paths] memory` says where it is.
    """
    hub.write("notes/MEMORY.md", "")

    found = read_memory(hub.path, HubSettings(paths=PathSettings(memory="notes/")))

    assert found is not None and ("notes", "") == (found.folder, found.index)


def test_a_memory_is_read_with_the_name_that_its_frontmatter_gives_it(hub: Repository) -> None:
    """
    `[[no-reflex]]` means the file that calls itself so; one in another encoding is told, and hides no other.
    """
    hub.write("memory/MEMORY.md", "- [A](a.md)\n- [B](b.md)\n")
    hub.write("memory/a.md", "---\nname: no-reflex\ntype: feedback\n---\n\nSee [[b]].\n")
    hub.write("memory/b.md", "gr\xfc\xdfe\n".encode("latin-1"))

    found = read_memory(hub.path, HubSettings())

    assert found is not None
    assert [("a.md", "no-reflex", None), ("b.md", "", "line 1 is not UTF-8")] == [
        (page.file, page.name, page.reason) for page in found.pages
    ]
    assert "See [[b]]." in found.pages[0].text


def test_doctor_follows_names_in_double_brackets(hub: Repository, tmp_path: Path) -> None:
    """
    From disk to the printed line: a skill's and a memory's.
    """
    skill = "---\nname: one\ndescription: d\n---\n\nSee [[no-reflex]] and [[gone]].\n\n## Done When\n\nIt is done.\n"
    hub.commit("the hub", {"harvest.toml": "", "skills/one/SKILL.md": skill})
    hub.write("memory/MEMORY.md", "- [A](a.md)\n")
    hub.write("memory/a.md", "---\nname: no-reflex\n---\n\nSee [[one]] and [[lost]].\n")

    done = harvest("doctor", "--hub", str(hub.path), "--json", cwd=tmp_path, state=tmp_path / "s")

    found = [(one["path"], one["line"]) for one in json.loads(done.stdout)["findings"] if "[[" in one["message"]]
    assert [("memory/a.md", 5), ("skills/one/SKILL.md", 6)] == found
