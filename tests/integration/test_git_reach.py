"""Which work the checked-out history holds: by its commits, or by copies of them (SPEC 3.2)."""

import pytest

from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_reach import branches_with, not_reached, work_at_head
from tests.support.git_reading import read
from tests.support.repositories import Repository

EARLY, LATE, LATER = (f"2026-03-10T{hour}:00:00+0000" for hour in ("09", "12", "15"))


@pytest.fixture
def topic(field: Repository) -> str:
    """A commit on a branch that is not checked out."""
    field.commit("base", {"a": "1\n"}, at=EARLY)
    field.git("checkout", "-q", "-b", "topic")
    sha = field.commit("topic", {"t": "1\n"}, at=EARLY)
    field.git("checkout", "-q", "main")
    field.commit("main", {"m": "1\n"}, at=LATE)
    return sha


def held(field: Repository, sha: str) -> bool:
    return work_at_head(field.path, [sha]) == {sha}


def test_a_branch_that_is_not_checked_out(field: Repository, topic: str) -> None:
    """
    Its commits are not reached, and the branch is named.
    """
    assert not held(field, topic)
    assert {topic: "topic"} == branches_with(field.path, [topic])
    assert (topic,) == read(field.path).off_head


@pytest.mark.parametrize("how", [["merge", "-q", "topic"], ["cherry-pick", "topic"], ["checkout", "-q", "topic"]])
def test_work_that_came_to_head(field: Repository, topic: str, how: list[str]) -> None:
    """
    Merged, picked or checked out: HEAD holds it, under this sha or another.
    """
    field.git(*how, at=LATER)
    base = field.git("rev-parse", "main~1")

    assert {base, topic} == work_at_head(field.path, [base, topic])
    assert topic not in read(field.path).off_head


def test_a_rebased_branch_that_was_merged(field: Repository, topic: str) -> None:
    """
    The old commit is on no branch any more; its copy is the same work.
    """
    field.git("rebase", "-q", "main", "topic", at=LATER)
    field.git("checkout", "-q", "main")
    field.git("merge", "-q", "--ff-only", "topic")

    assert held(field, topic)
    assert {topic: None} == branches_with(field.path, [topic])


def test_other_work_of_the_same_second_is_no_copy(field: Repository, topic: str) -> None:
    """
    The date says where to look; the patch says what is the same.
    """
    field.commit("at the same time", {"o": "1\n"}, at=EARLY)

    assert not held(field, topic)


def test_before_the_first_commit_of_a_branch_nothing_is_checked_out(field: Repository, topic: str) -> None:
    """
    An orphan branch holds none of what the others do.
    """
    field.git("checkout", "-q", "--orphan", "empty")

    assert not held(field, topic)
    assert {topic} == not_reached(find_field(field.path), [topic])
    assert topic in read(field.path).off_head


def test_the_head_that_counts_is_that_of_the_worktree(field: Repository, topic: str) -> None:
    """
    What is checked out beside it is not checked out here, and the other way round.
    """
    beside = field.path.parent / "beside"
    field.git("worktree", "add", "-q", str(beside), "topic")

    assert not held(field, topic)
    assert held(Repository(beside), topic)


@pytest.mark.parametrize("sha", ["worktree", "--all", "", "1" * 40])
def test_what_is_no_commit_here_is_not_held(field: Repository, topic: str, sha: str) -> None:
    """
    Uncommitted work, an option, or a commit that is gone: nothing breaks.
    """
    assert frozenset() == work_at_head(field.path, [sha])
    assert {sha: None} == branches_with(field.path, [sha])


def test_a_history_with_a_hole_is_walked_past_it(field: Repository, topic: str) -> None:
    """
    Git gives up at a missing commit; what is on this side of it is still held.
    """
    base = field.git("rev-parse", "main~1")
    tip = field.git("rev-parse", "main")
    (field.path / ".git/objects" / base[:2] / base[2:]).unlink()

    assert {tip} == work_at_head(field.path, [tip, topic])
