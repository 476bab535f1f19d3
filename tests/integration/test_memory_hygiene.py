"""Stale memories: how old, what still holds, what is asked, and the archive with its snapshot."""

import io
import os
import stat
import tarfile
from pathlib import Path

import pytest

from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.schemas.curation import MemoryStanding
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.memory_lines import MemoryLook, look_at_memory
from harvest_loop.tasks.undo_change import undo_change
from tests.support.curated import NOW, opened, say_yes
from tests.support.repositories import Repository


def remember(hub: Repository, name: str, text: str, *, kind: str = "project", modified: str = "2026-01-01") -> Path:
    """A memory of the hub."""
    keys = f"name: {Path(name).stem}\nmetadata:\n  type: {kind}\n  modified: {modified}\n"
    return hub.write(f"memory/{name}", f"---\n{keys}---\n\n{text}\n")


def look(hub: Repository, field: Path | None = None) -> MemoryLook:
    """One look at all memory folders."""
    return look_at_memory(opened(hub), field or hub.path, now=NOW, zone="UTC")


def words(found: MemoryLook) -> dict[str, str]:
    """What each memory came to."""
    return {one.file: one.word for one in found.standings}


def one_of(found: MemoryLook, name: str) -> MemoryStanding:
    """How one memory stands."""
    return next(one for one in found.standings if one.file == name)


@pytest.mark.parametrize(
    ("kind", "modified", "word"),
    [
        ("project", "2026-03-06", "fresh"),
        ("project", "2026-03-05", "not verifiable"),
        ("reference", "2026-02-18", "fresh"),
        ("reference", "2026-02-17", "not verifiable"),
        ("feedback", "2025-12-20", "fresh"),
        ("feedback", "2025-12-19", "not verifiable"),
        ("user", "2025-09-21", "fresh"),
        ("user", "2025-09-20", "not verifiable"),
        ("odd", "2026-02-17", "not verifiable"),
    ],
)
def test_each_type_has_its_age(hub: Repository, kind: str, modified: str, word: str) -> None:
    """
    14 days for a project, 30 for a reference and any other, 90 for feedback, 180 for the user.
    """
    remember(hub, "m.md", "words", kind=kind, modified=modified)

    assert {"m.md": word} == words(look(hub))


def test_what_a_memory_names_is_looked_up_in_git_and_on_disk(hub: Repository) -> None:
    """
    What stands holds, what git knew is gone, what git renamed has a new name, and the rest is unknown.
    """
    text = "one\ntwo\nthree\nfour\n"
    sha = hub.commit("start", {"docs/here.md": "x\n", "docs/gone.md": "y\n", "docs/old.md": text})
    hub.git("rm", "-q", "docs/gone.md")
    hub.git("mv", "docs/old.md", "docs/new.md")
    hub.git("commit", "-q", "-m", "Tidy")
    remember(hub, "holds.md", f"`docs/here.md` since `{sha[:10]}`")
    remember(hub, "drifted.md", "`docs/here.md` and `docs/gone.md:3`")
    remember(hub, "gone.md", "see [it](docs/gone.md)")
    remember(hub, "renamed.md", "`docs/old.md`")
    remember(hub, "other.md", "`somewhere/else.md` and https://example.invalid/page")
    remember(hub, "says.md", "`docs/gone.md` `docs/old.md`", kind="feedback", modified="2025-01-01")

    assert {
        "holds.md": "VERIFIED",
        "drifted.md": "DRIFTED",
        "gone.md": "ARCHIVE CANDIDATE",
        "renamed.md": "UPDATED",
        "other.md": "not verifiable",
        "says.md": "for a person",
    } == words(look(hub))


