"""Read JSON lines in bounded memory; what can't be parsed is named, numbered and passed by (SPEC 3.3)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from harvest_loop.adapters.transcripts.plain_files import open_plain_file
from harvest_loop.adapters.transcripts.tally import Tally

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import LineFault

LINE_LIMIT = 64 << 20  # bytes; a longer line is skipped and counted
_BLOCK = 1 << 20
_BOM = b"\xef\xbb\xbf"


class Part(NamedTuple):
    """The bytes of a file that are read; both ends are where a line begins."""

    begin: int
    end: int


@contextmanager
def open_blocks(path: Path, tally: Tally, part: Part | None = None) -> Iterator[Iterator[bytes] | None]:
    """Return what the file, or a part of it, holds now, in blocks, and count it.

    None where it can't be opened, which is counted, too.
    """
    try:
        stream = open_plain_file(path)
    except OSError as error:
        tally.leave_unread(path, error.strerror or str(error))
        stream = None
    if stream is None:
        yield None
        return
    with stream:
        tally.open_file(path)
        size = os.fstat(stream.fileno()).st_size
        if part is not None:
            size = max(0, min(size, part.end) - stream.seek(part.begin))
        tally.bytes_read += size
        yield _blocks(stream, size)


def _blocks(stream: FileIO, size: int) -> Iterator[bytes]:
    """A file that is still being written doesn't keep its reader: what it held when its size was asked is all."""
    while size > 0 and (block := stream.read(min(_BLOCK, size))):
        size -= len(block)
        yield block


def read_records(
    path: Path, tally: Tally, *, most: int = LINE_LIMIT, part: Part | None = None
) -> Iterator[tuple[int, Any]]:
    """Return each line's number and JSON value; bad lines and a file that can't be opened go into the tally.

    In a part of a file the numbers count from its beginning.
    """
    with open_blocks(path, tally, part) as blocks:
        if blocks is None:
            return
        for number, line in enumerate(_split(blocks, most), 1):
            try:
                record = orjson.loads(line)
            except orjson.JSONDecodeError as error:
                bare = line.removeprefix(_BOM).strip()
                if not bare and len(line) <= most:
                    continue
                tally.lines_read += 1
                fault, record = _second_look(line, bare, error, most)
                if fault:
                    tally.skip(fault, number)
                    continue
            else:
                tally.lines_read += 1
            yield number, record


def _split(blocks: Iterator[bytes], most: int) -> Iterator[bytes]:
    """Return the lines; of one over `most` bytes only the first `most` + 1, so that it is known by its length."""
    begun: list[bytes] = []
    room = most + 1
    for block in blocks:
        first, *others = block.split(b"\n")
        begun.append(first[:room])
        room -= len(begun[-1])
        if not others:
            continue
        yield b"".join(begun)
        last = others.pop()
        yield from others
        begun, room = [last], most + 1 - len(last)
    yield b"".join(begun)


def _second_look(line: bytes, bare: bytes, error: orjson.JSONDecodeError, most: int) -> "tuple[LineFault | None, Any]":
    """Return a refused line's fault, or none and its value where only a byte order mark stood in the way."""
    if len(line) > most:
        return "too long", None
    if line.startswith(_BOM):
        try:
            return None, orjson.loads(bare)
        except orjson.JSONDecodeError as again:
            error = again
    return fault_of(bare, error), None


def fault_of(bare: bytes, error: orjson.JSONDecodeError) -> "LineFault":
    """Return what is wrong with a piece of JSON that the parser refused."""
    if b"\0" in bare:
        return "NUL"
    if _is_glued(bare):
        return "glued"
    if "unexpected end" in error.msg or _ends_inside_a_letter(bare):
        return "cut"
    if "surrogate" in error.msg or "UTF-8" in error.msg:
        return "not Unicode"
    return "too deep" if "depth" in error.msg else "not JSON"


def _is_glued(bare: bytes) -> bool:
    """Say whether another record begins inside of this line: the one before it may be whole or cut."""
    key, colon, _ = bare.partition(b":")
    if bare.startswith(b"{") and colon and bare.find(key + colon, 1) > 0:
        return True
    for opening in (b"}{", b"} {"):
        head, found, _ = bare.partition(opening)
        if found and _is_json(head + b"}"):
            return True
    return False


def _ends_inside_a_letter(bare: bytes) -> bool:
    try:
        bare.decode()
    except UnicodeDecodeError as error:
        return error.start >= len(bare) - 3 and error.reason == "unexpected end of data"
    return False


def _is_json(piece: bytes) -> bool:
    try:
        orjson.loads(piece)
    except orjson.JSONDecodeError:
        return False
    return True
