"""Whose the commits of a window are, by the reflogs (SPEC 3.2)."""

import subprocess
from pathlib import Path

import pytest

from tests.support.git_reading import read, second, subjects
from tests.support.repositories import Repository

BEFORE = "2026-03-09T09:00:00+0000"
EARLY, LATE, LATER = (f"2026-03-10T{hour}:00:00+0000" for hour in ("09", "10", "11"))


def clone_of(source: Repository, place: Path, *, at: str = BEFORE) -> Repository:
    """Clone at a given time, so that the clone's reflog begins then."""
    clone = Repository(place)
    source.git("clone", "-q", str(source.path), str(place), at=at)
    return clone


def test_commits_made_here_are_the_sessions(field: Repository) -> None:
    """
    The reflog says of each that it was committed here.
    """
    field.commit("one", {"a": "1"})
    field.git("checkout", "-q", "-b", "topic")
    field.commit("two", {"b": "1"}, at=LATE)

    evidence = read(field.path)

    assert "reflog" == evidence.attribution
    assert ["session", "session"] == [commit.attribution for commit in evidence.commits]


def test_pulled_commits_are_others_work(field: Repository, tmp_path: Path) -> None:
    """
    What came with a pull was made elsewhere, and is listed as that.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    clone = clone_of(field, tmp_path / "clone")
    field.commit("theirs", {"b": "1"}, at=EARLY)
    clone.git("pull", "-q", at=LATE)
    clone.commit("mine", {"c": "1"}, at=LATER)

    evidence = read(clone.path)

    assert (["mine"], ["theirs"]) == (subjects(evidence.commits), subjects(evidence.others))
    assert ["others"] == [commit.attribution for commit in evidence.others]


def test_a_merge_of_others_work_is_the_sessions_and_nothing_more(field: Repository, tmp_path: Path) -> None:
    """
    Whoever merges made the merge, not what was merged.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    clone = clone_of(field, tmp_path / "clone")
    field.commit("theirs", {"b": "1"}, at=EARLY)
    clone.commit("mine", {"c": "1"}, at=LATE)
    clone.git("fetch", "-q")
    clone.git("merge", "-q", "--no-edit", "-m", "bring in", "origin/main", at=LATER)

    evidence = read(clone.path)

    assert (["mine", "bring in"], ["theirs"]) == (subjects(evidence.commits), subjects(evidence.others))


@pytest.mark.parametrize("options", [["--ff-only"], ["--no-rebase", "--no-edit"]])
def test_a_pull_makes_nothing_the_sessions(options: list[str], field: Repository, tmp_path: Path) -> None:
    """
    A pull brings others' work, and the merge that it may make is part of the pull.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    clone = clone_of(field, tmp_path / "clone")
    if "--no-rebase" in options:
        clone.commit("mine", {"c": "1"}, at=EARLY)
    field.commit("theirs", {"b": "1"}, at=EARLY)
    clone.git("pull", "-q", *options, at=LATER)

    evidence = read(clone.path)

    assert set(subjects(evidence.commits)) <= {"mine"}
    assert "theirs" in subjects(evidence.others)


def test_a_pull_that_rebases_leaves_the_sessions_work_the_sessions(field: Repository, tmp_path: Path) -> None:
    """
    Put on top of others' commits, one's own has another sha and the same maker.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    clone = clone_of(field, tmp_path / "clone")
    clone.commit("mine", {"c": "1"}, at=EARLY)
    field.commit("theirs", {"b": "1"}, at=EARLY)
    clone.git("pull", "-q", "--rebase", at=LATE)

    evidence = read(clone.path)

    assert (["mine"], ["theirs"]) == (subjects(evidence.commits), subjects(evidence.others))
    assert clone.git("rev-parse", "HEAD") == evidence.commits[0].sha


def test_a_fast_forward_to_ones_own_branch_changes_no_maker(field: Repository) -> None:
    """
    Merged without a merge commit, what was committed here stays what was committed here.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic")
    field.commit("mine", {"b": "1"})
    field.git("checkout", "-q", "main")
    field.git("merge", "-q", "--ff-only", "topic", at=LATE)

    evidence = read(field.path)

    assert (["mine"], []) == (subjects(evidence.commits), subjects(evidence.others))


def test_fetched_into_a_branch_is_others_work(field: Repository, tmp_path: Path) -> None:
    """
    A fetch can move a local branch without ever checking it out.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    clone = clone_of(field, tmp_path / "clone")
    clone.git("branch", "copy", at=BEFORE)
    field.commit("theirs", {"b": "1"}, at=EARLY)
    clone.git("fetch", "-q", "origin", "main:copy", at=LATE)

    evidence = read(clone.path)

    assert ([], ["theirs"]) == (subjects(evidence.commits), subjects(evidence.others))


