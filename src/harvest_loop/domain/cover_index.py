"""Weighs how far assets carry what a text says: TF-IDF against a background (SPEC 4.8)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from harvest_loop.domain.background import UNKNOWN_SHARE, background_shares
from harvest_loop.domain.words import count_words, plain_words, stems_of
from harvest_loop.schemas.hub import Asset

BACKGROUND_TEXTS = 200
FIELD_WEIGHTS = {"name": 4.0, "description": 3.0, "heading": 2.0, "prose": 1.0, "code": 0.5}

# A word is fully held where it stands in the name, or about three times in the prose (a logarithm of the count).
_FULLY_HELD = 1.5
# A short query says little, whatever it matches: as if this weight of words had not matched,
# and fewer than so many telling words in common make the figure smaller in proportion.
_DOUBT = 4.0
_TELLING = 0.7
_FEW_WORDS = 3

_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


class CoverIndex:
    """Readable assets prepared for many queries; building it is linear in their text."""

    def __init__(self, assets: Sequence[Asset]) -> None:
        self.assets = tuple(asset for asset in assets if asset.readable)
        self._terms: dict[str, int] = {}
        self._known: dict[str, tuple[int, ...]] = {}
        holders, terms, counts = self._postings()
        order = _stable_order(terms)
        self._holders, counts = holders[order], counts[order]
        held_by = np.bincount(terms, minlength=len(self._terms))
        self._starts = np.concatenate([[0], np.cumsum(held_by)])
        self._rarity = self._rarity_of(held_by)
        self._weights = np.log1p(counts) * self._rarity[terms[order]]
        lengths = np.bincount(self._holders, self._weights**2, minlength=len(self.assets))
        self._lengths = np.sqrt(np.maximum(lengths, 1e-9))

    def figures(self, query: str) -> Floats:
        """Return for each asset, in order, how far it carries the query: 0 to 1."""
        weights = {word: float(np.log1p(count)) * self.rarity(word) for word, count in count_words(query).items()}
        likeness, held, common = np.zeros((3, len(self.assets)))
        for word, weight in weights.items():
            term = self._terms.get(word)
            if term is None:
                continue
            part = slice(self._starts[term], self._starts[term + 1])
            likeness[self._holders[part]] += weight * self._weights[part]
            fullness = self._weights[part] / (self._rarity[term] * _FULLY_HELD)
            held[self._holders[part]] += weight * np.minimum(1.0, fullness)
            common[self._holders[part]] += self._rarity[term] >= _TELLING
        length = float(np.sqrt(sum(weight**2 for weight in weights.values()))) or 1.0
        likeness /= self._lengths * length
        carried = np.sqrt(likeness * held / (sum(weights.values()) + _DOUBT))
        result: Floats = carried * np.minimum(1.0, common / _FEW_WORDS)
        return result

    def rarity(self, word: str) -> float:
        """Return how much a stemmed word tells: near 0 for `the`, about 4.6 where no text holds it."""
        term = self._terms.get(word)
        if term is not None:
            return float(self._rarity[term])
        texts = len(self.assets) + BACKGROUND_TEXTS
        return float(-np.log(BACKGROUND_TEXTS * background_shares().get(word, UNKNOWN_SHARE) / texts))

    def _rarity_of(self, held_by: Places) -> Floats:
        shares = background_shares()
        expected = np.array([shares.get(word, UNKNOWN_SHARE) for word in self._terms]) * BACKGROUND_TEXTS
        result: Floats = -np.log((held_by + expected) / (len(self.assets) + BACKGROUND_TEXTS))
        return result

    def _postings(self) -> tuple[Places, Places, Floats]:
        """Return three arrays of one length: which asset holds which term, and how often by weight."""
        terms: list[Places] = [np.array([], dtype=np.int64)]
        counts: list[Floats] = [np.array([])]
        for asset in self.assets:
            found = self._weighted_terms(asset)
            terms.append(np.fromiter(found.keys(), dtype=np.int64, count=len(found)))
            counts.append(np.fromiter(found.values(), dtype=np.float64, count=len(found)))
        holders = np.repeat(np.arange(len(self.assets)), [len(each) for each in terms[1:]])
        return holders, np.concatenate(terms), np.concatenate(counts)

    def _weighted_terms(self, asset: Asset) -> dict[int, float]:
        by_field: dict[str, list[str]] = {}
        for field, text in parts_of(asset):
            by_field.setdefault(field, []).append(text)
        weighted: dict[int, float] = {}
        for field, texts in by_field.items():
            weight = FIELD_WEIGHTS[field]
            for word, count in Counter(plain_words("\n".join(texts))).items():
                known = self._known.get(word)
                for term in self._new_word(word) if known is None else known:
                    weighted[term] = weighted.get(term, 0.0) + weight * count
        return weighted

    def _new_word(self, word: str) -> tuple[int, ...]:
        """Number the terms that a word stands for, once: most words of a hub are met again and again."""
        terms = tuple(self._terms.setdefault(stem, len(self._terms)) for stem in stems_of(word))
        self._known[word] = terms
        return terms


def _stable_order(terms: Places) -> Places:
    """Return where each comes to stand when they are sorted; term and place in one number sort much faster."""
    both = (terms.astype(np.uint64) << np.uint64(32)) | np.arange(len(terms), dtype=np.uint64)
    both.sort()
    return (both & np.uint64(2**32 - 1)).view(np.int64)


def parts_of(asset: Asset) -> Iterator[tuple[str, str]]:
    """Yield the asset's text with the field that it stands in; frontmatter but name and description is left out."""
    yield "name", asset.name
    yield "description", asset.description
    fenced = False
    for line in asset.text.split("\n")[asset.first_body_line - 1 :]:
        if _FENCE.match(line):
            fenced = not fenced
        elif line.strip():
            yield _field_of(line, fenced=fenced), line


def _field_of(line: str, *, fenced: bool) -> str:
    if fenced:
        return "code"
    return "heading" if _HEADING.match(line) else "prose"