def test_a_renamed_path_is_rewritten_as_shown(hub: Repository) -> None:
    """
    The update is the literal line with the new name, and nothing else.
    """
    hub.commit("start", {"docs/old.md": "one\ntwo\nthree\n"})
    hub.git("mv", "docs/old.md", "docs/new.md")
    hub.git("commit", "-q", "-m", "Move it")
    place = remember(hub, "m.md", "Read `docs/old.md`.\nNot docs/old.mdx.")
    before = place.read_bytes()

    (line,) = look(hub).stale
    (done,) = say_yes(hub, line)

    assert before.replace(b"`docs/old.md`", b"`docs/new.md`") == place.read_bytes()
    undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)
    assert before == place.read_bytes()


def test_a_key_marks_a_reference_that_never_gets_stale(hub: Repository) -> None:
    """
    A person's mark on a reference is stronger than its age; on another type it says nothing.
    """
    remember(hub, "kept.md", "🔑 the address", kind="reference", modified="2020-01-01")
    remember(hub, "named.md", "words", kind="reference", modified="2020-01-01")
    remember(hub, "project.md", "🔑 the plan", modified="2020-01-01")
    hub.write("memory/MEMORY.md", "- [Named](named.md) 🔑\n")

    found = words(look(hub))

    assert ("never stale", "never stale", "not verifiable") == (
        found["kept.md"],
        found["named.md"],
        found["project.md"],
    )


def test_without_a_date_the_file_s_time_counts(hub: Repository) -> None:
    """
    A memory that says no date is as old as its file.
    """
    place = hub.write("memory/m.md", "---\ntype: project\nmodified: soon\n---\nwords\n")
    os.utime(place, (NOW - 20 * 86_400, NOW - 20 * 86_400))

    assert 20 == one_of(look(hub), "m.md").age


def test_folders_that_are_absent_are_listed_as_absent(hub: Repository, field: Repository, own_home: Path) -> None:
    """
    Absent is not empty: each folder that could be there is named with what was found.
    """
    name = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in str(field.path))
    (own_home / ".claude" / "projects" / name / "memory").mkdir(parents=True)

    roots = [str(root) for root in look(hub, field.path).roots]

    assert [
        "the hub's memory: ABSENT",
        "host memory of the hub: ABSENT",
        "host memory of the field: EXISTS(0)",
    ] == roots


def test_an_approved_archiving_moves_after_a_snapshot_of_every_root(hub: Repository, own_home: Path) -> None:
    """
    The memory goes to .archive with its index line; the archive file holds every memory as it was, of the host too.
    """
    hub.commit("start", {"docs/gone.md": "x\n"})
    hub.git("rm", "-q", "docs/gone.md")
    hub.git("commit", "-q", "-m", "Gone")
    place = remember(hub, "m.md", "`docs/gone.md`")
    index = hub.write("memory/MEMORY.md", "- [M](m.md)\n- [Keep](keep.md)\n")
    remember(hub, "keep.md", "words [[m]]", modified="2026-03-19")
    name = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in str(hub.path))
    host = own_home / ".claude" / "projects" / name / "memory"
    host.mkdir(parents=True)
    (host / "h.md").write_text("a person's own\n")
    before, indexed = place.read_bytes(), index.read_bytes()

    (line,) = [one for one in look(hub).stale if one.kind == "archiving" and "m.md" in one.target]
    (done,) = say_yes(hub, line)

    assert ("written", False) == (done.outcome, place.exists())
    assert before == (hub.path / "memory/.archive/m.md").read_bytes()
    assert "- [Keep](keep.md)\n" == index.read_text()
    assert ("named by", "keep.md:8; these go on naming it") in line.grounds
    (snapshot,) = (hub.path / "tracks/_meta").glob("memory_snapshot_*.tgz")
    with tarfile.open(fileobj=io.BytesIO(snapshot.read_bytes()), mode="r:gz") as archive:
        names = archive.getnames()
    assert {"the hub's memory/m.md", "the hub's memory/MEMORY.md", "host memory of the hub/h.md"} <= set(names)
    undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)
    assert (before, indexed) == (place.read_bytes(), index.read_bytes())
    assert not (hub.path / "memory/.archive").exists()


