"""Words of a text as they are compared: lower case, endings off, scripts without spaces in pairs."""

import re
from collections import Counter
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def words_of(text: str) -> list[str]:
    """Return the words in order, stemmed; numbers and single letters are left out."""
    return [stemmed for word in plain_words(text) for stemmed in stems_of(word)]


def count_words(text: str) -> dict[str, int]:
    """Return how often each stemmed word stands in the text, in order of appearance."""
    counts: dict[str, int] = {}
    for word, times in Counter(plain_words(text)).items():
        for stemmed in stems_of(word):
            counts[stemmed] = counts.get(stemmed, 0) + times
    return counts


def plain_words(text: str) -> list[str]:
    """Return every word in order, lower case and otherwise as written."""
    return _WORD.findall(text.lower())


@lru_cache(maxsize=200_000)
def stems_of(word: str) -> tuple[str, ...]:
    """Return what a word, lower case, counts as: its stem, or in scripts without spaces its pairs of letters."""
    if not word.isascii() and _UNSPACED.search(word):
        return tuple(word[at : at + 2] for at in range(max(1, len(word) - 1)))
    return () if len(word) < 2 or word.isdigit() else (stem(word),)


def stem(word: str) -> str:
    """Take off an English ending, so that `releases`, `released` and `releasing` are one word."""
    if not word.isascii() or len(word) < 4:
        return word
    return _without_e(_without_tense(singular(word)))


@lru_cache(maxsize=200_000)
def singular(word: str) -> str:
    """Take off the ending of a plural and no other: `harvests` is `harvest`, and `harvesting` another word."""
    if not word.isascii() or len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word if not word.endswith("s") or word.endswith(("ss", "us", "is")) else word[:-1]


def _without_tense(word: str) -> str:
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and any(vowel in base for vowel in "aeiouy"):
            return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
    return word


def _without_e(word: str) -> str:
    if word.endswith("y") and len(word) > 3:
        return word[:-1] + "i"
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
