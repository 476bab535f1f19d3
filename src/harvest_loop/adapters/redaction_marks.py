"""A secret's place in a text, the mark that takes its place, and the lines worth a closer look."""

import re
from collections.abc import Iterable
from typing import NamedTuple

MARK = re.compile(r"«redacted:([a-z0-9-]+)»")

_NEAR = 1000  # marks to either side; a line of a transcript may hold a whole file


class Secret(NamedTuple):
    """Where a secret stands (half-open) and what kind it is."""

    start: int
    end: int
    kind: str


class Block(NamedTuple):
    """Whole lines of a text, and the same in small letters, mark for mark."""

    text: str
    lowered: str


def block_of(text: str) -> Block:
    """Return the text as a block."""
    # İ is the only mark that grows when it is made small.
    return Block(text, text.replace("İ", "i").lower())


def mark(kind: str) -> str:
    """Return what stands in a secret's place."""
    return f"«redacted:{kind}»"


def lines_with(block: Block, signs: Iterable[str]) -> list[tuple[int, int]]:
    """Return start and end of each line that holds one of the signs (small letters); of a long line, what is near."""
    text, lowered = block
    lines: set[tuple[int, int]] = set()
    for sign in signs:
        at = lowered.find(sign)
        while at >= 0:
            line_end = text.find("\n", at, at + _NEAR)
            end = line_end if line_end >= 0 else min(at + _NEAR, len(text))
            start = text.rfind("\n", max(0, at - _NEAR), at) + 1 or max(0, at - _NEAR)
            lines.add((start, end))
            at = lowered.find(sign, end)
    return sorted(lines)
