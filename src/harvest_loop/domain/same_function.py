"""Weighs whether two skills do the same job, by their names and descriptions; it advises only (SPEC 4.12)."""

import math
from collections.abc import Collection, Iterable
from functools import lru_cache

from harvest_loop.domain.background import UNKNOWN_SHARE, background_shares
from harvest_loop.domain.words import count_words, words_of
from harvest_loop.schemas.hub import Asset

SAME_FUNCTION = 0.70

# A logistic fitted by `python -m evals.score_overlap --shared DIR`, which prints the fit and how well it does.
INTERCEPT = -2.43
SIMILARITY, FEWER_FOUND, MORE_FOUND, NAME_MISSING = 0.91, 2.63, 3.89, -2.34

_RARE = 2.0  # a word that about one text in seven holds, or fewer
_NAMING = 1.0
_FEWEST = 4  # so many rare words a skill has to say, or what it shares tells nothing


def same_function(one: Asset, other: Asset) -> float:
    """Return the probability that both do the same job: 0 to 1, the same whichever comes first.

    A translation, and a skill whose description says nothing, are not recognised.
    """
    if min(len(_rare(one)), len(_rare(other))) < _FEWEST:
        return 0.0
    score = _without_names(one, other)
    if _probability(score) >= SAME_FUNCTION:  # the rest only lowers it, and reads whole texts
        if are_siblings(one, other):
            return 0.0
        score += NAME_MISSING * name_missing(one, other)
    return _probability(score)


def are_siblings(one: Asset, other: Asset) -> bool:
    """Say whether both are called alike but for a subject of which the other's whole text says nothing."""
    first, second = set(_telling(one)), set(_telling(other))
    ours = (first - second).difference(words_of(other.text))
    theirs = (second - first).difference(words_of(one.text))
    return bool(first & second and ours and theirs)


def description_similarity(one: Asset, other: Asset) -> float:
    """Return the cosine of the two descriptions, each word weighed by how few texts hold it."""
    first, second = dict(_weights(one.description)), dict(_weights(other.description))
    common = sum(weight * second[word] for word, weight in first.items() if word in second)
    length = math.sqrt(_square(first.values()) * _square(second.values()))
    return common / length if length else 0.0


def words_found(one: Asset, other: Asset) -> float:
    """Return which part of the rare words of a skill's name and description the other's hold too."""
    return _part(_rare(one), _said(other))


def name_missing(one: Asset, other: Asset) -> float:
    """Return the greater part of a name that the other's whole text lacks: siblings differ in their subject."""
    return max(_missing(one, other), _missing(other, one))


def _without_names(one: Asset, other: Asset) -> float:
    fewer, more = sorted((words_found(one, other), words_found(other, one)))
    return INTERCEPT + SIMILARITY * description_similarity(one, other) + FEWER_FOUND * fewer + MORE_FOUND * more


def _missing(one: Asset, other: Asset) -> float:
    telling = _telling(one)
    return 1.0 - _part(telling, frozenset(words_of(other.text))) if telling else 0.0


def _telling(skill: Asset) -> list[str]:
    """The words of a name that say something, in order."""
    return list(dict.fromkeys(word for word in words_of(_spaced(skill.name)) if _rarity(word) >= _NAMING))


def _part(words: Iterable[str], held: Collection[str]) -> float:
    weights = [(_rarity(word), word in held) for word in words]
    whole = sum(weight for weight, _ in weights)
    return sum(weight for weight, there in weights if there) / whole if whole else 0.0


def _rare(skill: Asset) -> list[str]:
    return sorted(word for word in _said(skill) if _rarity(word) >= _RARE)  # sums have one order


def _said(skill: Asset) -> frozenset[str]:
    return _words(f"{_spaced(skill.name)} {skill.description}")


@lru_cache(maxsize=20_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(words_of(text))


@lru_cache(maxsize=20_000)
def _weights(text: str) -> tuple[tuple[str, float], ...]:
    return tuple((word, (1.0 + math.log(times)) * _rarity(word)) for word, times in count_words(text).items())


def _rarity(word: str) -> float:
    return -math.log(background_shares().get(word, UNKNOWN_SHARE))


def _spaced(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def _square(weights: Iterable[float]) -> float:
    return sum(weight * weight for weight in weights)


def _probability(score: float) -> float:
    return round(1.0 / (1.0 + math.exp(-score)), 3)
