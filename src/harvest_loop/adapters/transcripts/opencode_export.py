"""Take an OpenCode export apart as it is read: one JSON document, pretty-printed or not, of any size (SPEC 3.3)."""

import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from harvest_loop.adapters.transcripts.lines import LINE_LIMIT, fault_of, open_blocks
from harvest_loop.adapters.transcripts.tally import Tally

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import LineFault

# Everything up to the next bracket that is not inside of a string.
_STEP = re.compile(rb'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+[{}\[\]]', re.DOTALL)
_KEY = re.compile(rb'"([^"\\]{1,100})"\s*:\s*[{\[]\Z')
_INDENT = re.compile(rb"\n[ \t]{1,40}(?={\Z)")
_TAIL = 200  # bytes of a step that may hold its key or indentation


class Piece(NamedTuple):
    """One value of the document, `info` or one of its `messages`, and the line it begins at, counted from 1."""

    key: str
    line: int
    value: Any


def read_pieces(path: Path, tally: Tally, *, most: int = LINE_LIMIT) -> Generator[Piece, None, None]:
    """Return the session's info and its messages, in order; the tally counts each of them as a line.

    A document whose end is missing is counted as cut, whatever its writer said.
    """
    with open_blocks(path, tally) as blocks:
        if blocks is None:
            return
        for found in _Document(blocks, most).pieces():
            tally.lines_read += 1
            if found.fault:
                tally.skip(found.fault, found.line, "no export" if found.fault == "unknown kind" else "")
            else:
                yield Piece(found.key, found.line, found.value)


class _Found(NamedTuple):
    """The value of a piece, or why there is none."""

    key: str
    line: int
    value: Any
    fault: "LineFault | None" = None


class _Document:
    """A document's brackets, one after the other, and the text of the piece that is open."""

    def __init__(self, blocks: Iterator[bytes], most: int) -> None:
        self._blocks = blocks
        self._most = most
        self._text, self._place = b"", 0  # what is held, and where its unread part begins
        self._line = 1
        self._depth = 0
        self._top = b""  # the key of what is open at the top
        self._piece: bytearray | None = None
        self._begun = ("", 0, 0)  # key, line and depth of the piece
        self._rest_is_too_long = False
        self._laid_out = True  # as far as is known, by indentation

    def pieces(self) -> Iterator[_Found]:
        """Return each piece, and at the end what is wrong with the document as a whole."""
        seen = False
        for step in self._steps():
            seen = True
            yield from self._close(step) if step[-1] in b"}]" else self._open(step)
        if self._rest_is_too_long:
            yield _Found("", self._line, None, "too long")
        elif self._depth or not seen:
            yield _Found("", self._line, None, "cut")
        elif not self._begun[1]:
            yield _Found("", 1, None, "unknown kind")

    def _steps(self) -> Iterator[bytes]:
        while True:
            step = _STEP.match(self._text, self._place)
            if step:
                self._place = step.end()
                yield step[0]
            elif not self._read_on():
                self._line += self._text.count(b"\n", self._place)
                return

    def _read_on(self) -> bool:
        """Hold as much again as is held: looking at one long string anew for each block would take forever."""
        rest = self._text[self._place :]
        self._rest_is_too_long = len(rest) > self._most
        blocks, held = [rest], 0
        while not self._rest_is_too_long and held <= len(rest) and (block := next(self._blocks, b"")):
            blocks.append(block)
            held += len(block)
        self._text, self._place = b"".join(blocks), 0
        return held > 0

    def _open(self, step: bytes) -> Iterator[_Found]:
        self._depth += 1
        self._line += step.count(b"\n")
        if self._piece is not None:
            self._keep(step)
        elif self._depth == 2:
            key = _KEY.search(step[-_TAIL:])
            self._top = key[1] if key else b""
            if self._top == b"info" and step.endswith(b"{"):
                self._begin("info")
        elif self._depth == 3 and self._top == b"messages" and step.endswith(b"{"):
            self._begin("messages")
            yield from self._pass_whole(step)

    def _begin(self, key: str) -> None:
        self._piece = bytearray(b"{")
        self._begun = key, self._line, self._depth

    def _pass_whole(self, step: bytes) -> Iterator[_Found]:
        """Return the piece at once where it is laid out as OpenCode does: its end is indented as its beginning."""
        indent = _INDENT.search(step[-_TAIL:]) if self._laid_out else None
        if indent is None:
            return
        self._laid_out = False
        mark = indent[0] + b"}"
        end = self._text.find(mark, self._place)
        while end < 0 and len(self._text) - self._place <= self._most and self._read_on():
            end = self._text.find(mark, self._place)
        text = self._text[self._place : end + len(mark)] if end >= 0 else b""
        if not 0 < len(text) <= self._most:
            return
        try:
            value = orjson.loads(b"{" + text)
        except orjson.JSONDecodeError:
            return
        self._line += text.count(b"\n")
        self._place += len(text)
        self._depth -= 1
        self._piece = None
        self._laid_out = True
        yield _Found(self._begun[0], self._begun[1], value)

    def _keep(self, step: bytes) -> None:
        if self._piece is not None and len(self._piece) <= self._most:
            self._piece += step

    def _close(self, step: bytes) -> Iterator[_Found]:
        self._keep(step)
        self._line += step.count(b"\n")
        self._depth = max(0, self._depth - 1)
        key, line, depth = self._begun
        if self._piece is None or self._depth >= depth:
            return
        piece, self._piece = bytes(self._piece), None
        if len(piece) > self._most:
            yield _Found(key, line, None, "too long")
            return
        try:
            yield _Found(key, line, orjson.loads(piece))
        except orjson.JSONDecodeError as error:
            yield _Found(key, line, None, fault_of(piece, error))
