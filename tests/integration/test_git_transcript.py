"""Whose work it is where a transcript tells of the session (SPEC 3.2)."""

import os
from pathlib import Path

import pytest

from harvest_loop.schemas.evidence import GitEvidence
from tests.support.git_reading import read, second, subjects
from tests.support.repositories import Repository

BEFORE, BEGAN, IN_IT, ENDED, AFTER = (f"2026-03-10T{hour}:00:00+0000" for hour in ("07", "09", "10", "12", "14"))


def session(field: Repository | Path, *made: str, **given: str | frozenset[str]) -> GitEvidence:
    """What the session did that began at nine, as its transcript shows it."""
    place = field if isinstance(field, Path) else field.path
    facts = {"since": None, "began": BEGAN, "ended": ENDED, "made": frozenset(sha[:7] for sha in made), **given}
    return read(place, **facts)  # type: ignore[arg-type]  # keyword by keyword they fit


def begin(field: Repository) -> None:
    """Commit at the time at which entries of the reflog are written too."""
    field.commit("base", {"a": "1\n"}, at=BEFORE)


def test_the_window_is_the_sessions(field: Repository) -> None:
    """
    It begins and ends as the transcript says, whatever was closed meanwhile; what was done later is not its own.
    """
    begin(field)
    field.commit("in it", {"a": "2\n"}, at=IN_IT)
    field.commit("after", {"a": "3\n"}, at=AFTER)

    evidence = session(field, last_close=second("2026-03-10T11:00:00+00:00"))  # type: ignore[arg-type]  # as above

    window = evidence.window
    assert ("transcript", second(BEGAN), second(ENDED)) == (window.source, window.since, window.until)
    assert (["in it"], "transcript") == (subjects(evidence.commits), evidence.attribution)


def test_a_session_that_goes_on_ends_now(field: Repository) -> None:
    """
    No end is known yet, or one of the future: the window ends with the close.
    """
    begin(field)

    ends = [
        read(field.path, since=None, began=BEGAN, ended=ended).window.until for ended in (None, "2027-01-01T00:00Z")
    ]

    assert [second("2026-03-10T20:00:00+00:00")] * 2 == ends


def test_a_commit_that_the_transcript_shows_is_its_own_whenever_it_was_made(field: Repository) -> None:
    """
    A date can be wrong, or kept from elsewhere; what git printed is shown.
    """
    begin(field)
    early = field.commit("shown, with an old date", {"a": "2\n"}, at=BEFORE)
    field.commit("not shown", {"a": "3\n"}, at=BEFORE)

    assert ["shown, with an old date"] == subjects(session(field, early).commits)


def test_what_another_worktree_did_is_others_work(field: Repository, tmp_path: Path) -> None:
    """
    Two sessions at once, each in a worktree of its own; one of them committed into the other's, and its transcript
    shows that.
    """
    begin(field)
    beside = Repository(tmp_path / "beside")
    field.git("worktree", "add", "-q", "-b", "side", str(beside.path))
    field.commit("mine", {"a": "2\n"}, at=IN_IT)
    beside.commit("theirs", {"b": "1\n"}, at=IN_IT)
    shown = beside.commit("mine over there", {"b": "2\n"}, at=IN_IT)

    main, side = session(field, shown), session(beside)

    assert {"mine", "mine over there"} == set(subjects(main.commits))
    assert ["theirs"] == subjects(main.others)
    assert {"theirs", "mine over there"} == set(subjects(side.commits))
    assert ["mine"] == subjects(side.others)


def test_what_was_pulled_is_others_work(field: Repository, tmp_path: Path) -> None:
    """
    It came in during the session and was made by somebody else.
    """
    begin(field)
    other = Repository(tmp_path / "other")
    field.git("clone", "-q", str(field.path), str(other.path))
    other.commit("theirs", {"b": "1\n"}, at=IN_IT)
    field.git("pull", "-q", str(other.path), "main", at=IN_IT)

    evidence = session(field)

    assert ([], ["theirs"]) == (subjects(evidence.commits), subjects(evidence.others))


def test_a_commit_that_was_left_behind_or_amended(field: Repository) -> None:
    """
    Left on no branch it is still the session's; a version that was amended away is not counted beside the new one.
    """
    begin(field)
    field.git("checkout", "-q", "--detach", at=IN_IT)
    left = field.commit("left", {"l": "1\n"}, at=IN_IT)
    field.git("checkout", "-q", "main", at=IN_IT)
    first = field.commit("first words", {"a": "2\n"}, at=IN_IT)
    field.write("a", "3\n")
    field.git("commit", "-q", "-a", "--amend", "-m", "last words", at=IN_IT)
    last = field.git("rev-parse", "HEAD")

    assert ["last words", "left"] == sorted(subjects(session(field, left, first, last).commits))


def test_without_a_reflog_all_of_the_window_is_kept(field: Repository) -> None:
    """
    What the transcript shows is its own; of the rest nobody can tell, and nothing is lost.
    """
    begin(field)
    shown = field.commit("shown", {"a": "2\n"}, at=IN_IT)
    field.commit("unknown", {"a": "3\n"}, at=IN_IT)
    (field.path / ".git/logs/HEAD").unlink()
    (field.path / ".git/logs/refs/heads/main").unlink()

    commits = session(field, shown).commits

    assert [("shown", "session"), ("unknown", "not attributed")] == [(one.subject, one.attribution) for one in commits]


@pytest.mark.parametrize("made", ["", "--all", "HEAD", "abc", "g" * 40, "\n", "a" * 65])
def test_what_is_no_sha_shows_no_commit(made: str, field: Repository) -> None:
    """
    A transcript is text from outside: nothing of it is asked of git.
    """
    begin(field)

    assert () == session(field, made=frozenset({made})).commits


def test_uncommitted_work_that_the_transcript_shows(field: Repository, tmp_path: Path) -> None:
    """
    An edit counts whatever the file's time says, also by a linked way to it; another file of that time does not.
    """
    begin(field)
    link = tmp_path / "link"
    link.symlink_to(field.path)
    for name in ("shown.sh", "by link.sh", "older.sh", "newer.sh"):
        field.write(name, "ls\n")
        at = second(IN_IT if name == "newer.sh" else BEFORE)
        os.utime(field.path / name, (at, at))
    edited = frozenset({str(field.path / "shown.sh"), str(link / "by link.sh"), "older.sh", "\0", "/\ud800"})

    found = session(field, edited=edited).uncommitted

    assert ["by link.sh", "newer.sh", "shown.sh"] == [change.path for change in found]
