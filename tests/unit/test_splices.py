"""A change of one place in a file, and back, to the byte."""

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.splices import put_at, settled_at, splice_behind, splice_line, state_of, taken_back

_LINES = st.lists(st.text(alphabet="ab -[](.md)é🔑\t", max_size=6), min_size=1, max_size=8)
_ENDS = st.sampled_from(["\n", "\r\n"])


@given(lines=_LINES, end=_ENDS, last=st.booleans(), mark=st.booleans(), at=st.integers(0, 100))
def test_a_line_taken_out_comes_back_to_the_byte(lines: list[str], end: str, last: bool, mark: bool, at: int) -> None:
    """
    Whatever the line ends, the byte order mark and the last line are, only the one line goes, and it comes back.
    """
    raw = ("\ufeff" if mark else "") + end.join(lines) + (end if last else "")
    count = raw.count("\n") + (not raw.endswith("\n"))
    if not raw.removeprefix("\ufeff"):
        return
    splice = splice_line(raw, 1 + at % count, None, path="x.md")
    data = raw.encode()

    after = put_at(data, splice, splice.at)

    assert len(after) == len(data) - len(splice.old.encode())
    assert data == taken_back(after, splice)


@given(lines=_LINES, end=_ENDS, last=st.booleans(), at=st.integers(0, 100))
def test_a_line_put_in_goes_again_to_the_byte(lines: list[str], end: str, last: bool, at: int) -> None:
    """
    A line that was put in has the file's line end, and leaves no byte behind when it is taken back.
    """
    raw = end.join(lines) + (end if last else "")
    count = raw.count("\n") + (0 if raw.endswith("\n") or not raw else 1)
    splice = splice_behind(raw, at % (count + 1), "- [new](only-here.md)", path="x.md")
    after = put_at(raw.encode(), splice, splice.at)

    assert "- [new](only-here.md)" in after.decode().replace("\r\n", "\n").split("\n")
    assert raw.encode() == taken_back(after, splice)


def test_a_change_elsewhere_in_the_file_stays() -> None:
    """
    What a person wrote in another place since is kept when the line comes back.
    """
    raw = "# M\n\n- a\n- gone\n- b\n"
    splice = splice_line(raw, 4, None, path="x.md")
    since = put_at(raw.encode(), splice, splice.at).replace(b"# M\n", b"# Memory of ours\n\nmore\n") + b"- c\n"

    assert b"# Memory of ours\n\nmore\n\n- a\n- gone\n- b\n- c\n" == taken_back(since, splice)


def test_a_change_in_that_place_is_refused() -> None:
    """
    Where somebody wrote between the neighbours, nobody can say where the line belongs.
    """
    raw = "- a\n- gone\n- b\n"
    splice = splice_line(raw, 2, None, path="x.md")
    since = b"- a\n- written since\n- b\n"

    assert taken_back(since, splice) is None
    assert "changed" == state_of(since, splice)


def test_two_places_that_read_alike_are_refused() -> None:
    """
    A line that could come back in two places comes back in none.
    """
    raw = "- a\n- gone\n- b\n"
    splice = splice_line(raw, 2, None, path="x.md")

    assert taken_back(b"more\n- a\n- b\n- a\n- b\n", splice) is None


def test_a_change_is_old_before_and_new_after() -> None:
    """
    Whoever was cut off in between can tell which of the two the file is.
    """
    raw = "- a\n- [x](Beta.md)\n"
    splice = splice_line(raw, 2, "- [x](beta.md)", path="x.md")
    data = raw.encode()

    assert ("old", "new") == (state_of(data, splice), state_of(put_at(data, splice, splice.at), splice))


def test_neighbours_are_not_written_down() -> None:
    """
    A line beside the place may hold what must not be written elsewhere, so only its digest is kept.
    """
    data = b"password = hunter2hunter2\n- gone\n"
    splice = settled_at(data, splice_line(data.decode(), 2, None, path="x.md"), 26)

    assert "hunter2" not in splice.model_dump_json()


def test_a_line_comes_back_beside_the_neighbour_that_is_left() -> None:
    """
    Where the other neighbour was taken out too, one is enough; where both are there, apart, somebody wrote between.
    """
    raw = "- a\n- gone\n- b\n- c\n"
    splice = splice_line(raw, 2, None, path="x.md")

    assert b"- a\n- gone\n- c\n" == taken_back(b"- a\n- c\n", splice)
    assert b"- z\n- gone\n- b\n" == taken_back(b"- z\n- b\n", splice)
    assert taken_back(b"- a\n- between\n- b\n- c\n", splice) is None
    assert taken_back(b"- c\n", splice) is None
