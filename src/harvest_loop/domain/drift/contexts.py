"""Do the words around a term's new uses leave those of its baseline? Two alarms, where they can be measured.

Ridge over the hub's terms shows a term that is used like another one; the nearest use of the baseline shows a foreign
sense (SPEC 4.6b). Every figure of the baseline leaves out the document that a use stands in, so that a page is not told
by its own words.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harvest_loop.domain.drift.usages import Use

FEWEST_USES = 24
FEWEST_DOCUMENTS = 6
MONITORABLE = 0.9
LEVEL = 0.05
FOREIGN_LEVEL = 0.01  # a page of a new subject is far from all others before its words are foreign
_MOST_USES = 30
_MOST_TERMS = 30
_WORDS = 2048
_RIDGE = 1.0
_LIKENESS = 0.5
_DRAWS = 400
_SEED = 46

Floats = NDArray[np.float64]
FEW_USES = f"fewer than {FEWEST_USES} uses in {FEWEST_DOCUMENTS} documents of the hub"
ALIKE = "its uses in the hub can't be told from those of other terms"
RARER = f"only the {_MOST_TERMS} terms that the hub uses most are looked at"


class Shift(NamedTuple):
    """A term whose new uses left the baseline: the new use and the baseline use that show it best."""

    key: str
    foreign: bool
    like: str
    now: Use
    baseline: Use


class ContextModel:
    """What the baseline's uses can tell: which terms can be monitored, why the others can't, and when one shifts."""

    def __init__(self, keys: Iterable[str], uses: Sequence[Use]) -> None:
        by_key: dict[str, list[Use]] = {}
        for use in uses:
            by_key.setdefault(use.key, []).append(use)
        enough = {key: own for key, own in by_key.items() if _is_enough(own)}
        chosen = sorted(enough, key=lambda key: (-len(enough[key]), key))[:_MOST_TERMS]
        unmonitored = {key: FEW_USES for key in keys if key not in enough}
        unmonitored |= {key: RARER for key in enough if key not in chosen}
        self._ridge = (
            _Ridge(chosen, [use for key in chosen for use in _spread(enough[key])]) if len(chosen) > 1 else None
        )
        self.monitorability = {key: self._ridge.monitorability(key) for key in chosen} if self._ridge else {}
        alike = (key for key in chosen if self.monitorability.get(key, 0.0) < MONITORABLE)
        self.unmonitored: Mapping[str, str] = dict(sorted({**unmonitored, **dict.fromkeys(alike, ALIKE)}.items()))

    def can_monitor(self, key: str) -> bool:
        """Whether the term's own uses can be told from those of other terms."""
        return self.monitorability.get(key, 0.0) >= MONITORABLE

    def shifts(self, new: Sequence[Use]) -> Iterator[Shift]:
        """Yield the terms whose new uses, 24 or more, left the baseline's."""
        for key, window in windows_of(new).items():
            if self._ridge is not None and self.can_monitor(key):
                shift = self._ridge.shift(key, window)
                yield from () if shift is None else (shift,)


def windows_of(new: Iterable[Use]) -> dict[str, list[Use]]:
    """Return each term's new uses where there are enough of them to judge."""
    found: dict[str, list[Use]] = {}
    for use in new:
        if use.around:
            found.setdefault(use.key, []).append(use)
    return {key: window for key, window in sorted(found.items()) if len(window) >= FEWEST_USES}


def _is_enough(uses: Sequence[Use]) -> bool:
    return len(uses) >= FEWEST_USES and len({use.place for use in uses}) >= FEWEST_DOCUMENTS


def _spread(uses: Sequence[Use]) -> list[Use]:
    """At most so many, from all over the hub."""
    step = max(len(uses) / _MOST_USES, 1.0)
    return [uses[int(at * step)] for at in range(min(len(uses), _MOST_USES))]


