"""Remember which records were read already, in a few bytes each (SPEC 3.3: copies count once, by record id)."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

_WIDTH = 8
_BUCKETS = 4096
_UNIQUE = 16  # characters; a shorter id may come from a server that counts its calls anew in each session


class RecordIds:
    """A set of ids that only grows: eight bytes each, where a set of text would take a hundred.

    A file of 2 GB may hold ten million ids. In one of a hundred million such files two are taken for the same.
    """

    def __init__(self) -> None:
        self._buckets: list[bytearray] = [bytearray() for _ in range(_BUCKETS)]

    def add(self, identity: str) -> bool:
        """Remember the id; say whether it is new."""
        bucket, mark = self._place(identity)
        if mark in bucket:
            return False
        bucket += mark
        return True

    def update(self, others: "RecordIds") -> None:
        """Remember the ids of another set, none of which this one holds."""
        for mine, theirs in zip(self._buckets, others._buckets, strict=True):
            mine += theirs

    def __contains__(self, identity: str) -> bool:
        bucket, mark = self._place(identity)
        return mark in bucket

    def _place(self, identity: str) -> tuple[bytearray, bytes]:
        digest = blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=_WIDTH + 2).digest()
        return self._buckets[int.from_bytes(digest[_WIDTH:], "big") % _BUCKETS], digest[:_WIDTH]


class CallsMet:
    """The calls of the files before this one; a repeated history may have new record ids, but its calls keep theirs."""

    def __init__(self) -> None:
        self._before, self._here = RecordIds(), RecordIds()

    def repeats(self, calls: Sequence[str]) -> bool:
        """Say whether a file before this one held any of these calls; else remember them as this one's."""
        if any(call in self._before for call in calls):
            return True
        for call in calls:
            self._here.add(call)
        return False

    def end_file(self) -> None:
        """Let what follows know this file's calls."""
        self._before.update(self._here)
        self._here = RecordIds()


def call_key(call: str, time: Any) -> str:
    """Return what knows a call again in another file: its id, with its time where the id alone may not be unique."""
    return call if len(call) >= _UNIQUE else f"{call} {time}"
