"""The form of a text file: what is read and not changed is written back byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.text_form import Form, decode, encode_like

_WRITTEN = st.tuples(
    st.booleans(),
    st.lists(st.sampled_from(["a", "b\n", "c\r\n", "\n", "\r\n", "\r", "é", "\ufeff", "\u2028", "\r\r\n"])),
).map(lambda drawn: (b"\xef\xbb\xbf" if drawn[0] else b"") + "".join(drawn[1]).encode())


@given(_WRITTEN)
def test_text_that_is_not_changed_gives_the_bytes_it_came_from(data: bytes) -> None:
    """Whatever mixture of line ends and marks a person's editor left, reading and writing is no edit."""
    text, form = decode(data)

    assert data == encode_like(text, form)


@pytest.mark.parametrize(
    ("data", "edited", "expected"),
    [
        (b"one\ntwo\n", "one\ntwo\nthree\n", b"one\ntwo\nthree\n"),
        (b"one\r\ntwo\r\n", "one\ntwo\nthree\n", b"one\r\ntwo\r\nthree\r\n"),
        (b"\xef\xbb\xbfone\n", "two\n", b"\xef\xbb\xbftwo\n"),
        (b"one\ntwo", "one\ntwo\nthree\n", b"one\ntwo\nthree"),
        (b"one\n", "one\ntwo", b"one\ntwo\n"),
        (b"", "one\n", b"one\n"),
        (b"one\n", "", b""),
    ],
)
def test_an_edited_text_keeps_the_form_it_was_found_in(data: bytes, edited: str, expected: bytes) -> None:
    """Line ends, byte order mark and last newline are the person's choice, not ours."""
    _, form = decode(data)

    assert expected == encode_like(edited, form)


def test_each_line_of_a_mixed_file_keeps_its_own_end() -> None:
    """A file that two editors wrote doesn't turn into a diff of all its lines; new lines get the usual end."""
    text, form = decode(b"one\r\ntwo\nthree\r\nfour\r\n")

    edited = text.replace("three\n", "new\nthree\n")

    assert b"one\r\ntwo\nnew\r\nthree\r\nfour\r\n" == encode_like(edited, form)


def test_text_that_utf_8_cannot_hold_is_written_readable() -> None:
    """Half a surrogate pair from a foreign file must not make the whole file unreadable."""
    assert "a\ufffdb\n".encode() == encode_like("a\ud800b", Form())


def test_line_ends_that_a_caller_brings_along_are_not_doubled() -> None:
    """Text from a terminal or another file may hold CRLF, and is written in the form of the file all the same."""
    assert b"a\r\nb\r\n" == encode_like("a\r\nb\n", Form(newline="\r\n"))
