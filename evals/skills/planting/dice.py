"""Seeded choices that come out alike under every Python version, which `random` doesn't promise."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Dice(NamedTuple):
    """What a seed decides; the same question always gets the same answer."""

    seed: str

    def roll(self, *about: object) -> int:
        """Return a large number that depends on the seed and on what it is about."""
        asked = "\x1f".join((self.seed, *map(str, about)))
        return int.from_bytes(hashlib.sha256(asked.encode()).digest()[:8], "big")

    def pick(self, options: Sequence[T], *about: object) -> T:
        """Return one of the options."""
        return options[self.roll(*about) % len(options)]

    def shuffled(self, options: Sequence[T], *about: object) -> list[T]:
        """Return the options in an order of their own."""
        order = sorted(range(len(options)), key=lambda place: self.roll(*about, place))
        return [options[place] for place in order]

    def happens(self, percent: int, *about: object) -> bool:
        """Return whether something with this chance happens."""
        return self.roll(*about) % 100 < percent
