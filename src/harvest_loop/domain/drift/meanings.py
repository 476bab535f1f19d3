"""Do two defining sentences mean another thing? Words, numbers and denial decide; a change of wording does not."""

import re
from collections.abc import Mapping
from functools import lru_cache

from harvest_loop.domain.background import background_shares
from harvest_loop.domain.words import words_of

# Of the smaller side's telling words: below it nothing holds the two sentences together.
APART = 0.2
APART_WORDS = "shares hardly a word with the baseline"
SAME = 0.8
_SAME_SUBJECT = 0.6
_FEWEST_WORDS = 3
_FEWEST_OF_A_COPY = 6
_GRAMMAR_SHARE = 0.7
_NUMBER = re.compile(r"(?<![\w.])(?P<number>\d+(?:\.\d+)?)(?:\+|\s?%|-)?\s+(?P<what>[^\W\d_][\w-]+)")


def what_parts(was: str, now: str, *, denied: bool = False) -> str | None:
    """Return what makes `now` another meaning than `was`, in words; None where nothing shown does.

    `denied`: the new sentence says what the term is *not*; that is against the old one only if that said it was.
    """
    share, fewest = shared_words(was, now)
    if denied:
        return "denies what the baseline says" if share >= _SAME_SUBJECT and fewest >= 2 else None
    if share >= _SAME_SUBJECT and (number := _other_number(was, now)):
        return f"says {number[1]} where the baseline says {number[0]}"
    if share < APART and fewest >= _FEWEST_WORDS:
        return APART_WORDS
    return None


def speaks_of(name: str, said: str) -> bool:
    """Whether a description takes up a word of the name that it describes."""
    return bool(telling_words(name) & telling_words(said))


def is_same_sentence(one: str, other: str) -> bool:
    """Whether two sentences of some length say the same in nearly the same words."""
    mine, others = telling_words(one), telling_words(other)
    if _numbers(one) != _numbers(other):
        return False
    if mine == others:
        return len(mine) >= _FEWEST_WORDS
    if min(len(mine), len(others)) < _FEWEST_OF_A_COPY:
        return False
    return len(mine & others) >= SAME * len(mine | others)


def shared_words(one: str, other: str) -> tuple[float, int]:
    """Return which share of the smaller side's telling words the other has, and how many the smaller side has."""
    mine, others = telling_words(one), telling_words(other)
    fewest = min(len(mine), len(others))
    return (len(mine & others) / fewest if fewest else 0.0), fewest


@lru_cache(maxsize=50_000)
def telling_words(said: str) -> frozenset[str]:
    """Return the words of a sentence, stemmed, without those that only hold it together."""
    shares = background_shares()
    return frozenset(word for word in words_of(said) if shares.get(word, 0.0) < _GRAMMAR_SHARE)


def _other_number(was: str, now: str) -> tuple[str, str] | None:
    """The first thing that both sides count, and count differently."""
    before, after = _numbers(was), _numbers(now)
    for what, number in after.items():
        if what in before and before[what] != number:
            return f"{before[what]} {what}", f"{number} {what}"
    return None


def _numbers(said: str) -> Mapping[str, str]:
    return {found["what"].lower(): found["number"] for found in _NUMBER.finditer(said)}
