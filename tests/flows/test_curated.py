"""Memory and curator in a whole run: asked on the one form, written as shown, taken back to the byte."""

from pathlib import Path

from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.undo_change import undo_change
from tests.flows.runs import NOW, answers_file, close, meta, review, waiting_form
from tests.support.repositories import Repository

INDEX = "# Memory\r\n\r\n- [Plan](plan.md)\r\n- [Gone](gone.md)\r\n"
PLACE = "memory/MEMORY.md"


def test_memory_is_asked_about_written_as_shown_and_taken_back(
    state: Path, hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    One form holds proposals and curation; what changed in between is shown again, and every change has a way back.
    """
    hub.commit("the hub", {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n"})
    hub.write(PLACE, INDEX)
    hub.write("memory/plan.md", "---\ntype: project\nmodified: 2026-01-01\n---\nwords\n")
    hub.write("memory/lone.md", "---\nname: lone\ntype: user\nmodified: 2026-03-19\n---\nwords\n")
    _, first = close(hub.path, lendlog)
    kinds = [line.get("kind") for line in waiting_form(hub.path, first.run or "")["form"]["lines"]]
    page = first.page
    hub.write(PLACE, INDEX + "- my own line\r\n")
    yes = answers_file(tmp_path, {"*": "none", PLACE: "Y", "memory/plan.md": "Y"})

    _, second = review(hub.path, first.run or "", yes)
    _, third = review(hub.path, first.run or "", yes)

    assert ["index entry", "archiving"] == kinds[-2:]
    assert "### Curation" in page and (meta(hub.path) / "memory_hygiene_2026-03-20.md").exists()
    assert 2 == second.waiting and 0 == third.waiting
    written = (hub.path / PLACE).read_bytes()
    assert b"# Memory\r\n\r\n- [lone](lone.md)\r\n- my own line\r\n" == written
    assert (hub.path / "memory/.archive/plan.md").exists()
    entries = [one for one, end in read_entries(hub.path, HubSettings())[0] if end is None]
    named = {str(found.keys.get("commit")) for found in read_manifest(hub.path)}
    assert {one.id for one in entries if not one.automatic} <= named
    assert 2 == third.page.count("answer: Y (file); written")
    for one in entries:  # the newest first
        undo_change(hub.path, HubSettings(), one.id, now=NOW)
    assert (INDEX + "- my own line\r\n").encode() == (hub.path / PLACE).read_bytes()
