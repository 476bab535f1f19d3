"""Prose and blocks of added Markdown, also where the diff begins in the middle of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.fences import stretches_in
from harvest_loop.schemas.evidence import AddedLine


def lines(text: str, first: int = 1) -> list[AddedLine]:
    return [AddedLine(number=number, text=line) for number, line in enumerate(text.split("\n"), first)]


def read(text: str, first: int = 1) -> list[tuple[str | None, list[str]]]:
    return [(part.language, [line.text for line in part.lines]) for part in stretches_in(lines(text, first))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a\n```sh\nb\n```\nc", [(None, ["a"]), ("sh", ["b"]), (None, ["c"])]),
        ("```\nb\n```", [("", ["b"])]),
        ("````md\n```sh\nb\n```\n````\nc", [("md", ["```sh", "b", "```"]), (None, ["c"])]),
        ("```markdown\n```sh\nb\n```\n```\nc", [("markdown", ["```sh", "b", "```"]), (None, ["c"])]),
        ("~~~\n```\nb\n~~~\nc", [("", ["```", "b"]), (None, ["c"])]),
        ("```sh\nb", [("sh", ["b"])]),
        ("a", [(None, ["a"])]),
    ],
)
def test_a_whole_file_is_read_as_its_reader_sees_it(text: str, parts: list[tuple[str | None, list[str]]]) -> None:
    """
    A fence closes what a fence of its kind opened; a block that shows Markdown holds whole blocks.
    """
    assert parts == read(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("make x\n```\nprose\n```sh\nmake y\n```", [(None, ["prose"]), ("sh", ["make y"])]),
        ("prose\n```\nmake x\n```\nmore", [(None, ["prose"]), ("", ["make x"]), (None, ["more"])]),
        ("make x\n```\nmake sure of it", [(None, ["make x"]), (None, ["make sure of it"])]),
    ],
)
def test_a_part_of_a_file_may_begin_inside_a_block(text: str, parts: list[tuple[str | None, list[str]]]) -> None:
    """
    What can't be told apart is taken for prose, since a sentence taken for a command would be run.
    """
    assert parts == read(text, first=40)


def test_a_gap_ends_what_was_open() -> None:
    """
    Between the two nobody knows how many fences stand.
    """
    added = [*lines("```sh\nmake x"), *lines("make sure that it holds", 90)]

    assert [("sh", 1), (None, 1)] == [(part.language, len(part.lines)) for part in stretches_in(added)]


@given(st.lists(st.sampled_from(["```", "```sh", "~~~", "````md", "a", ""])), st.integers(1, 3))
def test_every_line_is_shown_at_most_once_and_in_order(texts: list[str], first: int) -> None:
    """
    However the fences stand, nothing is read twice.
    """
    added = [AddedLine(number=number, text=text) for number, text in enumerate(texts, first)]

    shown = [line.number for part in stretches_in(added) for line in part.lines]

    assert sorted(set(shown)) == shown
