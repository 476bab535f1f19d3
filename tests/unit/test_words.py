"""Words as they are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.words import plain_words, stem, words_of


@pytest.mark.parametrize(
    "forms",
    [
        ("release", "releases", "released", "releasing"),
        ("cache", "caches", "cached", "caching"),
        ("policy", "policies"),
        ("run", "runs", "running"),
        ("fix", "fixes", "fixed"),
        ("process", "processes"),
        ("class", "classes"),
    ],
)
def test_the_forms_of_a_word_are_one(forms: tuple[str, ...]) -> None:
    """
    A skill that says `releasing` covers a commit that says `release`.
    """
    assert 1 == len({stem(form) for form in forms})


@pytest.mark.parametrize("word", ["string", "status", "analysis", "this", "thing", "bring", "red"])
def test_an_ending_that_belongs_to_the_word_stays(word: str) -> None:
    """
    `string` is no tense of `str`.
    """
    assert word == stem(word)


def test_korean_text_is_compared_in_pairs_of_letters() -> None:
    """
    Particles stick to Korean words, so whole words would hardly ever meet again.
    """
    assert set(words_of("세션을")) & set(words_of("세션이"))


def test_numbers_and_single_letters_tell_nothing() -> None:
    """
    `Step 1` and `Step 2` are the same words.
    """
    assert words_of("Step 1: a") == words_of("Step 2: b")


def test_shingles_keep_numbers() -> None:
    """
    Copies are told apart by every word, so nothing is taken off here.
    """
    assert ["step", "1", "a"] == plain_words("Step 1: a")


@given(st.text())
def test_any_text_has_words(text: str) -> None:
    """
    Whatever stands in a file, splitting it ends and gives no empty word.
    """
    assert all(words_of(text)) and all(plain_words(text))
