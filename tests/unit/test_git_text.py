"""Names and texts as git prints them."""

import os

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.git_text import name_of, paths_of, read_file_lines, read_lines, read_text, unquoted

NAMES = st.binary(min_size=1, max_size=24).filter(lambda name: b"\0" not in name)
LETTERS = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


def quoted(name: bytes) -> bytes:
    """Quote a name as git does: in the manner of C, and only where it has to."""
    marks = [
        f"\\{LETTERS[byte]}" if byte in LETTERS else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}" for byte in name
    ]
    written = "".join(marks).encode("ascii")
    return name if written == name else b'"' + written + b'"'


@given(NAMES)
def test_a_quoted_name_is_read_as_it_is_on_disk(name: bytes) -> None:
    """
    Whatever bytes a file name is made of, git's quotes around it change nothing.
    """
    assert name == unquoted(quoted(name))


@given(NAMES)
def test_a_name_can_be_found_again_by_what_is_shown_of_it(name: bytes) -> None:
    """
    A pointer holds the shown name only, and still has to lead to the file.
    """
    shown = name.decode("utf-8", "backslashreplace")

    assert name in paths_of(shown)


def test_a_name_in_another_encoding_is_shown_and_is_valid_text() -> None:
    """
    A record is UTF-8, so that the byte that isn't is spelled out.
    """
    assert "caf\\xe9.md" == name_of(b"caf\xe9.md")
    assert os.fsencode("caf\udce9.md") in paths_of("caf\\xe9.md")


def test_a_name_that_holds_a_backslash_is_tried_as_it_stands_first() -> None:
    """
    A file may really be called so; only where there is none can it be a spelled-out byte.
    """
    assert rb"caf\xe9.md" == paths_of(r"caf\xe9.md")[0]


def test_text_can_neither_steer_a_terminal_nor_hide_its_order() -> None:
    """
    Escape sequences, carriage returns and marks that turn text round come from outside and would be obeyed.
    """
    read = read_text("fix\x1b]0;title\x07 it\r now\u202e\u2066 \x9b2J".encode())

    assert "fix\ufffd]0;title\ufffd it\ufffd now\ufffd\ufffd \ufffd2J" == read


def test_lines_are_counted_as_git_counts_them() -> None:
    """
    A form feed or U+2028 ends a line for some readers; a line number of git's must not depend on that.
    """
    lines = read_lines("one\ftwo\u2028three\x85\r\nfour".encode().split(b"\n"))

    assert 2 == len(lines)
    assert [1, 1] == [len(line.splitlines()) for line in lines]


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"")), max_size=8))
def test_lines_come_back_one_for_one(lines: list[bytes]) -> None:
    """
    Numbers are given to lines after they were read, so that none may be lost or added.
    """
    assert len(lines) == len(read_lines(lines))


def test_the_last_line_counts_with_or_without_its_end() -> None:
    """
    An empty file has no line at all, and a final newline starts none.
    """
    assert [] == read_file_lines(b"")
    assert ["a", "b"] == read_file_lines(b"a\nb\n") == read_file_lines(b"a\r\nb")
    assert ["a", ""] == read_file_lines(b"a\n\n")


def test_secrets_are_gone_when_a_text_was_read() -> None:
    """
    Nobody behind this door ever sees a secret, in a message, a line or a name.
    """
    token = "ghp_" + "a1B2c3D4" * 5

    assert token not in read_text(f"use {token}".encode())
    assert token not in read_lines([f"export T={token}".encode()])[0]
    assert token not in name_of(f"notes-{token}.md".encode())
