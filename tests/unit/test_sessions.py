"""Which session this is, and up to when its field was harvested (SPEC 3.1)."""

from harvest_loop.domain.sessions import last_close
from harvest_loop.schemas.records import SessionLine

HOUR = 3600


def line(begun: int | None, ended: int, *, field: str = "f") -> SessionLine:
    """A close of the field that harvested from one hour to another."""
    return SessionLine(
        key=f"manual:{field}:{begun}",
        field=field,
        field_root="/f",
        source="f",
        seen="2026-03-20T00:00:00Z",
        read=True,
        harvested_from=None if begun is None else begun * HOUR,
        harvested_to=ended * HOUR,
    )


def test_a_field_that_was_never_closed_has_no_last_close() -> None:
    """
    Somebody else's close is not its own.
    """
    assert last_close([line(0, 5, field="other")], "f") is None


def test_closes_that_follow_on_each_other_move_the_last_close_on() -> None:
    """
    The next default window begins where the last one ended.
    """
    assert 9 * HOUR == last_close([line(0, 5), line(5, 9)], "f")


def test_a_close_that_leaves_a_gap_moves_nothing_on() -> None:
    """
    After a look at the last hour only, the hours before it are still to be harvested.
    """
    assert 5 * HOUR == last_close([line(0, 5), line(8, 9)], "f")


def test_a_close_over_the_gap_takes_it_in() -> None:
    """
    What was left out is harvested by a wider window later.
    """
    assert 12 * HOUR == last_close([line(0, 5), line(8, 9), line(4, 12)], "f")


def test_a_close_of_the_future_is_no_close() -> None:
    """
    A slip of the pen in --since does not close the field up to now.
    """
    assert last_close([line(99, 5)], "f") is None


def test_a_line_of_an_older_version_counts_as_it_did() -> None:
    """
    Where the start was not written down the end is taken at its word.
    """
    assert 9 * HOUR == last_close([line(0, 5), line(None, 9)], "f")
