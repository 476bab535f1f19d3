"""Text from outside put into a draft: word for word, or not at all."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.verbatim import code_span, code_spans, is_quotable, plain, quoted, without_code


@settings(deadline=None)  # the machine may be busy
@given(st.text(alphabet=st.characters(blacklist_characters="\n\r", blacklist_categories=["Cs"]), min_size=1))
def test_a_code_span_gives_back_what_was_put_in(text: str) -> None:
    """No number of backticks, and no blank at either end, is lost or leaks out of the span."""
    spans = list(code_spans(f"before {code_span(text)} after"))

    assert [text] == [span.text for span in spans] or not text.strip()
    assert "before" in without_code(f"before {code_span(text)} after")


@settings(deadline=None)  # the machine may be busy
@given(st.text(alphabet="a`*_[]()<>#!| \\~$-:/@w.", max_size=60))
def test_a_quoted_sentence_leaves_nothing_for_markdown_to_read(text: str) -> None:
    """Outside its code span or quotation marks no sentence holds a mark that acts."""
    outside = without_code(quoted(text))

    assert not re.search(r"[`<\[\]|*\\$]|://|@\w|www\.", outside)


@settings(deadline=None)  # the machine may be busy
@given(st.text(max_size=80))
def test_plain_words_hold_no_markup_and_stay_on_one_line(text: str) -> None:
    """A title from outside is words and nothing else."""
    words = plain(text)

    assert not re.search(r"[`<>\[\]|*\\~{}$\n\r\t\u2028\u202e]", words)
    assert not words.startswith(("#", "-", ">", " "))


@pytest.mark.parametrize(
    "text", ["a\nb", "", "  ", "a\u202eb", "a\x1bb", "x <!-- y", "y -->", "--!>", "k=«redacted:key»", "x" * 321]
)
def test_what_can_not_be_shown_as_it_is_is_not_shown(text: str) -> None:
    """A quote that has to be altered is no quote."""
    assert not is_quotable(text)
