"""Work that is not committed counts when it was changed after the start (SPEC 3.2)."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvest_loop.schemas.evidence import GitEvidence, UncommittedChange
from tests.support.git_reading import read, second
from tests.support.repositories import Repository
from tests.support.users import give_to_nobody, without_rights_of_root

START = second("2026-03-10T00:00:00+00:00")
BASE = "2026-03-01T09:00:00+0000"


def touch(field: Repository, *names: str, at: int = START) -> None:
    """Say when files were last changed."""
    for name in names:
        os.utime(field.path / name, (at, at), follow_symlinks=False)


def states(evidence: GitEvidence) -> dict[str, str]:
    return {change.path: change.state for change in evidence.uncommitted}


def change_of(evidence: GitEvidence, path: str) -> UncommittedChange:
    (found,) = [change for change in evidence.uncommitted if change.path == path]
    return found


def texts(change: UncommittedChange) -> list[tuple[int, str]]:
    return [(line.number, line.text) for line in change.added_lines]


def test_staged_unstaged_and_untracked(field: Repository) -> None:
    """
    Each says how far the person had come with it; a staged file that was edited again is not staged as it stands.
    """
    field.commit("base", {"unstaged": "1\n", "staged": "1\n", "both": "1\n", "same": "1\n"}, at=BASE)
    for name in ("unstaged", "staged", "both"):
        field.write(name, "2\n")
    field.git("add", "staged", "both")
    field.write("both", "3\n")
    field.write("untracked", "1\n")
    field.write("folder/deep", "1\n")

    assert {
        "both": "unstaged",
        "folder/deep": "untracked",
        "staged": "staged",
        "unstaged": "unstaged",
        "untracked": "untracked",
    } == states(read(field.path))


def test_only_what_was_changed_after_the_start(field: Repository) -> None:
    """
    Leftovers of last week are not this session's, though they still lie there.
    """
    field.commit("base", {"old": "1\n", "new": "1\n"}, at=BASE)
    for name in ("old", "new", "old file", "new file"):
        field.write(name, "2\n")
    touch(field, "old", "old file", at=START - 1)
    touch(field, "new", "new file", at=START)

    assert {"new": "unstaged", "new file": "untracked"} == states(read(field.path))


def test_names_are_never_quoted(field: Repository) -> None:
    """
    Whatever a name is made of, it is the name.
    """
    names = ["메모 새 파일.md", "tab\there", 'q"uote', "new\nline", "-rf", ":(exclude)x", " lead", "? x", "1 .M x"]
    for name in names:
        field.write(name, "1\n")
    field.write(os.fsdecode(b"caf\xe9"), "1\n")

    untracked = read(field.path)
    field.git("add", "-A")
    staged = read(field.path)

    assert sorted([*names, "caf\\xe9"]) == sorted(states(untracked)) == sorted(states(staged))
    assert {"staged"} == set(states(staged).values())
    assert all([(1, "1")] == texts(change) for change in (*untracked.uncommitted, *staged.uncommitted))


def test_lines_are_those_that_the_disk_has_and_head_has_not(field: Repository) -> None:
    """
    A pointer into uncommitted work opens the file as it lies there, so that its numbers are those of the disk.
    """
    field.commit("base", {"a": "1\n2\n3\n"}, at=BASE)
    field.write("a", "0\n1\n2\n3\n")
    field.git("add", "a")
    field.write("a", "0\nhalf\n1\n2\n3\nend\n")

    change = change_of(read(field.path), "a")

    assert [(1, "0"), (2, "half"), (6, "end")] == texts(change)
    assert change.text_read and not change.text_cut


def test_lines_of_files_before_the_first_commit(field: Repository) -> None:
    """
    Nothing is committed yet, so that every line is new.
    """
    field.write("a", "1\n2\n")
    field.git("add", "a")

    assert [(1, "1"), (2, "2")] == texts(change_of(read(field.path), "a"))


def test_text_is_read_where_it_was_asked_for(field: Repository) -> None:
    """
    Uncommitted domain code is no more our business than the committed one.
    """
    field.commit("base", {"src.py": "1\n"}, at=BASE)
    field.write("src.py", "2\n")
    field.write("new.py", "2\n")
    field.write("Makefile", "test:\n")

    evidence = read(field.path, want_text=lambda path: path == "Makefile")

    assert {"Makefile": True, "new.py": False, "src.py": False} == {c.path: c.text_read for c in evidence.uncommitted}


def test_what_is_no_text_is_named_without_lines(field: Repository, tmp_path: Path) -> None:
    """
    A picture, a pipe, a giant and a link: none of them is read, none of them stops the reading.
    """
    field.write("picture", b"\x89PNG\x00\x01")
    os.mkfifo(field.path / "pipe")
    field.write("giant", "x" * (2 << 20))
    secret = tmp_path / "outside"
    secret.write_text("not of this field\n")
    (field.path / "link").symlink_to(secret)

    evidence = read(field.path)

    assert not any(change.text_read for change in evidence.uncommitted if change.path != "link")
    assert "not of this field" not in evidence.model_dump_json()


def test_a_long_new_file_is_cut_and_said_to_be(field: Repository) -> None:
    """
    Four hundred lines are enough to tell how work is done.
    """
    field.write("a", "line\n" * 401)

    change = change_of(read(field.path), "a")

    assert (400, True) == (len(change.added_lines), change.text_cut)


def test_a_deletion_counts_when_its_folder_was_changed(field: Repository) -> None:
    """
    A file that is gone has no time of its own; the folder it was taken out of has.
    """
    field.commit("base", {"old/gone": "1\n", "new/gone": "1\n", "old/kept": "", "new/kept": "", "x/y/z": "1"}, at=BASE)
    for name in ("old/gone", "new/gone", "x/y/z"):
        (field.path / name).unlink()
    (field.path / "x/y").rmdir()
    (field.path / "x").rmdir()
    touch(field, "old", at=START - 1)
    touch(field, "new", ".", at=START)

    assert {"new/gone": "unstaged", "x/y/z": "unstaged"} == states(read(field.path))


def test_a_rename_counts_though_the_content_is_old(field: Repository) -> None:
    """
    Moving a file leaves the time of its content alone.
    """
    field.commit("base", {"a": "1\n2\n3\n"}, at=BASE)
    touch(field, "a", at=START - 100)
    field.git("mv", "a", "b")

    assert {"b": "staged"} == states(read(field.path))


def test_a_new_mode_counts_though_the_content_is_old(field: Repository) -> None:
    """
    Making a script executable is work, and touches no content.
    """
    field.commit("base", {"run": "1\n"}, at=BASE)
    touch(field, "run", at=START - 100)
    (field.path / "run").chmod(0o755)

    assert {"run": "unstaged"} == states(read(field.path))


def test_a_conflict_is_unstaged_work(field: Repository) -> None:
    """
    In the middle of a merge, the file that both sides changed is being worked on.
    """
    field.commit("base", {"a": "1\n"}, at=BASE)
    field.git("checkout", "-q", "-b", "topic")
    field.commit("theirs", {"a": "2\n"}, at=BASE)
    field.git("checkout", "-q", "main")
    field.commit("ours", {"a": "3\n"}, at=BASE)
    subprocess.run(["git", "merge", "-q", "topic"], cwd=field.path, check=False, capture_output=True)

    assert {"a": "unstaged"} == states(read(field.path))


def test_ignored_files_are_not_looked_at(field: Repository) -> None:
    """
    What the repository ignores is no work in it.
    """
    field.commit("base", {".gitignore": "out/\n"}, at=BASE)
    field.write("out/log", "1\n")

    assert {} == states(read(field.path))


def test_another_repository_inside_is_named_and_not_entered(field: Repository) -> None:
    """
    A clone that lies in the field is one path, whatever it holds.
    """
    field.commit("base", {"a": "1\n"}, at=BASE)
    Repository.create(field.path / "inner").commit("one", {"b": "1\n"})

    assert {"inner/": "untracked"} == states(read(field.path))


@pytest.mark.parametrize("files", [5003])
def test_thousands_of_new_files_are_bounded(files: int, field: Repository) -> None:
    """
    A folder that somebody forgot to ignore must not fill the memory; how much was left out is said.
    """
    (field.path / "out").mkdir()
    for number in range(files):
        (field.path / f"out/{number:05}").touch()

    evidence = read(field.path, want_text=lambda _: False)

    assert 5000 == len(evidence.uncommitted)
    assert ("3 more uncommitted paths were not looked at",) == evidence.notes == evidence.unread


def test_a_broken_index_costs_the_uncommitted_work_only(field: Repository) -> None:
    """
    What is committed can still be read, and the record says what could not.
    """
    field.commit("one", {"a": "1\n"})
    field.write(".git/index", b"broken")

    evidence = read(field.path)

    assert (1, ()) == (len(evidence.commits), evidence.uncommitted)
    assert ["uncommitted work could not be read"] == [note.partition(":")[0] for note in evidence.notes]
    assert evidence.unread == evidence.notes


def test_a_missing_object_costs_the_lines_of_its_path_only(field: Repository) -> None:
    """
    What it held before is gone: its lines can't be told, are named as unread, and the others' are read.
    """
    field.commit("base", {"a": "0\n", "b": "1\n"}, at=BASE)
    lost = field.git("rev-parse", "HEAD:a")
    for name in ("a", "b"):
        field.write(name, "1\n2\n")
    (field.path / ".git/objects" / lost[:2] / lost[2:]).unlink()

    evidence = read(field.path)

    assert [(True, []), (False, [(2, "2")])] == [(change.unread, texts(change)) for change in evidence.uncommitted]
    assert ("uncommitted work could not be read: a",) == evidence.unread


@pytest.fixture
def open_field(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    """A field where every user may look."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Repository.create(Path(folder) / "field")


