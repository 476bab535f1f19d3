"""Which session this is, and up to when its field was harvested (SPEC 3.1)."""

from datetime import UTC, datetime

import pytest

from harvest_loop.domain.sessions import (
    closes_here,
    describe_session,
    first_day,
    harvested_line,
    last_close,
    under_one_id,
)
from harvest_loop.schemas.evidence import AddedLine, UncommittedChange
from harvest_loop.schemas.records import SessionLine
from tests.support.histories import START, History

HOUR = 3600


def line(begun: int | None, ended: int, *, field: str = "f", unread: str | None = None) -> SessionLine:
    """A close of the field that harvested from one hour to another, or could not read everything."""
    return SessionLine(
        key=f"manual:{field}:{begun}",
        field=field,
        field_root="/f",
        source="f",
        seen=datetime.fromtimestamp(ended * HOUR, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        read=unread is None,
        why_not=unread,
        harvested_from=None if begun is None else begun * HOUR,
        harvested_to=None if unread else ended * HOUR,
    )


def test_a_field_that_was_never_closed_has_no_last_close() -> None:
    """
    Somebody else's close is not its own.
    """
    assert last_close([line(0, 30, field="other")], "f") is None


def test_closes_that_follow_on_each_other_move_the_last_close_on() -> None:
    """
    The next default window begins where the last one ended.
    """
    assert 39 * HOUR == last_close([line(0, 30), line(30, 39)], "f")


def test_a_close_that_leaves_a_gap_moves_nothing_on() -> None:
    """
    After a look at the last hour only, the hours before it are still to be harvested.
    """
    assert 30 * HOUR == last_close([line(0, 30), line(38, 39)], "f")


def test_a_close_over_the_gap_takes_it_in() -> None:
    """
    What was left out is harvested by a wider window later.
    """
    assert 42 * HOUR == last_close([line(0, 30), line(38, 39), line(29, 42)], "f")


def test_a_close_of_the_future_is_no_close() -> None:
    """
    A slip of the pen in --since does not close the field up to now.
    """
    assert last_close([line(99, 5)], "f") is None


def test_a_line_of_an_older_version_counts_as_it_did() -> None:
    """
    Where the start was not written down the end is taken at its word.
    """
    assert 39 * HOUR == last_close([line(0, 30), line(None, 39)], "f")


@pytest.mark.parametrize(("begun", "counts"), [(0, True), (-1, True), (1, False), (23, False), (24, False)])
def test_a_first_close_counts_from_a_day_on(begun: int, counts: bool) -> None:
    """
    The first default window is a day: a narrower look leaves the rest of it to be harvested.
    """
    assert (24 * HOUR if counts else None) == last_close([line(begun, 24)], "f")


def test_narrow_closes_one_after_the_other_are_no_first_close() -> None:
    """
    Two looks at an hour each leave the hours before them unharvested, however near they are to each other.
    """
    assert last_close([line(46, 47), line(47, 48)], "f") is None


def test_a_wide_close_after_a_narrow_one_is_the_first() -> None:
    """
    What the narrow one left is in the wide one.
    """
    assert 50 * HOUR == last_close([line(46, 47), line(23, 49), line(49, 50)], "f")


def test_what_could_not_be_read_moves_nothing_on() -> None:
    """
    The work behind a broken index has to be found again, so its close is none.
    """
    assert last_close([line(0, 30, unread="index")], "f") is None
    assert 30 * HOUR == last_close([line(0, 30), line(30, 39, unread="index")], "f")


def test_the_first_day_is_the_one_before_the_first_close() -> None:
    """
    However long ago the narrow close was, its day is where the next default window starts.
    """
    assert first_day([], "f") is None
    assert first_day([line(0, 30, field="other")], "f") is None
    assert 76 * HOUR == first_day([line(99, 100), line(190, 200)], "f")
    assert 50 * HOUR == first_day([line(50, 100, unread="index")], "f")


def test_a_line_that_a_person_broke_is_no_crash() -> None:
    """
    A time that is none costs its own line only.
    """
    broken = line(99, 100).model_copy(update={"seen": "yesterday", "harvested_from": None})

    assert first_day([broken], "f") is None
    assert 176 * HOUR == first_day([broken, line(190, 200)], "f")


def test_the_line_of_a_close_that_read_everything() -> None:
    """
    It says up to when, and which commits and changes were harvested.
    """
    history = History()
    sha = history.commit("Start", {"Makefile": "all:\n"})
    change = UncommittedChange(path="run.sh", state="untracked", added_lines=(AddedLine(number=1, text="ls"),))
    history.uncommitted = (change,)

    told = harvested_line(history.session(), seen="2026-03-20T00:00:00Z", until=START, record=None)

    assert (True, None, START, (sha[:12],)) == (told.read, told.why_not, told.harvested_to, told.commits)
    assert (1, 1) == (len(told.uncommitted), len(told.uncommitted_lines))


def test_the_line_of_a_close_that_could_not_read_everything() -> None:
    """
    What was harvested is not harvested again, and no moment counts as harvested.
    """
    history = History()
    sha = history.commit("Start", {"Makefile": "all:\n"})
    locked = UncommittedChange(path="run.sh", state="untracked", unread=True)
    session = history.session()
    git = session.git.model_copy(update={"unread": ("run.sh is locked",), "uncommitted": (locked,)})
    unread = session.model_copy(update={"git": git})

    told = harvested_line(unread, seen="2026-03-20T00:00:00Z", until=START, record=None)
    again = describe_session(git, [told])

    assert (False, "run.sh is locked", None) == (told.read, told.why_not, told.harvested_to)
    assert ((sha[:12],), ()) == (told.commits, told.uncommitted)
    assert ((), (locked,)) == (again.git.commits, again.git.uncommitted)


def test_one_session_beside_others_moves_nothing_on() -> None:
    """
    What another one did in that time, in another worktree say, was left to it: a default close still finds it.
    """
    own = line(30, 60).model_copy(update={"only_own": True})
    session = History().session()
    told = session.model_copy(update={"git": session.git.model_copy(update={"attribution": "transcript"})})

    assert 30 * HOUR == last_close([line(0, 30), own], "f")
    assert last_close([own], "f") is None
    assert harvested_line(told, seen="2026-03-20T00:00:00Z", until=START, record=None).only_own


def test_a_folder_that_was_moved_goes_on_where_its_field_was_closed() -> None:
    """
    No close was made in it, and none of its field's may be passed over.
    """
    assert (None, 30 * HOUR) == closes_here([line(0, 30)], "f", "/moved", 90 * HOUR)


def test_a_close_under_a_clock_that_is_ahead_says_nothing() -> None:
    """
    What is done before that moment would be lost.
    """
    assert (30 * HOUR, 0) == closes_here([line(0, 30), line(30, 90)], "f", "/f", 40 * HOUR)


def test_a_repository_keeps_its_closes_when_its_id_changes() -> None:
    """
    Its folder is what was closed; another field's lines stay as they are.
    """
    told = under_one_id(
        [line(0, 30, field="old"), line(0, 30).model_copy(update={"field_root": "/other"})], "new", "/f"
    )

    assert [("new", "/f"), ("f", "/other")] == [(one.field, one.field_root) for one in told]
