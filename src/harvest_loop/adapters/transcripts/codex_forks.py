"""Know a fork's repetition of its parent: the same payloads in the same order, under new times (SPEC 3.3)."""

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from harvest_loop.adapters.transcripts.codex_kinds import Line, name_line
from harvest_loop.adapters.transcripts.lines import read_records
from harvest_loop.adapters.transcripts.tally import Tally

_WIDTH = 9  # bytes a line: eight that know it, one that says whether it speaks


class History:
    """What one rollout held, in order."""

    def __init__(self, path: Path) -> None:
        self._lines = bytearray()
        for _, record in read_records(path, Tally()):
            line = name_line(record)
            if not line.complaint:
                self._lines += _mark(line)

    def find(self, mark: bytes, begin: int) -> int | None:
        """Return the place behind the line where it is the next one, lines that don't speak left aside."""
        for place in range(begin, len(self._lines), _WIDTH):
            here = self._lines[place : place + _WIDTH]
            if here == mark:
                return place + _WIDTH
            if here[-1]:
                return None
        return None


class Replay:
    """One file against the sessions of the files before it: where they were read, by their ids.

    An earlier file is looked at again only where this one repeats it, which is seldom.
    """

    def __init__(self, path: Path, known: dict[str, Path]) -> None:
        self._path = path
        self._known = known
        self._own: str | None = None
        self._parent: History | None = None
        self._place = 0
        self._spoke = False
        self.missing: str | None = None

    def repeats(self, line: Line) -> bool:
        """Say whether the line only repeats what an earlier file held; `missing` names a parent that wasn't read."""
        if line.kind == "session_meta":
            self._meet(line.payload)
        self._spoke = self._spoke or line.speaks
        if self._parent is None:
            return False
        place = self._parent.find(_mark(line), self._place)
        if place is not None:
            self._place = place
            return True
        if line.speaks:
            self._parent = None
        return False

    def end(self) -> None:
        """Let later files know this one."""
        if self._own is not None:
            self._known[self._own] = self._path

    def _meet(self, meta: Mapping[str, Any]) -> None:
        session, forked = meta.get("id"), meta.get("forked_from_id")
        if not isinstance(session, str):
            return
        if self._own is None:
            self._own = session
            self._parent = self._history(session) or (self._history(forked) if isinstance(forked, str) else None)
        elif session != self._own and self._parent is None and not self._spoke:
            self._parent = self._history(session)
            self.missing = session if self._parent is None else None

    def _history(self, session: str) -> History | None:
        path = self._known.get(session)
        return None if path is None else History(path)


def _mark(line: Line) -> bytes:
    digest = blake2b(f"{line.kind} {line.part} ".encode(), digest_size=_WIDTH - 1)
    digest.update(orjson.dumps(line.payload, option=orjson.OPT_SORT_KEYS))
    return digest.digest() + bytes([line.speaks])
