"""Answers for short texts that come again and again, in bounded memory: people and hosts repeat themselves."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

Rest = TypeVarTuple("Rest")
Answer = TypeVar("Answer")

_MOST = 256
_LONGEST = 5_000  # characters: a longer text seldom comes twice, and so many of them would fill the memory


def remembering(function: Callable[[str, *Rest], Answer]) -> Callable[[str, *Rest], Answer]:
    """Return the same function of a text, which must depend on nothing but what it is given; it knows its last answers.

    What it is given beside the text must be hashable.
    """
    known: Callable[..., Answer] = lru_cache(maxsize=_MOST)(function)

    @wraps(function)
    def answer(text: str, /, *given: *Rest) -> Answer:
        return known(text, *given) if len(text) <= _LONGEST else function(text, *given)

    return answer
