"""Say which assets are near copies of each other, and which already cover a text (SPEC 4.8, 4.12)."""

import re
from collections.abc import Iterator, Sequence

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
_AT_ONCE = 1_000_000  # shingles

_RULER = re.compile(r"[\s\-=*_|:`~]*")

Ids = NDArray[np.uint64]
Places = NDArray[np.int64]
_NONE: Ids = np.array([], dtype=np.uint64)


def near_copies(skills: Sequence[Asset]) -> tuple[NearCopy, ...]:
    """Return the pairs whose telling 4-word shingles are shared to 40 % of the smaller side, strongest first.

    Shingles that many skills hold are a template's and tell nothing; unreadable skills are not compared.
    """
    compared = [skill for skill in skills if skill.readable]
    low = np.uint64((1 << len(compared).bit_length()) - 1)
    shingles = [_shingles(skill.text, np.uint64(at), low) for at, skill in enumerate(compared)]
    kept = np.zeros(len(compared), dtype=np.int64)
    pairs: list[Places] = []
    for part in _parts(shingles):
        telling, shared_ones = _telling(part, low, len(compared))
        kept += np.bincount(_texts_of(telling, low), minlength=len(compared))
        pairs += _pairs(shared_ones, low, len(compared))
    first, second, shared = _counted(pairs, len(compared))
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


def _shingles(text: str, at: np.uint64, low: np.uint64) -> Ids:
    """Return the distinct 4-word shingles as sorted numbers, in whose low bits stands which text it is.

    Only their equality tells, so any seed of `hash` will do; one number for both sorts much faster than two.
    """
    words = plain_words(text)
    ids = np.fromiter(map(hash, words), dtype=np.int64, count=len(words)).view(np.uint64)
    if len(ids) < SHINGLE_WORDS:
        return _NONE
    mixed = np.zeros(len(ids) - SHINGLE_WORDS + 1, dtype=np.uint64)
    for word in range(SHINGLE_WORDS):
        mixed = (mixed ^ ids[word : word + len(mixed)]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.unique((mixed & ~low) | at)


def _parts(shingles: Sequence[Ids]) -> Iterator[Ids]:
    """Yield all shingles sorted, range by range: what fits into a processor's cache is counted much faster."""
    parts = 1 + sum(map(len, shingles)) // _AT_ONCE
    bounds = np.array([(2**64 - 1) // parts * at for at in range(parts)], dtype=np.uint64)
    cuts = [[*np.searchsorted(each, bounds).tolist(), len(each)] for each in shingles]
    for at in range(parts):
        part = np.concatenate([_NONE, *(each[cut[at] : cut[at + 1]] for each, cut in zip(shingles, cuts, strict=True))])
        part.sort()
        yield part


def _telling(part: Ids, low: np.uint64, texts: int) -> tuple[Ids, Ids]:
    """Return the shingles that not many texts hold, for those are a template's; and of these what two or more hold."""
    held = part & ~low
    starts = np.flatnonzero(np.append(True, held[1:] != held[:-1])[: len(held)])
    times = np.diff(np.append(starts, len(held)))
    few = times <= max(FEW_HOLDERS, int(FEW_OF_ALL * texts))
    return part[np.repeat(few, times)], part[np.repeat(few & (times > 1), times)]


def _texts_of(part: Ids, low: np.uint64) -> Places:
    return (part & low).view(np.int64)


def _pairs(shared: Ids, low: np.uint64, texts: int) -> Iterator[Places]:
    """Yield the pairs of texts, as one number each, once for each shingle in common; holders of one are few."""
    held, holders = shared & ~low, _texts_of(shared, low)
    for distance in range(1, len(held)):
        same = held[distance:] == held[:-distance]
        if not same.any():
            break
        yield holders[:-distance][same] * texts + holders[distance:][same]


def _counted(pairs: Sequence[Places], texts: int) -> tuple[Places, Places, Places]:
    """Return the pairs of texts and how many shingles each has in common."""
    each, shared = np.unique(np.concatenate([np.array([], dtype=np.int64), *pairs]), return_counts=True)
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