@pytest.mark.parametrize("oldest_first", [True, False])
def test_an_archive_that_was_made_goes_with_the_last_memory_that_comes_back(
    hub: Repository, *, oldest_first: bool
) -> None:
    """
    In whatever order: the folder stays as long as a memory stands in it, and then it is as if it had never been.
    """
    for name in ("m.md", "more/n.md"):
        remember(hub, name, "words")
    done = [one.undo or "" for one in say_yes(hub, *look(hub).stale)]
    assert 2 == len(done)

    for left, name in enumerate(done if oldest_first else done[::-1]):
        assert (hub.path / "memory/.archive").is_dir(), left
        undo_change(hub.path, HubSettings(), name, now=NOW)

    assert not (hub.path / "memory/.archive").exists()


@pytest.mark.parametrize("theirs", ["", "note.md"])
def test_an_archive_of_a_persons_own_stays(hub: Repository, theirs: str) -> None:
    """
    A folder that was there before, empty or not, is there after the undo.
    """
    remember(hub, "m.md", "words")
    (hub.path / "memory/.archive").mkdir()
    if theirs:
        hub.write(f"memory/.archive/{theirs}", "mine\n")
    (done,) = say_yes(hub, *look(hub).stale)

    undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)

    assert [theirs][: bool(theirs)] == [path.name for path in (hub.path / "memory/.archive").iterdir()]


def test_copies_of_private_files_are_private(hub: Repository) -> None:
    """
    A memory may be readable for its owner only: so are the snapshot, what stands in it, and the entry to undo by.
    """
    remember(hub, "m.md", "words").chmod(0o600)
    hub.write("memory/MEMORY.md", "- [M](m.md)\n").chmod(0o600)

    say_yes(hub, *look(hub).stale)

    (snapshot,) = (hub.path / "tracks/_meta").glob("memory_snapshot_*.tgz")
    (entry,) = (hub.path / "tracks/_meta/undo").glob("*/entry.json")
    moved = [hub.path / "memory" / name for name in ("MEMORY.md", ".archive/m.md")]
    assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in (snapshot, entry, *moved)}
    with tarfile.open(snapshot) as archive:
        assert {0o600} == {member.mode for member in archive}


def test_without_a_snapshot_nothing_is_moved(hub: Repository) -> None:
    """
    Where what stands under the snapshot's name is no archive, no memory moves.
    """
    place = remember(hub, "m.md", "words")
    (line,) = look(hub).stale
    hub.write("tracks/_meta/memory_snapshot_2026-03-20_abcdef12_forced.tgz", "no archive")

    (done,) = say_yes(hub, line)

    assert "held" == done.outcome and "snapshot" in done.detail
    assert place.exists()
    assert () == read_entries(hub.path, HubSettings())[0]


def test_a_memory_of_a_host_is_moved_in_its_own_folder(hub: Repository, own_home: Path) -> None:
    """
    A host's memory is a person's file too: it is read, asked about, and moved only with a Y.
    """
    name = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in str(hub.path))
    host = own_home / ".claude" / "projects" / name / "memory"
    host.mkdir(parents=True)
    (host / "h.md").write_text("---\ntype: project\nmodified: 2026-01-01\n---\nwords\n")
    (line,) = look(hub).stale

    assert "host memory of the hub: h.md" == line.target
    say_yes(hub, line)
    assert ["h.md"] == [path.name for path in (host / ".archive").iterdir()]
    assert not (host / "h.md").exists()


def test_a_file_in_the_archive_is_never_overwritten(hub: Repository) -> None:
    """
    A memory of the same name that was put away before stays, and the new one gets another name.
    """
    remember(hub, "m.md", "words")
    hub.write("memory/.archive/m.md", "the first\n")
    (line,) = look(hub).stale

    say_yes(hub, line)

    assert "the first\n" == (hub.path / "memory/.archive/m.md").read_text()
    assert (hub.path / "memory/.archive/m-2.md").exists()
