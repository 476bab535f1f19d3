"""Where in a sentence the words of a rule stand: in the rule's order, and close together (SPEC 4.6, 4.8)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from harvest_loop.domain.judges.rule_sentences import Mark
from harvest_loop.domain.judges.senses import weight_of

TO_THE_POINT = 0.55  # so much of what a sentence says there is the rule's
_OUT_OF_ORDER = 0.75
_PARTICIPLE = re.compile(r"(?i)(?:ed|en|wn|ne|ght|ld|pt|nt|ut|ead|un|ung|ost|ft)$")


class Stretch(NamedTuple):
    """Where in a sentence the words of a rule stand, and how much of the rule they are."""

    start: int
    end: int
    share: float
    roots: frozenset[str]


def stretch_of(part: Sequence[str], marks: Sequence[Mark], verb: str = "", text: str = "") -> Stretch | None:
    """The stretch of a sentence that holds most of a rule's words in their order and speaks of little else.

    The order is that of the rule, or the one with its verb, else its first word, last: `a tag is moved`.
    """
    last = verb if verb in part else part[0]
    turned = [root for root in part if root != last] + [last]
    found = [_stretch(part, marks)]
    if not verb or any(mark.root == last and _PARTICIPLE.search(text[: mark.end]) for mark in marks):
        found.append(_stretch(turned, marks))
    return max((each for each in found if each is not None), key=lambda each: each.share, default=None)


def _stretch(part: Sequence[str], marks: Sequence[Mark]) -> Stretch | None:
    kept = _in_order(part, marks)
    while len(kept) > 1 and not _is_dense(kept, marks):
        kept = kept[1:] if kept[1] - kept[0] >= kept[-1] - kept[-2] else kept[:-1]
    if not kept:
        return None
    wanted, ordered = frozenset(part), frozenset(marks[at].root for at in kept)
    begin, end = kept[0], kept[-1]
    while begin > 0 and marks[begin - 1].root in wanted:
        begin -= 1
    while end + 1 < len(marks) and marks[end + 1].root in wanted:
        end += 1
    inside = frozenset(mark.root for mark in marks[begin : end + 1])
    got = sum_of(ordered) + _OUT_OF_ORDER * sum_of((inside & wanted) - ordered)
    return Stretch(marks[begin].start, marks[end].end, got / sum_of(wanted), inside & wanted)


def _in_order(part: Sequence[str], marks: Sequence[Mark]) -> list[int]:
    """The places of the heaviest run of the rule's words that the sentence has in the rule's order."""
    best: list[tuple[float, list[int]]] = [(0.0, [])] * (len(part) + 1)
    for at, mark in enumerate(marks):
        row = best[:]
        for to, root in enumerate(part, start=1):
            if root == mark.root and best[to - 1][0] + told_by(root) >= max(best[to][0], row[to - 1][0]):
                row[to] = (best[to - 1][0] + told_by(root), [*best[to - 1][1], at])
            else:
                row[to] = max(best[to], row[to - 1], key=lambda each: each[0])
        best = row
    return best[-1][1]


def _is_dense(kept: Sequence[int], marks: Sequence[Mark]) -> bool:
    inside = frozenset(mark.root for mark in marks[kept[0] : kept[-1] + 1])
    return sum_of(frozenset(marks[at].root for at in kept)) >= TO_THE_POINT * sum_of(inside)


def told_by(root: str) -> float:
    """How much one word of a rule tells: a little in any case, so that a rule of usual words weighs something too."""
    return 0.3 + weight_of(root)


def sum_of(roots: frozenset[str]) -> float:
    """How much the words tell together; always added in one order, so that no seed of hashes changes a last digit."""
    return sum(map(told_by, sorted(roots)))