def test_what_may_not_be_opened_is_unread(open_field: Repository) -> None:
    """
    A file or a folder of another user: neither is a file without lines, nor a folder without files.
    """
    read(open_field.path)
    open_field.write("locked.sh", "ls\n").chmod(0)
    open_field.write("closed/run.sh", "ls\n")
    (open_field.path / "closed").chmod(0)
    give_to_nobody(open_field.path)

    with without_rights_of_root():
        evidence = read(open_field.path)

    assert [("locked.sh", True)] == [(change.path, change.unread) for change in evidence.uncommitted]
    first, second = evidence.unread
    assert "closed/" in first and "Permission denied" in first
    assert "uncommitted work could not be read: locked.sh" == second


def test_a_path_without_lines_is_known_by_what_it_holds(field: Repository) -> None:
    """
    Committed as it lies there it has the same name, so that a later close knows it again.
    """
    field.commit("base", {"gone.py": "1\n"}, at=BASE)
    (field.path / "gone.py").unlink()
    field.write("app.py", "print(1)\n")
    field.write("picture", b"\x00\x01")
    (field.path / "link").symlink_to("app.py")
    before = {change.path: change.blob for change in read(field.path, want_text=lambda _: False).uncommitted}
    field.git("add", "-A")
    field.commit("all of it", at="2026-03-10T10:00:00+0000")

    (commit,) = read(field.path, want_text=lambda _: False).commits

    assert before == {change.path: change.blob for change in commit.changes}
    assert {"app.py", "gone.py", "link", "picture"} == set(before)
    assert None not in before.values()


def test_lines_that_tell_need_no_other_name(field: Repository) -> None:
    """
    Where every line is known nothing else is kept; where they were cut the content's name is.
    """
    field.write("short", "1\n")
    field.write("long", "line\n" * 401)

    assert {"short": True, "long": False} == {
        change.path: change.blob is None for change in read(field.path).uncommitted
    }


def test_the_order_is_that_of_the_names(field: Repository) -> None:
    """
    Two readings of the same folder must not differ by the order in which the disk lists it.
    """
    for name in ("b", "a", "C", "é"):
        field.write(name, "1\n")

    assert ["C", "a", "b", "é"] == [change.path for change in read(field.path).uncommitted]
