"""An asset's text in sentences, items, rows and code lines, so that a wrapped or moved line is no change (SPEC 4.1)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from harvest_loop.domain.markdown import MarkdownLine, markdown_lines
from harvest_loop.domain.vocabulary import EMPTY
from harvest_loop.domain.words import plain_words, words_of
from harvest_loop.schemas.hub import Asset

UnitKind = Literal["heading", "prose", "row", "code"]

_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?|\s*>\s?")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_RULE = re.compile(r"[\s|:+=_*-]*$")
_SENTENCE = re.compile(r"(?<=[.!?。])\s+(?=[^\s\d])|(?<=[.!?。])\s+(?=\d+\s)")
_MARKS = re.compile(r"[*_~]+|^#+\s*|^\[[ xX]\]\s*")
_SPACE = re.compile(r"\s+")
_SAID = 0.6


class Unit(NamedTuple):
    """One sentence, row or line of code: the line on which it begins, its words, and the heading above."""

    line: int
    text: str
    kind: UnitKind
    section: str = ""

    @property
    def said(self) -> str:
        """The text as it is compared: without markup, case and the space between words."""
        return said(self.text)


@lru_cache(maxsize=50_000)
def said(text: str) -> str:
    """Return a text as it is compared: without markup, case and the space between words."""
    return _SPACE.sub(" ", _MARKS.sub("", _ITEM.sub("", text))).strip(" .:;").casefold()


def units_of(asset: Asset) -> tuple[Unit, ...]:
    """Return what an asset's body says, in order."""
    return _units_in(asset.text, asset.first_body_line)


@lru_cache(maxsize=64)
def _units_in(text: str, first: int) -> tuple[Unit, ...]:
    return tuple(_units(list(markdown_lines(text, first))))


def _units(lines: Sequence[MarkdownLine]) -> Iterator[Unit]:
    section, paragraph = "", list[MarkdownLine]()
    for line in lines:
        joined = line.kind == "prose" and line.text.strip() and not _ROW.match(line.text)
        if paragraph and (not joined or _ITEM.match(line.text)):
            yield from _sentences(paragraph, section)
            paragraph = []
        if joined:
            paragraph.append(line)
        elif line.kind == "heading":
            section = line.text.strip().lstrip("# ").strip()
            yield Unit(line.number, line.text.strip(), "heading", section)
        elif not _RULE.match(line.text):
            yield Unit(line.number, line.text.strip(), "code" if line.kind == "code" else "row", section)
    yield from _sentences(paragraph, section)


def _sentences(paragraph: Sequence[MarkdownLine], section: str) -> Iterator[Unit]:
    """Yield the sentences of a paragraph or an item, each with the line on which it begins."""
    starts, text = [], ""
    for line in paragraph:
        starts.append((len(text), line.number))
        text += line.text.strip() + " "
    at = 0
    for end in [*(found.start() for found in _SENTENCE.finditer(text)), len(text)]:
        piece = text[at:end].strip()
        if piece and not _RULE.match(piece):
            first = at + len(text[at:end]) - len(text[at:end].lstrip())
            yield Unit(max(number for start, number in starts if start <= first), piece, "prose", section)
        at = end


class Difference(NamedTuple):
    """What only the base says, and what only the text of now says; what moved is in neither."""

    removed: tuple[Unit, ...]
    added: tuple[Unit, ...]


def difference(base: Sequence[Unit], now: Sequence[Unit]) -> Difference:
    """Return the units by which two texts differ, whatever their order."""
    before, after = Counter(unit.said for unit in base), Counter(unit.said for unit in now)
    return Difference(_left(base, after), _left(now, before))


def _left(units: Sequence[Unit], others: Counter[str]) -> tuple[Unit, ...]:
    remaining = Counter(others)
    kept = []
    for unit in units:
        if remaining[unit.said] > 0:
            remaining[unit.said] -= 1
        elif unit.said:
            kept.append(unit)
    return tuple(kept)


@lru_cache(maxsize=50_000)
def stems(text: str) -> frozenset[str]:
    """Return the words of a text by which it is recognised in another wording; those that say nothing only alone."""
    return frozenset(words_of(" ".join(word for word in plain_words(text) if word not in EMPTY)) or words_of(text))


def contained(text: str, other: str) -> float:
    """Return the share of a text's words that another holds too."""
    ours = stems(text)
    return len(ours & stems(other)) / len(ours) if ours else 0.0


def alike(text: str, other: str) -> float:
    """Return how far two texts share their words, 0 to 1."""
    ours, theirs = stems(text), stems(other)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 0.0


class Elsewhere(NamedTuple):
    """What stands beside an asset, or was written elsewhere in the session: what moved there is not lost."""

    sentences: tuple[str, ...] = ()

    def say(self, text: str) -> bool:
        """Whether one of the sentences says the same."""
        return any(contained(text, sentence) >= _SAID for sentence in self.sentences)

    def name(self, word: str) -> bool:
        """Whether a word stands there."""
        return any(word in sentence for sentence in self.sentences)


NOWHERE = Elsewhere()
