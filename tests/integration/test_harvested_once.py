"""Harvested work that comes back in other commits is no new work; what was added to it is (SPEC 3.1, 3.2)."""

from collections.abc import Callable

import pytest

from harvest_loop.domain.harvested_work import harvested_in
from harvest_loop.domain.sessions import describe_session, harvested_line
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import SessionLine
from tests.support.git_reading import read
from tests.support.repositories import Repository

EARLY, LATE, LATER = (f"2026-03-10T{hour}:00:00+0000" for hour in ("09", "12", "15"))


def look(field: Repository, *earlier: SessionLine) -> SessionEvidence:
    """What a close of the day finds new."""
    harvested = harvested_in(earlier, field.git("rev-list", "--max-parents=0", "main")).commits
    return describe_session(read(field.path, harvested=harvested), earlier)


def close(field: Repository) -> SessionLine:
    """Harvest everything that is there."""
    return harvested_line(look(field), seen="2026-03-10T10:00:00Z", until=0, record=None)


def new_lines(evidence: SessionEvidence) -> list[tuple[str, str]]:
    changes = (change for commit in evidence.git.commits for change in commit.changes)
    return [(change.path, line.text) for change in changes for line in change.added_lines]


@pytest.fixture
def topic(field: Repository) -> SessionLine:
    """Two commits on a branch, harvested while it was checked out."""
    field.commit("base", {"app.py": "1\n", "ci.yml": "top\n"}, at=EARLY)
    field.git("checkout", "-q", "-b", "topic")
    field.commit("first", {"ci.yml": "top\nmake\n", "a.sh": "ls\n"}, at=EARLY)
    field.commit("second", {"ci.yml": "top\nmake\npytest\n", "b.sh": "ls\n"}, at=EARLY)
    return close(field)


def merge_squashed(field: Repository) -> None:
    field.git("checkout", "-q", "main")
    field.git("merge", "-q", "--squash", "topic")
    field.git("commit", "-q", "-m", "squashed", at=LATE)


def reset_and_commit(field: Repository) -> None:
    field.git("reset", "-q", "--soft", "main")
    field.git("commit", "-q", "-m", "squashed", at=LATE)


def reword(field: Repository) -> None:
    field.git("commit", "-q", "--amend", "-m", "in other words", at=LATE)


def rebase(field: Repository) -> None:
    field.git("checkout", "-q", "main")
    field.commit("main goes on", {"app.py": "2\n"}, at=EARLY)
    field.git("rebase", "-q", "main", "topic", at=LATE)


def squash_and_forget(field: Repository) -> None:
    merge_squashed(field)
    field.git("branch", "-q", "-D", "topic")


@pytest.mark.parametrize("again", [merge_squashed, squash_and_forget, reset_and_commit, reword, rebase])
def test_the_same_work_in_other_commits_is_not_new(
    again: Callable[[Repository], None], field: Repository, topic: SessionLine
) -> None:
    """
    Squashed, rebased or reworded since: a close finds only what was done beside it.
    """
    again(field)

    evidence = look(field, topic)

    assert {"main goes on"} >= {commit.subject for commit in evidence.git.commits}
    assert evidence.seen_before


@pytest.mark.parametrize("again", [merge_squashed, reset_and_commit, reword])
def test_what_was_added_on_the_way_is_new(
    again: Callable[[Repository], None], field: Repository, topic: SessionLine
) -> None:
    """
    A line slipped into a squash or an amended commit is harvested, and nothing else of it.
    """
    again(field)
    field.write("ci.yml", "top\nmake\npytest\nruff\n")
    field.write("c.sh", "ls\n")
    field.git("add", "-A")
    field.git("commit", "-q", "--amend", "-m", "with more", at=LATER)

    evidence = look(field, topic)

    assert ["with more"] == [commit.subject for commit in evidence.git.commits]
    assert [("c.sh", "ls"), ("ci.yml", "ruff")] == sorted(new_lines(evidence))


def test_a_line_that_every_version_held_is_known_once(field: Repository, topic: SessionLine) -> None:
    """
    Harvested, amended, harvested again: a second line with the same words is a new one.
    """

    def amend(text: str) -> None:
        field.write("ci.yml", text)
        field.git("commit", "-q", "-a", "--amend", "-m", "second", at=LATER)

    amend("top\nmake\npytest\nruff\n")
    second = harvested_line(look(field, topic), seen="2026-03-10T10:00:00Z", until=0, record=None)
    amend("top\nmake\npytest\nruff\npytest\n")

    assert [("ci.yml", "pytest")] == new_lines(look(field, topic, second))


def test_new_work_beside_an_unmerged_branch_is_new(field: Repository, topic: SessionLine) -> None:
    """
    The branch is known by its lines in their files; other files and other lines are not.
    """
    field.git("checkout", "-q", "main")
    field.commit("other", {"ci.yml": "top\nruff\n", "d.sh": "ls\n"}, at=LATE)

    assert [("ci.yml", "ruff"), ("d.sh", "ls")] == sorted(new_lines(look(field, topic)))
