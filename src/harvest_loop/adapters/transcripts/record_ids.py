"""Remember which records were read already, in a few bytes each (SPEC 3.3: copies count once, by record id)."""

from hashlib import blake2b

_WIDTH = 8
_BUCKETS = 4096


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
