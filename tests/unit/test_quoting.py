"""Text from outside stays inside its place on a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from harvest_loop.adapters.git_text import unquoted
from harvest_loop.domain.quoting import as_code, as_path, count_of, in_page, one_line, pieces, width_of
from harvest_loop.schemas.paths import written
from harvest_loop.schemas.patterns import Pointer

MARKUP = st.text(alphabet="`\\[]()<>!|*_ ab\n\r\t\u2028\u0085\x1b", max_size=30)


@given(MARKUP)
def test_a_code_span_holds_the_whole_text(text: str) -> None:
    """
    However many backticks a path has, it is one code span and nothing follows it.
    """
    html = MarkdownIt("commonmark").render(f"x {as_code(text)} y")

    assert 1 == html.count("<code>") or not one_line(text)
    assert html.startswith("<p>x ")
    assert html.endswith(" y</p>\n")


@given(MARKUP)
def test_words_in_a_page_make_no_code_link_or_html(text: str) -> None:
    """
    A commit's subject is shown as words, whatever marks it holds.
    """
    html = MarkdownIt("commonmark").render(f"x {in_page(text)} y")

    assert not any(tag in html for tag in ("<code", "<a ", "<img", "<b>", "<!--", "<pre"))


@given(st.text(max_size=200))
def test_one_line_is_one_line_and_stays_as_it_is(text: str) -> None:
    """
    Whatever ends a line somewhere ends none here, and doing it twice changes nothing.
    """
    line = one_line(text)

    assert len(line.splitlines()) <= 1
    assert line == one_line(line)
    assert len(one_line(text, limit=20)) <= 20


@given(st.text(alphabet="ab 한\u0301🙂", max_size=60), st.integers(2, 20))
def test_pieces_fit_and_lose_nothing(text: str, width: int) -> None:
    """
    A literal line may be cut to fit, never changed.
    """
    parts = list(pieces(text, width))

    assert text == "".join(parts)
    assert all(width_of(part) <= width for part in parts)


PATHS = st.text(
    alphabet=st.one_of(st.sampled_from('a/"\\ \t\n\r\x1b\u202e\u00a0\u3000é🙂'), st.characters()), max_size=20
)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("메모/새 파일.md", "메모/새 파일.md"),
        ("tab\there", r'"tab\there"'),
        ("new\nline", r'"new\nline"'),
        ('q"uote', 'q"uote'),
        ('"quoted"', r'"\"quoted\""'),
        ("back\\slash", "back\\slash"),
        ("-rf", "-rf"),
        (" lead", '" lead"'),
        ("two  blanks", r'"two\040\040blanks"'),
        ("turned\u202eround", r'"turned\342\200\256round"'),
        ("", '""'),
    ],
)
def test_a_path_is_written_so_that_it_can_be_opened(path: str, shown: str) -> None:
    """
    As it is, or as git quotes it: a blank that stands for a tab opens nothing.
    """
    assert shown == written(path)
    assert f"`{shown}`" == as_path(path)
    assert f"0123456789 {shown}:3" == str(Pointer(sha="0123456789abcdef", path=path, line=3, quote=""))


@given(PATHS)
def test_a_written_path_is_one_line_and_says_the_path_exactly(path: str) -> None:
    """
    Whoever undoes git's quoting has the path again, and no page changes it on the way.
    """
    shown = written(path)

    assert shown == one_line(shown)
    assert path.encode("utf-8", "surrogatepass") == (
        unquoted(shown.encode("utf-8", "surrogatepass"))
        if shown.startswith('"')
        else path.encode("utf-8", "surrogatepass")
    )
    assert shown.startswith('"') or shown == path


def test_a_count_stands_before_the_word_that_fits_it() -> None:
    """
    One of a kind is no plural.
    """
    words = ("skill", "entry", "day")

    assert ["1 skill", "1 entry", "1 day"] == [count_of(1, word) for word in words]
    assert ["0 skills", "2 entries", "3 days"] == [
        count_of(count, word) for count, word in zip((0, 2, 3), words, strict=True)
    ]
