"""Each piece of work is harvested once, whatever the window, the key and the form in which it comes (SPEC 3.1)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.sessions import describe_session, harvested_line
from harvest_loop.schemas.evidence import AddedLine, Commit, FileChange, GitEvidence, UncommittedChange, Window
from harvest_loop.schemas.records import SessionLine

WINDOW = Window(since=0, until=1000, zone="UTC", source="24 hours")
LINES = st.lists(st.sampled_from(["run: make", "run: pytest", "", "done", "fi"]), max_size=8)


def lines(*texts: str) -> tuple[AddedLine, ...]:
    return tuple(AddedLine(number=number, text=text) for number, text in enumerate(texts, start=1))


def commit(sha: str, *changes: FileChange, **given: Any) -> Commit:
    """A commit whose sha begins like this."""
    facts = {"sha": sha.ljust(40, "0"), "parents": (), "committed_at": 1, "zone_minutes": 0, "authored_at": 1}
    return Commit(**facts, author="a", subject=sha, changes=changes, **given)


def added(path: str, *texts: str, **given: Any) -> FileChange:
    return FileChange(path=path, **{"status": "added", "text_read": True, "added_lines": lines(*texts), **given})


def untracked(path: str, *texts: str, **given: Any) -> UncommittedChange:
    return UncommittedChange(path=path, state="untracked", added_lines=lines(*texts), text_read=bool(texts), **given)


def evidence(*work: Commit | UncommittedChange, source: str = "24 hours") -> GitEvidence:
    """What git tells of a field with this work."""
    return GitEvidence(
        field_root="/field",
        field_name="field",
        repository_id="f",
        head="main",
        window=WINDOW.model_copy(update={"source": source}),
        commits=tuple(one for one in work if isinstance(one, Commit)),
        uncommitted=tuple(one for one in work if isinstance(one, UncommittedChange)),
    )


def closed(git: GitEvidence, *earlier: SessionLine) -> SessionLine:
    """The line of a close that harvested what was new of it."""
    return harvested_line(describe_session(git, earlier), seen="2026-03-20T00:00:00Z", until=1000, record=None)


@pytest.mark.parametrize("source", ["--since", "24 hours", "session-start marker", "last close"])
def test_a_commit_is_harvested_once_whatever_the_window(source: str) -> None:
    """
    `--since 3d` typed a second later is another session key, and the same work.
    """
    one = commit("aa")
    first = closed(evidence(one))

    again = describe_session(evidence(one, commit("bb"), source=source), [first])

    assert ["bb"] == [left.subject for left in again.git.commits]
    assert (1, True) == (again.harvested_before, again.seen_before)


def test_another_fields_harvest_is_not_its_own() -> None:
    """
    A fork that shares a commit is harvested for itself.
    """
    one = commit("aa")
    other = closed(evidence(one)).model_copy(update={"field": "other"})

    assert (one,) == describe_session(evidence(one), [other]).git.commits


def test_a_copy_of_a_harvested_commit_is_the_same_work() -> None:
    """
    Rebased since, it has another sha and names the one that was harvested.
    """
    first = closed(evidence(commit("aa")))
    copy = commit("bb", same_work_as=(commit("aa").sha,))

    again = describe_session(evidence(copy), [first])

    assert again.only_browsed
    assert 1 == again.harvested_before


def test_what_was_harvested_uncommitted_is_known_when_it_is_committed() -> None:
    """
    The same path with the same lines is no new work; the commit is named, so that the card may know it.
    """
    first = closed(evidence(untracked("ci.yml", "run: make")))
    one = commit("aa", added("ci.yml", "run: make"))

    again = describe_session(evidence(one), [first])

    assert again.only_browsed
    assert ((one,), True) == (again.committed, again.seen_before)


def test_of_a_commit_that_was_harvested_in_part_the_rest_is_new() -> None:
    """
    A file that grew since is a changed one by what it grew; a file of its own is wholly new.
    """
    first = closed(evidence(untracked("ci.yml", "run: make", ""), untracked("a.sh", "ls")))
    one = commit("aa", added("ci.yml", "run: make", "", "run: pytest"), added("a.sh", "ls"), added("b.sh", "ls"))

    (rest,) = describe_session(evidence(one), [first]).git.commits

    told = [(change.path, change.status, [line.text for line in change.added_lines]) for change in rest.changes]
    assert [("ci.yml", "modified", ["run: pytest"]), ("b.sh", "added", ["ls"])] == told
    assert [3] == [line.number for line in rest.changes[0].added_lines]


def test_of_uncommitted_work_that_went_on_the_rest_is_new() -> None:
    """
    Still not committed at the next close: only the lines that came since are new, and then those too are known.
    """
    first = closed(evidence(untracked("ci.yml", "run: make")))
    grown = evidence(untracked("ci.yml", "run: make", "run: pytest"))

    again = describe_session(grown, [first])
    second = closed(grown, first)

    (rest,) = again.git.uncommitted
    assert (["run: pytest"], True) == ([line.text for line in rest.added_lines], rest.known)
    assert describe_session(grown, [first, second]).only_browsed
    assert describe_session(
        evidence(commit("aa", added("ci.yml", "run: make", "run: pytest"))), [first, second]
    ).only_browsed


def test_lines_that_are_committed_now_are_waited_for_no_longer() -> None:
    """
    A later commit that adds the same line again is a new one.
    """
    first = closed(evidence(untracked("ci.yml", "run: make")))
    one = commit("aa", added("ci.yml", "run: make"))
    second = closed(evidence(one, commit("bb", added("x.sh", "ls"))), first)
    later = commit("cc", added("ci.yml", "run: make", "run: pytest", status="modified"))

    again = describe_session(evidence(one, later), [first, second])

    assert (later,) == again.git.commits


def test_a_file_whose_lines_are_not_read_is_known_by_what_it_holds() -> None:
    """
    Of domain code only the content's name is known: the same one is the same work, another one is not.
    """
    first = closed(evidence(untracked("app.py", blob="b1"), untracked("gone.py", blob="000000000000")))
    same = commit("aa", added("app.py", blob="b1"), added("gone.py", status="deleted", blob="000000000000"))
    other = commit("bb", added("app.py", blob="b2"))

    again = describe_session(evidence(same, other, untracked("app.py", blob="b2")), [first])

    assert ((other,), (same,)) == (again.git.commits, again.committed)
    assert ["b2"] == [change.blob for change in again.git.uncommitted]


def test_a_commit_without_changes_is_new_once() -> None:
    """
    An empty commit, or a merge, says something by its message, and no harvested line makes it known.
    """
    first = closed(evidence(untracked("ci.yml", "run: make")))
    empty = commit("aa")

    assert (empty,) == describe_session(evidence(empty), [first]).git.commits


def test_a_commit_that_can_not_be_read_is_not_harvested_by_its_message() -> None:
    """
    It is found again once it can be read, and until then it is no new work.
    """
    git = evidence(commit("aa")).model_copy(update={"unreadable": (commit("aa").sha,), "unread": ("1 commit",)})

    first = describe_session(git, [])
    again = describe_session(evidence(commit("aa")), [closed(git)])

    assert first.only_browsed and not first.seen_before
    assert (commit("aa"),) == again.git.commits


@pytest.mark.parametrize(
    ("folders", "left"),
    [
        ((), ["tools/hub/tracks/_meta/a.md", "tools/hub/tracks/_metal/b.md", "c.md"]),
        (("tools/hub/tracks/_meta",), ["tools/hub/tracks/_metal/b.md", "c.md"]),
    ],
)
def test_the_loops_own_records_are_no_work(folders: tuple[str, ...], left: list[str]) -> None:
    """
    Committed or not, in whatever folder the hub lies; a commit of nothing else is nobody's work.
    """
    paths = ["tools/hub/tracks/_meta/a.md", "tools/hub/tracks/_metal/b.md", "c.md"]
    both = commit("aa", *(added(path, "x") for path in paths))
    only = commit("bb", added(paths[0], "x"))
    git = evidence(both, only, *(untracked(path, "x") for path in paths))

    told = describe_session(git, [], own_folders=folders).git

    assert left == [change.path for change in told.commits[0].changes]
    assert left == [change.path for change in told.uncommitted]
    assert (1 if folders else 2) == len(told.commits)


@given(st.lists(LINES, min_size=1, max_size=3), LINES)
def test_every_line_is_harvested_exactly_once(steps: list[list[str]], more: list[str]) -> None:
    """
    However a file grows between closes before it is committed, its lines are told once in all.
    """
    file: list[str] = []
    sessions: list[SessionLine] = []
    told: Counter[str] = Counter()
    for step in steps:
        file += step
        git = evidence(untracked("ci.yml", *file)) if file else evidence()
        told.update(
            line.text for change in describe_session(git, sessions).git.uncommitted for line in change.added_lines
        )
        sessions.append(closed(git, *sessions))
    file += more
    git = evidence(commit("aa", added("ci.yml", *file)))
    new = describe_session(git, sessions).git
    told.update(line.text for one in new.commits for change in one.changes for line in change.added_lines)

    assert Counter(file) == told
