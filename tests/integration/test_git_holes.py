"""Repositories that are not whole: shallow, without blobs, with missing or broken objects (SPEC 3.2)."""

import subprocess
from pathlib import Path

import pytest

from harvest_loop.errors import FieldError
from tests.support.git_reading import change_of, read, subjects, texts
from tests.support.repositories import Repository


def lose(field: Repository, name: str) -> None:
    """Take a loose object away."""
    sha = field.git("rev-parse", name)
    (field.path / ".git/objects" / sha[:2] / sha[2:]).unlink()


def three(field: Repository) -> list[str]:
    return [
        field.commit(name, {name: f"{name}\n"}, at=f"2026-03-10T0{hour}:00:00+0000")
        for hour, name in enumerate(("one", "two", "three"), start=1)
    ]


def test_a_shallow_clone_ends_without_a_tree_full_of_additions(field: Repository, tmp_path: Path) -> None:
    """
    Git shows the last commit of a shallow clone as if it had added every file; it did not.
    """
    three(field)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth=2", f"file://{field.path}", str(clone)], check=True)

    evidence = read(clone)

    assert ["two", "three"] == subjects(evidence.commits)
    assert [(), ("three",)] == [tuple(change.path for change in commit.changes) for commit in evidence.commits]
    assert "shallow clone: what 1 commit at its end changed is not known" in evidence.notes
    assert {"one", "two", "three"} == evidence.head_paths


def test_a_shallow_clone_of_everything_is_whole(field: Repository, tmp_path: Path) -> None:
    """
    The very first commit has no parent that could be missing.
    """
    three(field)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth=2", f"file://{field.path}", str(clone)], check=True)
    subprocess.run(["git", "fetch", "-q", "--depth=3"], cwd=clone, check=True)

    assert ["one"] == [change.path for change in read(clone).commits[0].changes]


def test_a_missing_blob_costs_the_lines_of_its_commits(field: Repository) -> None:
    """
    The names are known, the lines are not, and the other commits are read as ever.
    """
    three(field)
    lose(field, "HEAD:two")

    evidence = read(field.path)

    assert ["one", "two", "three"] == subjects(evidence.commits)
    lost = change_of(evidence, "two")
    assert ("added", None, ()) == (lost.status, lost.added, lost.added_lines)
    assert [["one"], ["three"]] == [texts(change_of(evidence, path)) for path in ("one", "three")]
    assert ("1 commit read by name only, for a missing object: lines are not known",) == evidence.notes


def test_a_missing_tree_costs_what_its_commits_changed(field: Repository) -> None:
    """
    The commit is still there with its message; the one after it can't be compared either.
    """
    three(field)
    lose(field, "HEAD~1^{tree}")

    evidence = read(field.path)

    assert ["one", "two", "three"] == subjects(evidence.commits)
    assert [True, False, False] == [bool(commit.changes) for commit in evidence.commits]
    assert 2 == evidence.unreadable_commits
    assert ("2 commits could not be read for a missing object; what it changed is not known",) == evidence.notes


def test_a_missing_commit_hides_only_what_led_up_to_it(field: Repository) -> None:
    """
    Git gives up at the hole; the commits on this side of it, and on other branches, are still there.
    """
    three(field)
    field.git("branch", "side", "HEAD~2")
    lose(field, "HEAD~1")

    evidence = read(field.path)

    assert ["one", "three"] == subjects(evidence.commits)
    assert 1 <= evidence.unreadable_commits
    assert "1 commit missing: what led up to it was not read" in evidence.notes


def test_a_broken_object_is_one_that_is_missing(field: Repository) -> None:
    """
    A disk that lost a sector leaves an object that is there and says nothing.
    """
    three(field)
    sha = field.git("rev-parse", "HEAD~1")
    place = field.path / ".git/objects" / sha[:2] / sha[2:]
    place.chmod(0o644)
    place.write_bytes(b"not an object")

    evidence = read(field.path)

    assert "three" in subjects(evidence.commits)
    assert "1 commit missing: what led up to it was not read" in evidence.notes


def test_a_branch_that_leads_nowhere(field: Repository) -> None:
    """
    Its commit is missing altogether; the other branches are read.
    """
    three(field)
    field.write(".git/refs/heads/lost", "1" * 40 + "\n")

    evidence = read(field.path)

    assert ["one", "two", "three"] == subjects(evidence.commits)
    assert 1 == evidence.unreadable_commits
    assert "not attributed" == evidence.attribution
    assert {"session"} == {commit.attribution for commit in evidence.commits}


@pytest.mark.parametrize("holds", ["", "garbage\n"])
def test_a_broken_branch_is_no_branch_without_work(holds: str, field: Repository) -> None:
    """
    A crash left its file empty: git goes past it with a warning, and its commits are not seen.
    """
    three(field)
    field.git("branch", "side")
    field.write(".git/refs/heads/side", holds)

    evidence = read(field.path)

    assert ("branch side is broken: its commits were not read",) == evidence.unread
    assert set(evidence.unread) <= set(evidence.notes)
    assert ["one", "two", "three"] == subjects(evidence.commits)


def test_a_broken_branch_that_is_checked_out_stops_the_reading(field: Repository) -> None:
    """
    Nothing can be said of a field whose HEAD leads to nothing that can be read.
    """
    three(field)
    field.write(".git/refs/heads/main", "")

    with pytest.raises(FieldError, match="can't be read as a git repository"):
        read(field.path)


def test_what_is_missing_is_unread(field: Repository) -> None:
    """
    A commit that is not here, and one whose tree is not: work may be in them, and has to be found again.
    """
    three(field)
    lose(field, "HEAD^{tree}")
    shas = [field.git("rev-parse", "HEAD")]
    field.git("branch", "side", "HEAD~1")
    lose(field, "HEAD~2")

    evidence = read(field.path)

    told = " ".join(evidence.unread)
    assert "1 commit missing: " in told and "2 commits could not be read " in told
    assert set(evidence.unread) <= set(evidence.notes)
    assert set(shas) <= set(evidence.unreadable)


def test_a_clone_without_blobs(field: Repository, tmp_path: Path) -> None:
    """
    Nothing is fetched while it is looked at: names are read, lines are not known.
    """
    for number in range(30):
        field.commit(f"commit {number}", {"a": f"{number}\n"})
    field.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--filter=blob:none", f"file://{field.path}", str(clone)], check=True)

    evidence = read(clone)

    assert 30 == len(evidence.commits)
    assert {("a", None)} == {(change.path, change.added) for commit in evidence.commits for change in commit.changes}
    assert "30 commits read by name only, for a missing object: lines are not known" in evidence.notes


def test_a_lost_head_is_told(field: Repository) -> None:
    """
    HEAD stands on a commit that is not there: nothing can be said of it, and nothing breaks.
    """
    field.commit("one", {"a": "1"})
    lose(field, "HEAD")

    evidence = read(field.path)

    assert ((), 1) == (evidence.commits, evidence.unreadable_commits)
