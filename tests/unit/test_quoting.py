"""Text from outside stays inside its place on a page."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from harvest_loop.domain.quoting import as_code, in_page, one_line, pieces, width_of

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
