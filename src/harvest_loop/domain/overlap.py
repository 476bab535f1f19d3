"""Say which assets are near copies of each other, and which already cover a text (SPEC 4.8, 4.12)."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from harvest_loop.domain.cover_index import CoverIndex
from harvest_loop.domain.words import plain_words, words_of
from harvest_loop.schemas.hub import Asset, NearCopy
from harvest_loop.schemas.judgement import AssetLine, Cover

NEAR_COPY = 0.40
COVERED = 0.24

SHINGLE_WORDS = 4
FEWEST_SHINGLES = 25
FEW_HOLDERS = 6
FEW_OF_ALL = 0.004
QUOTED_LINES = 3
QUOTE_LENGTH = 200

_RULER = re.compile(r"[\s\-=*_|:`~]*")

Ids = NDArray[np.uint64]
Places = NDArray[np.int64]
_NONE: Ids = np.array([], dtype=np.uint64)


def near_copies(skills: Sequence[Asset]) -> tuple[NearCopy, ...]:
    """Return the pairs whose telling 4-word shingles are shared to 40 % of the smaller side, strongest first.

    Shingles that many skills hold are a template's and tell nothing; unreadable skills are not compared.
    """
    compared = [skill for skill in skills if skill.readable]
    shingles = [_shingles(skill.text) for skill in compared]
    held, holders = _telling(_by_shingle(shingles), len(compared))
    kept = np.bincount(holders, minlength=len(compared))
    first, second, shared = _shared_by_pairs(held, holders, len(compared))
    smaller = np.minimum(kept[first], kept[second])
    alike = (smaller >= FEWEST_SHINGLES) & (shared >= NEAR_COPY * smaller)
    found = [
        _near_copy(compared[a], compared[b], shared=int(common), smaller=int(fewer))
        for a, b, common, fewer in zip(first[alike], second[alike], shared[alike], smaller[alike], strict=True)
    ]
    return tuple(sorted(found, key=lambda pair: (-pair.containment, pair.a, pair.b)))


def rank_covers(query: str, assets: Sequence[Asset] | CoverIndex, top: int = 3) -> tuple[Cover, ...]:
    """Return the assets that carry most of what the query says, closest first, with the lines that say so.

    Give a `CoverIndex` where several queries meet the same assets. What shares nothing is left out.
    """
    index = assets if isinstance(assets, CoverIndex) else CoverIndex(assets)
    figures = index.figures(query)
    order = sorted(range(len(index.assets)), key=lambda at: (-round(float(figures[at]), 3), index.assets[at].path))
    wanted = frozenset(words_of(query))
    return tuple(
        Cover(
            path=index.assets[at].path,
            name=index.assets[at].name,
            measure="cover similarity",
            figure=round(float(figures[at]), 3),
            lines=_telling_lines(index, index.assets[at], wanted),
        )
        for at in order[:top]
        if round(float(figures[at]), 3) > 0
    )


def covers(cover: Cover) -> bool:
    """Say whether the figure is high enough to call the text covered by that asset."""
    return cover.figure >= (NEAR_COPY if cover.measure == "shingle containment" else COVERED)


def _shingles(text: str) -> Ids:
    """Return the distinct 4-word shingles as numbers; only their equality tells, so any seed of `hash` will do."""
    ids = np.array(list(map(hash, plain_words(text))), dtype=np.int64).view(np.uint64)
    if len(ids) < SHINGLE_WORDS:
        return _NONE
    mixed = np.zeros(len(ids) - SHINGLE_WORDS + 1, dtype=np.uint64)
    for at in range(SHINGLE_WORDS):
        mixed = (mixed ^ ids[at : at + len(mixed)]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.unique(mixed)


def _by_shingle(shingles: Sequence[Ids]) -> tuple[Ids, Places]:
    """Return all shingles sorted, each with the text that holds it; one number for both sorts much faster than two."""
    bits = np.uint64(len(shingles).bit_length())
    both = np.concatenate([_NONE, *((each << bits) | np.uint64(at) for at, each in enumerate(shingles))])
    both.sort()
    return both >> bits, (both & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)


def _telling(sorted_shingles: tuple[Ids, Places], texts: int) -> tuple[Ids, Places]:
    """Leave out the shingles that many texts hold: they are a template's."""
    held, holders = sorted_shingles
    starts = np.flatnonzero(np.append(True, held[1:] != held[:-1])[: len(held)])
    times = np.diff(np.append(starts, len(held)))
    tells = np.repeat(times <= max(FEW_HOLDERS, int(FEW_OF_ALL * texts)), times)
    return held[tells], holders[tells]


def _shared_by_pairs(held: Ids, holders: Places, texts: int) -> tuple[Places, Places, Places]:
    """Return the pairs of texts with a common shingle and how many each has; holders of one shingle are few."""
    pairs: list[Places] = [np.array([], dtype=np.int64)]
    for distance in range(1, len(held)):
        same = held[distance:] == held[:-distance]
        if not same.any():
            break
        pairs.append(holders[:-distance][same] * texts + holders[distance:][same])
    each, shared = np.unique(np.concatenate(pairs), return_counts=True)
    return each // max(texts, 1), each % max(texts, 1), shared


def _near_copy(a: Asset, b: Asset, *, shared: int, smaller: int) -> NearCopy:
    first, second = sorted((a.path, b.path))
    return NearCopy(a=first, b=second, containment=round(shared / smaller, 3), shared=shared)


def _telling_lines(index: CoverIndex, asset: Asset, wanted: frozenset[str]) -> tuple[AssetLine, ...]:
    """Return the few lines that hold most of the wanted words, in their order in the file."""
    weighed: list[tuple[float, int, str]] = []
    for number, line in enumerate(asset.text.split("\n"), start=1):
        if _RULER.fullmatch(line):
            continue
        common = wanted.intersection(words_of(line))
        weighed.append((-sum(sorted(index.rarity(word) for word in common)), number, line))
    best = sorted(weighed)[:QUOTED_LINES]
    floor = best[0][0] / 2 if best else 0.0
    chosen = sorted((number, line) for weight, number, line in best if weight < 0 and weight <= floor)
    return tuple(AssetLine(path=asset.path, line=at, text=line.strip()[:QUOTE_LENGTH]) for at, line in chosen)
