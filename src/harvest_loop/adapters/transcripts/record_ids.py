"""Remember which records were read already, in a few bytes each (SPEC 3.3: copies count once, by record id)."""

from array import array
from collections.abc import Sequence
from typing import Any

_FIRST_SIZE = 1 << 10  # places; always a power of two
_FREE = 0
_UNIQUE = 16  # characters; a shorter id may come from a server that counts its calls anew in each session

Identity = str | tuple[str, str]


class RecordIds:
    """A set of ids that only grows, of twelve to twenty-four bytes each; a set of texts would take a hundred.

    An id is known by 64 bits: of three hundred thousand readings of ten million ids each, one takes two for the same.
    The table only says where to look: whatever seed a process hashes with, the answers are the same.
    """

    def __init__(self) -> None:
        self._marks = array("q", [_FREE]) * _FIRST_SIZE
        self._last = _FIRST_SIZE - 1
        self._room = _FIRST_SIZE * 2 // 3

    def add(self, identity: Identity) -> bool:
        """Remember the id; say whether it is new."""
        return self.put(hash(identity) or 1)

    def put(self, mark: int) -> bool:
        """Remember the id that has this mark; say whether it is new."""
        marks, last = self._marks, self._last
        place = mark & last
        while known := marks[place]:
            if known == mark:
                return False
            place = (place + 1) & last
        marks[place] = mark
        self._room -= 1
        if not self._room:
            self._grow()
        return True

    def __contains__(self, identity: Identity) -> bool:
        mark = hash(identity) or 1
        place = mark & self._last
        while known := self._marks[place]:
            if known == mark:
                return True
            place = (place + 1) & self._last
        return False

    def _grow(self) -> None:
        before = self._marks
        size = len(before) * 2
        self._marks = array("q", [_FREE]) * size
        self._last, self._room = size - 1, size * 2 // 3
        for mark in before:
            if mark != _FREE:
                self.put(mark)


class CallsMet:
    """The calls of the files before this one; a repeated history may have new record ids, but its calls keep theirs."""

    def __init__(self) -> None:
        self._before: RecordIds | None = None
        self._ended: array[int] = array("q")
        self._here: array[int] = array("q")

    def repeats(self, calls: Sequence[Identity]) -> bool:
        """Say whether a file before this one held any of these calls; else remember them as this one's."""
        if self._ended:
            self._before = self._before or RecordIds()
            for mark in self._ended:
                self._before.put(mark)
            self._ended = array("q")
        if self._before is not None and any(call in self._before for call in calls):
            return True
        for call in calls:
            self._here.append(hash(call) or 1)
        return False

    def end_file(self) -> None:
        """Let what follows know this file's calls."""
        self._ended += self._here
        self._here = array("q")


def call_key(call: str, time: Any) -> str:
    """Return what knows a call again in another file: its id, with its time where the id alone may not be unique."""
    return call if len(call) >= _UNIQUE else f"{call} {time}"
