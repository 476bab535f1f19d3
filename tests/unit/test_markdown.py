"""Lines, links and code spans of markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.markdown import code_spans, headings_in, link_targets, linked_names, markdown_lines


def kinds_of(text: str) -> list[tuple[int, str]]:
    return [(line.number, line.kind) for line in markdown_lines(text) if line.text.strip()]


def test_headings_prose_and_code_are_told_apart() -> None:
    """
    A `#` inside a code block is a comment of a shell, no heading.
    """
    text = "# Title\nprose\n```sh\n# not a heading\n```\nmore"

    assert [(1, "heading"), (2, "prose"), (4, "code"), (6, "prose")] == kinds_of(text)


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# Title", [(1, 1, "Title")]),
        ("  ### C# and F# ##  ", [(1, 3, "C# and F#")]),
        ("## a # #", [(1, 2, "a #")]),
        ("## ##", [(1, 2, "")]),
        ("##", []),
        ("####### seven", []),
        ("#1 is no heading", []),
    ],
)
def test_a_heading_has_a_level_and_a_title(line: str, heading: list[tuple[int, int, str]]) -> None:
    """
    The marks that close a heading are no part of its title; those within it are.
    """
    assert heading == list(headings_in(markdown_lines(line)))


def test_a_heading_full_of_blanks_is_read_as_any_other() -> None:
    """
    Whoever writes a long run of blanks or marks into a heading holds nobody up.
    """
    title = f"a{' ' * 50_000}b{' #' * 50_000} c"

    assert [(1, 1, title)] == list(headings_in(markdown_lines(f"# {title}")))


def test_a_longer_fence_holds_a_shorter_one() -> None:
    """
    A skill that shows how to write a code block holds fences inside fences.
    """
    text = "````md\n```sh\nls\n```\n````\nafter"

    assert [(2, "code"), (3, "code"), (4, "code"), (6, "prose")] == kinds_of(text)


def test_comments_are_taken_out_also_over_lines() -> None:
    """
    What a person commented out is not said, and fences in it open nothing.
    """
    text = "a <!-- hidden --> b\n<!--\n```\nhidden\n-->\nafter"

    assert ["a  b", "after"] == [line.text for line in markdown_lines(text) if line.text.strip()]
    assert (6, "prose") in kinds_of(text)


@pytest.mark.parametrize(
    ("line", "targets"),
    [
        ("[a](x.md)", ["x.md"]),
        ("[a](<x y.md>) and [b](z%20z.md)", ["x y.md", "z z.md"]),
        ('[a](x.md "its title")', ["x.md"]),
        ("[a](x.md#part) [b](#here)", ["x.md"]),
        ("[a](x_(1).md)", ["x_(1).md"]),
        ("[a]: x.md", ["x.md"]),
        ("`[a](x.md)` and ``[b](`y.md`)``", []),
        ("![picture](x.png)", []),
        ("[a](https://example.org/x.md) [b](mailto:a@example.org) [c](//example.org)", []),
    ],
)
def test_links_into_the_repository_are_found(line: str, targets: list[str]) -> None:
    """
    A link is what markdown takes for one, and only those that stay here matter.
    """
    assert targets == list(link_targets(line))


def test_code_spans_may_hold_backticks() -> None:
    """
    Two backticks set what holds one.
    """
    first, second = code_spans("`a/b.md` and ``x ` y``, too")

    assert ("a/b.md", "", " and ``x ` y``, too") == first
    assert ("x ` y", "`a/b.md` and ", ", too") == second


def test_a_line_without_end_costs_nothing() -> None:
    """
    A megabyte on one line is no text that a person wrote links in.
    """
    assert [] == list(link_targets("[a](b" * 250_000)) == list(linked_names("[[a" * 250_000))
    assert [] == list(code_spans("`a``" * 250_000))


@given(st.text())
def test_any_text_has_lines_in_order(text: str) -> None:
    """
    Whatever stands there, line numbers rise and stay in the text.
    """
    numbers = [line.number for line in markdown_lines(text)]

    assert numbers == sorted(set(numbers)) and all(1 <= number <= 1 + text.count("\n") for number in numbers)