class _Ridge:
    """Ridge over the baseline's uses, one target a term, and the similarity of any two uses."""

    def __init__(self, keys: Sequence[str], uses: Sequence[Use]) -> None:
        self._keys = tuple(keys)
        self._uses = tuple(uses)
        self._weights = _word_weights(uses)
        self._rows = self._vectors(uses)
        self._targets = np.array([[float(use.key == key) for key in keys] for use in uses])
        self._kernel = self._rows @ self._rows.T
        self._inverse = np.linalg.inv(self._kernel + _RIDGE * np.eye(len(uses)))
        self._left_out = self._without_own_document()
        self._nearest = self._nearest_elsewhere()

    def monitorability(self, key: str) -> float:
        """How surely the term's own uses score above the others': 1 always, .5 by chance."""
        column, own = self._left_out[:, self._keys.index(key)], self._own(key)
        ranks = np.empty(len(column))
        ranks[np.argsort(column, kind="stable")] = np.arange(1, len(column) + 1)
        inside, outside = int(own.sum()), int((~own).sum())
        return float((ranks[own].sum() - inside * (inside + 1) / 2) / (inside * outside))

    def shift(self, key: str, window: Sequence[Use]) -> Shift | None:
        """Return how one term's new uses left the baseline's: to another term of the hub, else out of it."""
        rows, own = self._vectors(window), np.flatnonzero(self._own(key))
        similar = rows @ self._rows.T
        uses = [self._uses[at] for at in own]
        scores, place = similar @ self._inverse @ self._targets, self._keys.index(key)
        other = self._taken_for(scores.mean(axis=0), place)
        if other is not None and _leaves(scores[:, place], window, self._left_out[own, place], uses, LEVEL):
            at = int((scores[:, other] - scores[:, place]).argmax())
            return self._shift(key, self._keys[other], window[at], similar[at])
        nearest = similar[:, own].max(axis=1)
        if _leaves(nearest, window, self._nearest[own], uses, FOREIGN_LEVEL):
            at = int(nearest.argmin())
            return self._shift(key, "", window[at], similar[at])
        return None

    def _taken_for(self, means: Floats, place: int) -> int | None:
        """The other term that the window looks like: more than its own, and half as much as that term's own uses do."""
        other = max((at for at in range(len(self._keys)) if at != place), key=lambda at: (means[at], -at))
        usual = float(self._left_out[self._own(self._keys[other]), other].mean())
        return other if means[other] > means[place] and means[other] >= _LIKENESS * usual else None

    def _shift(self, key: str, like: str, now: Use, similar: Floats) -> Shift:
        """Quote the baseline's use that comes closest: of the term itself, or of the one it is used like."""
        wanted = like or key
        at = max((at for at, use in enumerate(self._uses) if use.key == wanted), key=lambda at: (similar[at], -at))
        return Shift(key, not like, like, now, self._uses[at])

    def _own(self, key: str) -> NDArray[np.bool_]:
        return self._targets[:, self._keys.index(key)] > 0

    def _vectors(self, uses: Sequence[Use]) -> Floats:
        rows = np.zeros((len(uses), len(self._weights)))
        for at, use in enumerate(uses):
            for word, count in Counter(use.around).items():
                if word in self._weights:
                    column, weight = self._weights[word]
                    rows[at, column] = (1 + log(count)) * weight
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(lengths == 0, 1.0, lengths)

    def _without_own_document(self) -> Floats:
        """What the ridge says of a use whose document it has not seen: exact, by blocks of its hat matrix."""
        hat = self._kernel @ self._inverse
        told: Floats = hat @ self._targets
        for rows in self._by_document():
            block = hat[np.ix_(rows, rows)]
            gap = np.linalg.solve(np.eye(len(rows)) - block, self._targets[rows] - told[rows])
            told[rows] = self._targets[rows] - gap
        return told

    def _nearest_elsewhere(self) -> Floats:
        near = np.where(self._targets @ self._targets.T > 0, self._kernel, -1.0)
        for rows in self._by_document():
            near[np.ix_(rows, rows)] = -1.0
        return np.asarray(near.max(axis=1))

    def _by_document(self) -> list[list[int]]:
        rows: dict[str, list[int]] = {}
        for at, use in enumerate(self._uses):
            rows.setdefault(use.place, []).append(at)
        return list(rows.values())


def _word_weights(uses: Sequence[Use]) -> dict[str, tuple[int, float]]:
    """The words that at least two uses have around them, the most frequent ones, each with column and idf."""
    counts = Counter(word for use in uses for word in set(use.around))
    kept = sorted((word for word, count in counts.items() if count > 1), key=lambda word: (-counts[word], word))
    return {word: (at, log(len(uses) / counts[word]) + 1) for at, word in enumerate(kept[:_WORDS])}


def _leaves(now: Floats, window: Sequence[Use], before: Floats, uses: Sequence[Use], level: float) -> bool:
    """Whether the new mean lies below all but that share of the means that as many documents of the baseline give."""
    by_document = _grouped(before, uses)
    documents = max(len({use.place for use in window}), 1)
    draw = random.Random(_SEED)  # noqa: S311 -- the same draws in every run
    means = sorted(
        float(np.concatenate([by_document[draw.randrange(len(by_document))] for _ in range(documents)]).mean())
        for _ in range(_DRAWS)
    )
    return float(now.mean()) < means[int(_DRAWS * level)]


def _grouped(values: Floats, uses: Sequence[Use]) -> list[Floats]:
    groups: dict[str, list[float]] = {}
    for value, use in zip(values, uses, strict=True):
        groups.setdefault(use.place, []).append(float(value))
    return [np.array(group) for group in groups.values()]
