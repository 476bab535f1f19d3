"""Lists of facts that stay bounded however long a transcript is: what is over the bound is counted (SPEC 3.3)."""

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Fact = TypeVar("Fact")
Word = TypeVar("Word", bound=Hashable)


class Kept(Generic[Fact]):
    """The first facts of one kind, up to a bound; one of them can be taken back or replaced while it is held."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._facts: dict[int, Fact] = {}
        self._next = 0
        self.left_out = 0

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts.values())

    @property
    def is_full(self) -> bool:
        """Whether the next fact would only be counted."""
        return len(self._facts) >= self._most

    def add(self, fact: Fact) -> int | None:
        """Keep a fact and return its number; None where it was only counted."""
        if self.is_full:
            self.leave_out()
            return None
        self._next += 1
        self._facts[self._next] = fact
        return self._next

    def leave_out(self) -> None:
        """Count a fact without making it."""
        self.left_out += 1

    def take_back(self, number: int) -> None:
        """Drop a fact that turned out to be none."""
        self._facts.pop(number, None)

    def replace(self, number: int, fact: Fact) -> None:
        """Put another fact in the place of one that is held."""
        if number in self._facts:
            self._facts[number] = fact


class FirstSeen(Generic[Word]):
    """Different values in the order in which they were first seen, up to a bound."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._seen: dict[Word, None] = {}
        self.left_out = 0

    def __iter__(self) -> Iterator[Word]:
        return iter(self._seen)

    def add(self, value: Word) -> None:
        """Take in a value; over the bound it is only counted."""
        if value in self._seen:
            return
        if len(self._seen) < self._most:
            self._seen[value] = None
        else:
            self.left_out += 1
