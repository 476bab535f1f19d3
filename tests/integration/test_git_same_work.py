"""The same work is counted once, whatever became of its commits (SPEC 3.2)."""

import subprocess

import pytest

from tests.support.git_reading import read, second, subjects
from tests.support.repositories import Repository

BEFORE = "2026-03-09T09:00:00+0000"
EARLY, LATE, LATER = (f"2026-03-10T{hour}:00:00+0000" for hour in ("09", "10", "11"))


def rebase(field: Repository, script: str, onto: str, *, at: str) -> None:
    """Rebase with an edited list of what is to be done."""
    editor = f"sed -i {script}"
    field.git("-c", f"sequence.editor={editor}", "-c", "core.editor=true", "rebase", "-q", "-i", onto, at=at)


def test_a_rebased_commit_is_counted_once(field: Repository) -> None:
    """
    Before and after the rebase it has another sha, and is the same patch.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    old = field.commit("topic", {"t": "1"}, at=EARLY)
    field.git("branch", "kept", at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    field.commit("main", {"m": "1"}, at=EARLY)
    field.git("checkout", "-q", "topic", at=EARLY)
    field.git("rebase", "-q", "main", at=LATE)

    commits = read(field.path).commits

    assert ["topic", "main"] == subjects(commits)
    assert old == commits[0].sha
    assert (field.git("rev-parse", "topic"),) == commits[0].same_work_as


def test_of_a_rebase_the_commit_that_still_stands_is_kept(field: Repository) -> None:
    """
    The one on the branch can be opened tomorrow; the old one is only remembered.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    field.commit("topic", {"t": "1"}, at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    field.commit("main", {"m": "1"}, at=EARLY)
    field.git("checkout", "-q", "topic", at=EARLY)
    field.git("rebase", "-q", "main", at=LATE)

    commits = read(field.path).commits

    assert ["main", "topic"] == subjects(commits)
    assert field.git("rev-parse", "HEAD") == commits[1].sha


def test_a_cherry_pick_is_counted_once(field: Repository) -> None:
    """
    The first of the two is kept, and names the other.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "release", at=BEFORE)
    field.commit("elsewhere", {"r": "1"}, at=BEFORE)
    field.git("checkout", "-q", "main", at=BEFORE)
    sha = field.commit("fix", {"f": "1"}, at=EARLY)
    field.git("checkout", "-q", "release", at=LATE)
    field.git("cherry-pick", sha, at=LATE)

    (commit,) = read(field.path).commits

    assert (sha, (field.git("rev-parse", "HEAD"),)) == (commit.sha, commit.same_work_as)


def test_a_cherry_pick_of_others_work_is_the_sessions(field: Repository) -> None:
    """
    Taking it over was done here, so that it stands among the session's commits and not twice.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    other = Repository(field.path.parent / "other")
    field.git("clone", "-q", str(field.path), str(other.path), at=BEFORE)
    sha = other.commit("theirs", {"t": "1"}, at=EARLY)
    field.git("fetch", "-q", str(other.path), "main:theirs", at=EARLY)
    field.commit("mine", {"m": "1"}, at=EARLY)
    field.git("cherry-pick", sha, at=LATE)

    evidence = read(field.path)

    assert (["mine", "theirs"], []) == (subjects(evidence.commits), subjects(evidence.others))
    assert (sha,) == evidence.commits[1].same_work_as


def test_another_place_in_the_file_makes_no_other_work(field: Repository) -> None:
    """
    A patch that was moved down a file is still that patch.
    """
    lines = "".join(f"{number}\n" for number in range(40))
    field.commit("base", {"a": lines}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    sha = field.commit("change", {"a": lines.replace("20\n", "twenty\n")}, at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    field.commit("above", {"a": "zero\n" * 5 + lines}, at=LATE)
    field.git("cherry-pick", sha, at=LATER)

    assert ["change", "above"] == subjects(read(field.path).commits)


def test_two_pictures_are_two_pieces_of_work(field: Repository) -> None:
    """
    Of a binary file git prints no lines; what it holds is told apart all the same.
    """
    field.write("logo", b"\x00one")
    field.git("add", "-A")
    field.commit("first", at=EARLY)
    for number, at in (("two", LATE), ("three", LATER)):
        field.write("logo", b"\x00" + number.encode())
        field.git("add", "-A")
        field.commit(number, at=at)

    assert ["first", "two", "three"] == subjects(read(field.path).commits)


def test_making_two_files_executable_is_two_pieces_of_work(field: Repository) -> None:
    """
    A change without a line is told apart by its path and its mode.
    """
    field.commit("base", {"a": "1", "b": "1"}, at=BEFORE)
    for name, at in (("a", EARLY), ("b", LATE)):
        field.git("update-index", "--chmod=+x", name)
        field.commit(name, at=at)

    assert ["a", "b"] == subjects(read(field.path).commits)


def test_an_amended_commit_is_counted_as_it_became(field: Repository) -> None:
    """
    What it was before the amend is an earlier state of the same work.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.commit("first try", {"b": "1"}, at=EARLY)
    field.write("b", "2")
    field.git("commit", "-q", "-a", "--amend", "-m", "second try", at=LATE)
    field.write("b", "3")
    field.git("commit", "-q", "-a", "--amend", "-m", "third try", at=LATER)

    assert ["third try"] == subjects(read(field.path).commits)


def test_commits_squashed_by_a_rebase_are_counted_as_one(field: Repository) -> None:
    """
    The pieces went into the whole.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    for number, at in ((1, EARLY), (2, LATE)):
        field.commit(f"piece {number}", {f"p{number}": "1"}, at=at)
    rebase(field, "2s/^pick/squash/", "HEAD~2", at=LATER)

    assert ["piece 1"] == subjects(read(field.path).commits)


def test_a_reworded_commit_is_counted_as_it_became(field: Repository) -> None:
    """
    The message is other, the patch is not; the states between are nobody's.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.commit("wrods", {"b": "1"}, at=EARLY)
    field.commit("next", {"c": "1"}, at=LATE)
    editor = "sed -i 1s/wrods/words/"
    field.git(
        *("-c", "sequence.editor=sed -i 1s/^pick/reword/", "-c", f"core.editor={editor}"),
        *("rebase", "-q", "-i", "HEAD~2"),
        at=LATER,
    )

    assert ["words", "next"] == subjects(read(field.path).commits)


def test_a_rebase_that_stopped_at_a_conflict_is_counted_as_it_ended(field: Repository) -> None:
    """
    A resolved commit is another patch than the one that did not fit, and still the same work.
    """
    field.commit("base", {"a": "1\n"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    field.commit("topic", {"a": "2\n"}, at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    field.commit("main", {"a": "3\n"}, at=EARLY)
    field.git("checkout", "-q", "topic", at=LATE)
    subprocess.run(["git", "rebase", "-q", "main"], cwd=field.path, check=False, capture_output=True)
    field.write("a", "4\n")
    field.git("add", "a")
    field.git("-c", "core.editor=true", "rebase", "--continue", at=LATER)

    assert ["main", "topic"] == subjects(read(field.path).commits)


def test_an_aborted_rebase_leaves_what_was_there(field: Repository) -> None:
    """
    Nothing of it came to be.
    """
    field.commit("base", {"a": "1\n"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    field.commit("first", {"b": "1\n"}, at=EARLY)
    sha = field.commit("second", {"a": "2\n"}, at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    field.commit("main", {"a": "3\n"}, at=EARLY)
    field.git("checkout", "-q", "topic", at=LATE)
    subprocess.run(["git", "rebase", "-q", "main"], cwd=field.path, check=False, capture_output=True)
    field.git("rebase", "--abort", at=LATER)

    commits = read(field.path).commits

    assert ["first", "second", "main"] == subjects(commits)
    assert sha in [commit.sha for commit in commits]


def test_commits_squashed_by_hand_are_counted_as_one(field: Repository) -> None:
    """
    A reset that keeps the files, and one commit of all of it: the pieces went into the whole.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    for number, at in ((1, EARLY), (2, LATE)):
        field.commit(f"piece {number}", {f"p{number}": "1"}, at=at)
    field.git("reset", "-q", "--soft", "HEAD~2", at=LATER)
    field.commit("whole", at=LATER)

    assert ["whole"] == subjects(read(field.path).commits)


def test_a_merge_that_was_made_twice_is_counted_once(field: Repository) -> None:
    """
    Taken back and merged again, it brought the same.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    field.commit("one", {"t": "1"}, at=EARLY)
    field.commit("two", {"t": "2"}, at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    for at in (LATE, LATER):
        field.git("merge", "-q", "--no-ff", "-m", "merge topic", "topic", at=at)
        if at == LATE:
            field.git("reset", "-q", "--hard", "HEAD~1", at=LATE)

    commits = read(field.path).commits

    assert ["one", "two", "merge topic"] == subjects(commits)
    assert field.git("rev-parse", "HEAD") == commits[2].sha


def test_a_merge_that_was_picked_elsewhere_is_counted_once(field: Repository) -> None:
    """
    The pick holds what the merge brought, in one patch.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("branch", "release", at=BEFORE)
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    field.commit("one", {"t": "1"}, at=EARLY)
    field.commit("two", {"t": "2"}, at=EARLY)
    field.git("checkout", "-q", "main", at=EARLY)
    field.git("merge", "-q", "--no-ff", "-m", "merge topic", "topic", at=LATE)
    field.git("checkout", "-q", "release", at=LATE)
    field.git("cherry-pick", "-m", "1", "main", at=LATER)

    commits = read(field.path).commits

    assert ["one", "two", "merge topic"] == subjects(commits)
    assert (field.git("rev-parse", "release"),) == commits[2].same_work_as


def test_a_merge_of_one_commit_is_not_that_commit(field: Repository) -> None:
    """
    It brings the same patch, and both are there: one was the work, the other took it in.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    for name, at in (("x", EARLY), ("y", LATE)):
        field.git("checkout", "-q", "-b", name, at=at)
        field.commit(f"on {name}", {name: "1"}, at=at)
        field.git("checkout", "-q", "main", at=at)
        field.git("merge", "-q", "--no-ff", "-m", "merge", name, at=at)

    assert ["merge", "merge", "on x", "on y"] == sorted(subjects(read(field.path).commits))


def test_two_merges_that_resolve_alike_are_two(field: Repository) -> None:
    """
    A closing brace is what many conflicts leave behind; that makes them no one work.
    """
    field.commit("base", {"a": "1\n", "b": "1\n"}, at=BEFORE)
    for name, at in (("a", EARLY), ("b", LATE)):
        field.git("checkout", "-q", "-b", f"on-{name}", at=at)
        field.commit(f"theirs {name}", {name: "2\n"}, at=at)
        field.git("checkout", "-q", "main", at=at)
        field.commit(f"ours {name}", {name: "3\n"}, at=at)
        subprocess.run(["git", "merge", "-q", f"on-{name}"], cwd=field.path, check=False, capture_output=True)
        field.write(name, "}\n")
        field.git("add", name)
        field.commit(f"merge {name}", at=at)

    assert {"merge a", "merge b"} <= set(subjects(read(field.path).commits))


def test_work_from_before_the_window_is_named_as_that(field: Repository) -> None:
    """
    A rebase today of what was done yesterday is today's commit and yesterday's work.
    """
    field.commit("base", {"a": "1"}, at="2026-03-08T09:00:00+0000")
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    old = field.commit("yesterday", {"t": "1"}, at=BEFORE)
    field.git("checkout", "-q", "main", at=BEFORE)
    field.commit("main", {"m": "1"}, at=EARLY)
    field.git("checkout", "-q", "topic", at=EARLY)
    field.git("rebase", "-q", "main", at=LATE)
    field.commit("today", {"t": "2"}, at=LATER)

    main, yesterday, today = read(field.path).commits

    assert (None, None) == (main.first_made_at, today.first_made_at)
    assert ((old,), second("2026-03-09T09:00:00+00:00")) == (yesterday.same_work_as, yesterday.first_made_at)


def test_old_work_of_others_that_is_taken_over_now_is_work_of_now(field: Repository) -> None:
    """
    A colleague's fix of last week that is backported today was not harvested here last week.
    """
    field.commit("base", {"a": "1"}, at="2026-03-07T09:00:00+0000")
    other = Repository(field.path.parent / "other")
    field.git("clone", "-q", str(field.path), str(other.path), at="2026-03-08T09:00:00+0000")
    sha = other.commit("their fix", {"t": "1"}, at="2026-03-08T10:00:00+0000")
    field.git("fetch", "-q", str(other.path), "main:theirs", at=BEFORE)
    field.commit("mine", {"m": "1"}, at=EARLY)
    field.git("cherry-pick", sha, at=LATE)

    evidence = read(field.path, since=None, last_close=second("2026-03-09T23:00:00+00:00"))

    assert ["mine", "their fix"] == subjects(evidence.commits)
    assert evidence.commits[1].first_made_at is None


def test_after_a_close_only_new_work_is_left(field: Repository) -> None:
    """
    What the last close harvested is not harvested again because it was rebased since.
    """
    field.commit("base", {"a": "1"}, at="2026-03-08T09:00:00+0000")
    field.git("checkout", "-q", "-b", "topic", at=BEFORE)
    field.commit("harvested", {"t": "1"}, at=BEFORE)
    field.git("checkout", "-q", "main", at=BEFORE)
    field.commit("main", {"m": "1"}, at=BEFORE)
    field.git("checkout", "-q", "topic", at=EARLY)
    field.git("rebase", "-q", "main", at=EARLY)

    evidence = read(field.path, since=None, last_close=second("2026-03-09T23:00:00+00:00"))

    assert () == evidence.commits
    assert ("1 commit rebased or cherry-picked from before the last close left out",) == evidence.notes
    assert evidence.only_browsed


def harvested(*shas: str) -> frozenset[str]:
    """Commits as the records of earlier closes name them."""
    return frozenset(sha[:12] for sha in shas)


@pytest.mark.parametrize("how", ["rebase", "reword"])
def test_what_came_in_place_of_a_harvested_commit_names_it(how: str, field: Repository) -> None:
    """
    In a window over both, the old commit is on no branch any more, and the new one is the same work.
    """
    field.commit("base", {"a": "1"}, at=BEFORE)
    field.git("checkout", "-q", "-b", "topic")
    old = field.commit("topic", {"t": "1"}, at=EARLY)
    if how == "rebase":
        field.git("checkout", "-q", "main")
        field.commit("main", {"m": "1"}, at=EARLY)
        field.git("rebase", "-q", "main", "topic", at=LATE)
    else:
        field.git("commit", "-q", "--amend", "-m", "other words", at=LATE)

    commits = read(field.path, harvested=harvested(old)).commits

    assert [(old,)] == [commit.same_work_as for commit in commits if commit.subject != "main"]
    assert [()] * len(commits) == [commit.same_work_as for commit in read(field.path).commits]


def test_what_was_changed_since_it_was_harvested_is_new(field: Repository) -> None:
    """
    An amended commit of other content is another work, though it kept the date.
    """
    old = field.commit("one", {"a": "1"}, at=EARLY)
    field.write("a", "2")
    field.git("commit", "-q", "-a", "--amend", "-m", "one", at=LATE)

    (commit,) = read(field.path, harvested=harvested(old)).commits

    assert () == commit.same_work_as
