"""Look at the two ends of a transcript without reading what is between them (SPEC 3.3)."""

import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from harvest_loop.adapters.transcripts.plain_files import open_plain_file

_HEAD = 1 << 16
_MOST = 1 << 24  # bytes looked at on either end, where one line is longer than all that was tried before


class Ends(NamedTuple):
    """The file's size, its first bytes, and the JSON values of its first and last lines as far as they are whole."""

    size: int
    changed: float
    head: bytes
    first: tuple[Any, ...]
    last: tuple[Any, ...]


def look_at(path: Path) -> Ends:
    """Return what stands at the file's two ends; files of a few dozen kilobytes are seen whole.

    Raises: OSError where it can't be opened or is no plain file.
    """
    with open_plain_file(path) as stream:
        status = os.fstat(stream.fileno())
        size = status.st_size
        head, first = _widen(stream, size, from_end=False)
        last = first if len(head) >= size else _widen(stream, size, from_end=True)[1]
        return Ends(size, status.st_mtime, head, first, last)


def _widen(stream: FileIO, size: int, *, from_end: bool) -> tuple[bytes, tuple[Any, ...]]:
    """Look at more until one line is whole."""
    width = _HEAD
    while True:
        begin = max(0, size - width) if from_end else 0
        stream.seek(begin)
        text = stream.read(min(width, size)) or b""
        lines = text.split(b"\n")
        if from_end and begin:
            lines = lines[1:]
        elif not from_end and len(text) < size:
            lines = lines[:-1]
        found = tuple(_values(lines))
        if found or len(text) >= size or width >= _MOST:
            return text, found
        width *= 4


def _values(lines: list[bytes]) -> Iterator[Any]:
    for line in lines:
        try:
            yield orjson.loads(line.removeprefix(b"\xef\xbb\xbf"))
        except orjson.JSONDecodeError:
            continue
