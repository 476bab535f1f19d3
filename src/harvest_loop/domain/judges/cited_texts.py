"""What a cited text holds: its headings as anchors, its words, its numbers, how many rows it has, its make targets."""

import re
from functools import lru_cache

from harvest_loop.domain.markdown import headings_in, markdown_lines
from harvest_loop.domain.words import plain_words

_DIGITS = re.compile(r"\d+(?:[.,]\d+)?")
_WORDS = {
    word: str(value)
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90"}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_TARGET = re.compile(r"^(?P<names>[\w.%/-]+(?: +[\w.%/-]+)*) *:(?!=)", re.MULTILINE)


@lru_cache(maxsize=1024)
def anchors_of(text: str) -> frozenset[str]:
    """Return the anchors of a text's headings, as hosts of repositories make them."""
    found: dict[str, int] = {}
    anchors: set[str] = set()
    for _, _, title in headings_in(markdown_lines(text)):
        slug = re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
        times = found.get(slug, 0)
        found[slug] = times + 1
        anchors.add(f"{slug}-{times}" if times else slug)
    return frozenset(anchors | set(re.findall(r"(?:id|name)=[\"']([\w-]+)[\"']", text)))


def has_words(text: str, words: str) -> bool:
    """Whether the words stand there in this order, whatever marks, line breaks and capitals are between them."""
    return _squeezed(words) in _squeezed(text)


@lru_cache(maxsize=1024)
def _squeezed(text: str) -> str:
    return f" {' '.join(plain_words(text))} "


@lru_cache(maxsize=1024)
def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of a text, written in digits or in words."""
    digits = {number.replace(",", ".") for number in _DIGITS.findall(text)}
    return frozenset(digits | {_WORDS[word.lower()] for word in _WORD.findall(text)})


@lru_cache(maxsize=1024)
def counts_in(text: str) -> frozenset[str]:
    """Return how many headings, list items, table rows and lines a text has, any of which a number may count."""
    lines = text.rstrip("\n").split("\n")
    rows = sum(line.lstrip().startswith("|") for line in lines)
    items = sum(re.match(r"\s*(?:[-*+]|\d+[.)])\s", line) is not None for line in lines)
    headings = sum(line.startswith("#") for line in lines)
    return frozenset(map(str, (len(lines), rows, rows - 1, rows - 2, items, headings, headings - 1)))


@lru_cache(maxsize=64)
def targets_of(makefile: str) -> frozenset[str]:
    return frozenset(name for found in _TARGET.finditer(makefile) for name in found["names"].split())