def test_work_left_on_no_branch_is_the_sessions(field: Repository) -> None:
    """
    Committed on a detached HEAD that was left since, it is remembered by the reflog alone.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "--detach", at=EARLY)
    sha = field.commit("left behind", {"b": "1"}, at=LATE)
    field.git("checkout", "-q", "main", at=LATER)

    evidence = read(field.path)

    assert [(sha, "session")] == [(commit.sha, commit.attribution) for commit in evidence.commits]


def test_work_on_a_branch_that_was_deleted_is_the_sessions(field: Repository) -> None:
    """
    Deleting the branch does not undo that it was done.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=EARLY)
    field.commit("tried", {"b": "1"}, at=LATE)
    field.git("checkout", "-q", "main", at=LATER)
    field.git("branch", "-q", "-D", "topic")

    assert ["tried"] == subjects(read(field.path).commits)


def test_work_in_a_worktree_that_was_taken_away_is_the_sessions(field: Repository, tmp_path: Path) -> None:
    """
    The worktree's own reflog went with it; its branch still tells where the commit was made.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"), at=EARLY)
    Repository(tmp_path / "linked").commit("in the worktree", {"b": "1"}, at=LATE)
    field.git("worktree", "remove", str(tmp_path / "linked"))

    evidence = read(field.path)

    assert (["in the worktree"], []) == (subjects(evidence.commits), subjects(evidence.others))


def test_a_clone_tells_nothing_of_what_came_before_it(field: Repository, tmp_path: Path) -> None:
    """
    Its reflog begins with the clone: all of the window counts, and the record says that nobody knows whose it is.
    """
    field.commit("one", {"a": "1"}, at=EARLY)
    clone = clone_of(field, tmp_path / "clone", at=LATE)

    evidence = read(clone.path)

    assert "not attributed" == evidence.attribution
    assert [("one", "not attributed")] == [(commit.subject, commit.attribution) for commit in evidence.commits]
    assert ("not attributed: no reflog reaches back to the start of the window",) == evidence.notes


def test_also_where_nothing_is_attributed_pulled_work_is_others(field: Repository, tmp_path: Path) -> None:
    """
    What the reflog does tell is believed, however little that is.
    """
    field.commit("one", {"a": "1"}, at=EARLY)
    clone = clone_of(field, tmp_path / "clone", at=LATE)
    clone.commit("mine", {"c": "1"}, at=LATE)
    field.commit("theirs", {"b": "1"}, at=LATE)
    clone.git("pull", "-q", "--rebase", at=LATER)

    evidence = read(clone.path)

    assert (["one", "mine"], ["theirs"]) == (subjects(evidence.commits), subjects(evidence.others))
    assert ["not attributed", "session"] == [commit.attribution for commit in evidence.commits]


def test_without_any_reflog_all_of_the_window_counts(field: Repository) -> None:
    """
    A repository can be set up to keep none.
    """
    field.git("config", "core.logAllRefUpdates", "false")
    field.commit("one", {"a": "1"})

    evidence = read(field.path)

    assert ("not attributed", ["one"]) == (evidence.attribution, subjects(evidence.commits))


def test_a_commit_by_a_tool_that_keeps_its_own_words_is_kept(field: Repository) -> None:
    """
    Where the deed is not known it is unknown, and not somebody else's.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    tree = field.git("rev-parse", "HEAD^{tree}")
    made = field.git("commit-tree", "-m", "by a tool", "-p", "HEAD", tree, at=EARLY)
    field.git("update-ref", "-m", "exported by a tool", "refs/heads/main", made, at=EARLY)
    silent = field.git("commit-tree", "-m", "without a word", "-p", made, tree, at=LATE)
    field.git("update-ref", "refs/heads/main", silent, at=LATE)

    evidence = read(field.path)

    assert ("reflog", []) == (evidence.attribution, subjects(evidence.others))
    assert [("by a tool", "not attributed"), ("without a word", "not attributed")] == [
        (commit.subject, commit.attribution) for commit in evidence.commits
    ]


def test_a_draft_of_the_loop_is_not_harvested_again(field: Repository) -> None:
    """
    Where the hub is the field too, a branch that a harvest drafted is no work of the next session.
    """
    field.commit("mine\n\nHarvest-Id: is named here, in the text\n\nReviewed-by: A Person", {"a": "1"}, at=EARLY)
    field.git("checkout", "-q", "-b", "harvest/field-2026-03-10", at=LATE)
    field.commit("Add a skill\n\nWhy.\n\nHarvest-Id: em-2026-03-10-x\nHarvest-Check: grep", {"b": "1"}, at=LATE)

    evidence = read(field.path)

    assert ["mine"] == subjects(evidence.commits)
    assert ("1 commit drafted by a harvest left out",) == evidence.notes


