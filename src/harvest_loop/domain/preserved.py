"""Tell whether every line that stood before still stands after: what a merge or a split has to show (SPEC 4.13)."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Preserved(NamedTuple):
    """How many lines stood before, and how many of them stand after, each as often as it did."""

    stand: int
    lines: int

    @property
    def whole(self) -> bool:
        return self.stand == self.lines

    def __str__(self) -> str:
        return f"every line of before stands in after: {self.stand} of {self.lines}"


def preserved(before: Iterable[str], after: Iterable[str], *, once: bool = False) -> Preserved:
    """Count the lines of these texts, blank ones left out; `once`: a line that stood twice may stand once."""
    old = Counter(line for text in before for line in text.split("\n") if line.strip())
    new = Counter(line for text in after for line in text.split("\n") if line.strip())
    kept = sum(times if once and new[line] else min(times, new[line]) for line, times in old.items())
    return Preserved(stand=kept, lines=old.total())
