"""What must stand in a text for a pattern to be found in it, so that most patterns need not be tried (SPEC 12).

It reads the patterns of this project: literals, classes, groups, alternatives, repetitions, anchors and lookarounds.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_ATOM = re.compile(
    r"\\(?P<escape>.)|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\((?:\?(?P<kind>:|=|!|<=|<!|P<\w+>))?)"
    r"|(?P<close>\))|(?P<bar>\|)|(?P<anchor>[\^$])|(?P<any>\.)|(?P<letter>.)",
    re.DOTALL,
)
_TIMES = re.compile(r"(?:(?P<none>[?*]|\{0?,\d*\}|\{0\})|(?P<some>\+|\{[1-9]\d*(?:,\d*)?\}))[?+]?")
_WITHOUT_WIDTH = frozenset("=!") | {"<=", "<!"}
_SHORTEST, _LONGEST = 2, 3  # characters of a fragment
_CLASSES = frozenset("bBwWdDsSAZ")
_ZERO_WIDTH = frozenset("bBAZ")


class _Read(NamedTuple):
    """What alternatives need, and where reading stopped."""

    needs: frozenset[str]
    end: int


@lru_cache(maxsize=1024)
def needed_parts(pattern: str) -> frozenset[str]:
    """Return texts of which one stands in whatever the pattern finds; empty: none is known.

    Raises: ValueError for a construct that isn't read here.
    """
    return _alternatives(pattern, 0).needs


def _alternatives(pattern: str, at: int) -> _Read:
    """Read up to the bracket that closes the group, or to the end; where one alternative needs nothing, all do."""
    found: list[frozenset[str]] = []
    while True:
        needs, at = _sequence(pattern, at)
        found.append(needs)
        if at >= len(pattern) or pattern[at] == ")":
            return _Read(frozenset().union(*found) if all(found) else frozenset(), at)
        at += 1


def _sequence(pattern: str, at: int) -> _Read:
    """Read up to a bar or a closing bracket; the longest part counts, since it is the rarest."""
    parts: list[frozenset[str]] = []
    letters = ""
    while at < len(pattern) and pattern[at] not in "|)":
        atom = _ATOM.match(pattern, at)
        if atom is None:
            raise ValueError(f"not read: {pattern[at:]}")
        at, letter, group = atom.end(), _letter_of(atom), None
        if atom["open"]:
            group, at = _alternatives(pattern, at)
            at += 1
        times = _TIMES.match(pattern, at)
        at = times.end() if times else at
        if _has_no_width(atom):
            continue
        if times is None and letter:
            letters += letter
            continue
        at_least_once = times is None or times["some"] is not None
        parts += [frozenset({letters + (letter if at_least_once else "")})]
        parts += [group] if group and at_least_once else []
        letters = ""
    return _Read(_longest([*parts, frozenset({letters})]), at)


def _letter_of(atom: re.Match[str]) -> str:
    escape = atom["escape"]
    if escape is None:
        return atom["letter"] or ""
    if escape.isalnum() and escape not in _CLASSES:
        raise ValueError(f"not read: \\{escape}")
    return "" if escape in _CLASSES else escape


def _has_no_width(atom: re.Match[str]) -> bool:
    return bool(atom["anchor"]) or atom["kind"] in _WITHOUT_WIDTH or (atom["escape"] or " ") in _ZERO_WIDTH


def _longest(parts: Iterable[frozenset[str]]) -> frozenset[str]:
    longest = max(parts, key=lambda part: min((len(text) for text in part), default=0), default=frozenset())
    return frozenset() if "" in longest else longest


class Fragments:
    """Which of some numbered patterns may be found in a text, by the fragments of two or three characters in it."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._always: set[int] = set()
        self._by_fragment: dict[int, dict[str, set[int]]] = {}
        for number, pattern in enumerate(patterns):
            needs = needed_parts(pattern)
            if not needs or min(map(len, needs)) < _SHORTEST:
                self._always.add(number)
                continue
            for part in needs:
                fragment = part[:_LONGEST]
                self._by_fragment.setdefault(len(fragment), {}).setdefault(fragment, set()).add(number)

    def possible_in(self, text: str) -> list[int]:
        """Return the numbers of those that may be found, in order; the others can't be."""
        found = set(self._always)
        for size, by_fragment in self._by_fragment.items():
            for at in range(len(text) - size + 1):
                numbers = by_fragment.get(text[at : at + size])
                if numbers:
                    found |= numbers
        return sorted(found)