def test_notes_and_stashes_are_no_commits_of_the_session(field: Repository) -> None:
    """
    Git keeps them as commits of its own kind, on refs that are no branches.
    """
    field.commit("one", {"a": "1"}, at=EARLY)
    field.git("notes", "add", "-m", "a note", at=LATE)
    field.write("a", "2")
    field.git("stash", at=LATE)

    evidence = read(field.path)

    assert ["one"] == subjects((*evidence.commits, *evidence.others))


def test_every_way_to_commit_is_the_sessions(field: Repository) -> None:
    """
    Revert, cherry-pick, mailed patches and resolved conflicts make commits as much as `git commit` does.
    """
    field.commit("base", {"a": "1\n"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "old")
    picked = field.commit("to pick", {"p": "1\n"}, at=BEFORE)
    patch = field.git("format-patch", "-1", "--stdout", "--subject-prefix=", field.commit("mailed", {"m": "1\n"}))
    field.git("reset", "-q", "--hard", "HEAD~2", at=BEFORE)
    field.git("checkout", "-q", "main", at=BEFORE)
    field.commit("to revert", {"b": "1\n"}, at=EARLY)
    field.git("revert", "--no-edit", "HEAD", at=LATE)
    field.git("cherry-pick", picked, at=LATE)
    field.write("patch", patch + "\n")
    field.git("am", "-q", "patch", at=LATER)

    evidence = read(field.path)

    assert [] == subjects(evidence.others)
    assert {"to revert", 'Revert "to revert"', "to pick", "mailed"} <= set(subjects(evidence.commits))
    assert {"session"} == {commit.attribution for commit in evidence.commits}


def test_a_resolved_conflict_is_the_sessions(field: Repository) -> None:
    """
    A cherry-pick that stopped is finished by an ordinary commit.
    """
    field.commit("base", {"a": "1\n"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "other")
    picked = field.commit("other", {"a": "2\n"}, at=BEFORE)
    field.git("checkout", "-q", "main", at=BEFORE)
    field.commit("mine", {"a": "3\n"}, at=EARLY)
    subprocess.run(["git", "cherry-pick", picked], cwd=field.path, check=False, capture_output=True)
    field.write("a", "4\n")
    field.git("add", "a")
    field.git("commit", "-q", "--no-edit", at=LATE)

    evidence = read(field.path)

    assert [("mine", "session"), ("other", "session")] == [(c.subject, c.attribution) for c in evidence.commits]


def test_what_came_after_the_close_is_in_its_window_whatever_its_date_says(field: Repository, tmp_path: Path) -> None:
    """
    Made here and on no branch at the last close: a date that was set back hides nothing. What others made stays
    theirs, and what a branch held already was left to an earlier close.
    """
    field.commit("base", {"a": "1"}, at="2026-03-01T09:00:00+0000")
    field.git("checkout", "-q", "-b", "old")
    field.commit("long ago", {"o": "1"}, at="2026-01-05T09:00:00+0000")
    field.git("checkout", "-q", "main")
    other = clone_of(field, tmp_path / "other", at="2026-03-01T10:00:00+0000")
    tips = tuple(field.git("for-each-ref", "--format=%(objectname)", "refs/heads").split())
    closed = second("2026-03-09T12:00:00+00:00")
    other.commit("theirs", {"t": "1"}, at="2026-01-06T09:00:00+0000")
    field.git("pull", "-q", str(other.path), "main", at=EARLY)
    field.commit("set back", {"b": "1"}, at="2026-01-07T09:00:00+0000")
    field.git("checkout", "-q", "-b", "topic", "old")
    field.commit("on another branch", {"c": "1"}, at="2026-01-08T09:00:00+0000")

    told = read(field.path, since=None, last_close=closed, known_tips=tips)
    untold = read(field.path, since=None, last_close=closed)

    assert ["set back", "on another branch"] == subjects(told.commits)
    assert [] == subjects(untold.commits)
    assert tips[0] not in told.tips or set(told.tips) > set(tips) - {tips[0]}


def test_dates_that_a_rebase_keeps_hide_no_new_work_and_repeat_no_old(field: Repository) -> None:
    """
    `--committer-date-is-author-date` makes new commits with old dates: the work of before the close is not new.
    """
    field.commit("base", {"a": "1"}, at="2026-03-01T09:00:00+0000")
    field.git("checkout", "-q", "-b", "topic")
    field.commit("before the close", {"b": "1"}, at="2026-03-08T09:00:00+0000")
    field.git("checkout", "-q", "main")
    field.commit("main goes on", {"c": "1"}, at="2026-03-08T10:00:00+0000")
    tips = tuple(field.git("for-each-ref", "--format=%(objectname)", "refs/heads").split())
    field.git("checkout", "-q", "topic")
    field.commit("after it", {"d": "1"}, at="2026-03-02T09:00:00+0000")
    field.git("rebase", "-q", "--committer-date-is-author-date", "main", at=LATE)

    evidence = read(field.path, since=None, last_close=second("2026-03-09T12:00:00+00:00"), known_tips=tips)

    assert ["after it"] == subjects(evidence.commits)
