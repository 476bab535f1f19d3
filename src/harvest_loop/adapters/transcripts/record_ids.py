"""Remember which records were read already, in a few bytes each (SPEC 3.3: copies count once, by record id)."""

from collections import defaultdict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

_WIDTH = 8
_BUCKETS = 4096
_UUID, _UUID_WIDTH = 36, 16  # characters, bytes
_UNIQUE = 16  # characters; a shorter id may come from a server that counts its calls anew in each session


class RecordIds:
    """A set of ids that only grows: sixteen bytes for a UUID, eight for another; a set of text would take a hundred.

    A UUID is known exactly, in capitals too; an id of another form by its digest: of a hundred million files that hold
    ten million of them, one takes two for the same. The bucket only says where to look: whatever seed a process hashes
    with, the answers are the same.
    """

    def __init__(self) -> None:
        self._buckets: defaultdict[int, bytearray] = defaultdict(bytearray)

    @property
    def is_empty(self) -> bool:
        """Whether no id is known."""
        return not self._buckets

    def add(self, identity: str) -> bool:
        """Remember the id; say whether it is new."""
        mark = _mark(identity)
        bucket = self._buckets[hash(mark) % _BUCKETS]
        if mark in bucket:
            return False
        bucket += mark
        return True

    def update(self, others: "RecordIds") -> None:
        """Remember the ids of another set, none of which this one holds."""
        for number, marks in others._buckets.items():
            self._buckets[number] += marks

    def __contains__(self, identity: str) -> bool:
        mark = _mark(identity)
        return mark in self._buckets.get(hash(mark) % _BUCKETS, b"")


class CallsMet:
    """The calls of the files before this one; a repeated history may have new record ids, but its calls keep theirs."""

    def __init__(self) -> None:
        self._before, self._here = RecordIds(), RecordIds()

    def repeats(self, calls: Sequence[str]) -> bool:
        """Say whether a file before this one held any of these calls; else remember them as this one's."""
        if not calls:
            return False
        if not self._before.is_empty and any(call in self._before for call in calls):
            return True
        for call in calls:
            self._here.add(call)
        return False

    def end_file(self) -> None:
        """Let what follows know this file's calls."""
        if not self._here.is_empty:
            self._before.update(self._here)
            self._here = RecordIds()


def call_key(call: str, time: Any) -> str:
    """Return what knows a call again in another file: its id, with its time where the id alone may not be unique."""
    return call if len(call) >= _UNIQUE else f"{call} {time}"


def _mark(identity: str) -> bytes:
    if len(identity) == _UUID:
        try:
            mark = bytes.fromhex(identity.replace("-", ""))
        except ValueError:  # it is only as long as a UUID
            mark = b""
        if len(mark) == _UUID_WIDTH and identity[8:24:5] == "----":
            return mark
    return blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=_WIDTH).digest()
