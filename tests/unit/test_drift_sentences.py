"""Which sentences say what a word means: the forms, their places, and what only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.drift.sentences import Definition, defining_sentences, is_glossary
from harvest_loop.domain.drift.terms import LONGEST_TERM, MOST_WORDS, is_label, term_key
from harvest_loop.domain.drift.vocabulary import Document, heading_terms
from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.vocabulary import listed

WORDS = st.sampled_from(sorted(listed("ledger quench harvest gate beacon furrow sieve winnow thresh granary")))
TERMS = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
MEANINGS = st.lists(WORDS, min_size=3, max_size=8).map(" ".join)
FORMS = {
    "**{term}** is a {said}.": "is a",
    "`{term}` is a {said}.": "is a",
    "A {term} is a {said}.": "is a",
    "{term} means {said}.": "means",
    "“{term}” refers to {said}.": "means",
    "By {term} we mean {said}.": "means",
    "- **{term}**: {said}": "label",
    "> **{term}** — {said}": "label",
    "1. **{term}:** {said}": "label",
    "{term} is not a {said}.": "is no",
}


def found_in(text: str, *, glossary: bool = False) -> list[Definition]:
    return list(defining_sentences(markdown_lines(text), glossary=glossary))


@given(term=TERMS, said=MEANINGS, form=st.sampled_from(sorted(FORMS)), above=st.integers(0, 5))
def test_each_form_is_read_with_its_term_and_line(term: str, said: str, form: str, above: int) -> None:
    """
    Whatever stands above it, the sentence is found once, on its own line, and known by its term.
    """
    text = "# Page\n\n" + "Some prose here.\n\n" * above + form.format(term=term, said=said) + "\n\nMore prose.\n"

    (found,) = found_in(text)

    assert (term_key(term), FORMS[form], 3 + 2 * above) == (found.key, found.form, found.line)
    assert said in found.said
    assert found.said in found.sentence


@given(term=TERMS, said=MEANINGS, form=st.sampled_from(sorted(FORMS)))
def test_code_and_comments_define_nothing(term: str, said: str, form: str) -> None:
    """
    What an example shows, or a comment holds, is not what the hub says.
    """
    line = form.format(term=term, said=said)

    assert [] == found_in(f"```text\n{line}\n```\n\n<!-- {line} -->\n")


@given(st.text(max_size=400), st.booleans())
def test_any_text_is_read_without_an_error_and_quoted_from_itself(text: str, glossary: bool) -> None:
    """
    Hostile text costs nothing: every term is one, every line is there, and no word is made up.
    """
    lines = text.count("\n") + 1
    for found in found_in(text, glossary=glossary):
        assert 1 <= found.line <= lines
        assert found.key == term_key(found.term)
        assert not is_label(found.key)
        assert set(found.said.split()) <= set(text.replace("\\|", "|").replace("|", " ").split()) | set(text.split())


@given(st.text(max_size=120))
def test_a_term_is_known_by_the_same_key_however_it_is_marked(text: str) -> None:
    """
    Bold, code and capitals are dress; a key is short, and its own key.
    """
    key = term_key(text)

    assert key == term_key(key)
    assert len(key) <= LONGEST_TERM
    assert len(key.split()) <= MOST_WORDS


@pytest.mark.parametrize("spelling", ["field-harvest", "Field Harvest", "**field harvests**", "the `field_harvest`"])
def test_spellings_of_one_term(spelling: str) -> None:
    """
    Hyphens, case, markup, an article and the plural don't part a term from itself.
    """
    assert "field harvest" == term_key(spelling)


@pytest.mark.parametrize(
    "sentence",
    [
        "This is a list of steps.",
        "What counts is the result.",
        "**Output**: a report",
        "**Step 2**: run the tests",
        "Don't is a heading of many pages.",
        "The harvest was a success.",
        "Run the sieve before a release.",
        "x" * 3000 + " means nothing",
    ],
)
def test_what_defines_no_word_of_the_hub(sentence: str) -> None:
    """
    Pronouns, parts of a page, tenses and commands are the bulk of prose: none of them is a definition.
    """
    assert [] == found_in(f"{sentence}\n")


def test_a_table_of_terms_is_read_row_by_row() -> None:
    """
    Its head says that it is one; a table of anything else defines nothing.
    """
    rows = "|---|---|\n| sieve | What keeps chaff out \\| of a granary |\n| Step | The unit of work |\n"

    terms = found_in(f"| Term | Definition |\n{rows}")

    assert [("sieve", "What keeps chaff out | of a granary", 3)] == [(one.key, one.said, one.line) for one in terms]
    assert [] == found_in(f"| File | Owner |\n{rows}")


def test_a_sentence_over_two_lines_is_one() -> None:
    """
    Prose is wrapped: the place is the line on which the sentence begins.
    """
    (found,) = found_in("Everything begins small. A **sieve** is a rule\nthat keeps chaff out.\n")

    assert (1, "a rule that keeps chaff out.") == (found.line, found.said)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("GLOSSARY", True),
        ("hub-vocabulary", True),
        ("Key terms", True),
        ("Terms and definitions", True),
        ("terms-of-service", False),
        ("Core Concepts", False),
    ],
)
def test_what_promises_terms(name: str, is_one: bool) -> None:
    """
    A skill's core concepts are its own subject's; a glossary is the hub's.
    """
    assert is_one == is_glossary(name)


def test_a_sharp_within_a_heading_joins_no_words() -> None:
    """Only the marks before and behind a title are no part of it."""
    page = Document("rules/a.md", "## C# Parsers ##\n\n### The F# kilns\n\n#\n")

    assert ["c parser", "f kiln"] == sorted(heading_terms([page]))
