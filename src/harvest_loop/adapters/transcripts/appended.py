"""Read of a transcript what was appended since a last look, a turn's worth at a time (SPEC 10.4)."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.transcripts.claude_code import ClaudeCodeReader
from harvest_loop.adapters.transcripts.codex import CodexReader
from harvest_loop.adapters.transcripts.lines import Part
from harvest_loop.adapters.transcripts.plain_files import open_plain_file
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.schemas.transcript_events import Event

MOST = 16 << 20  # bytes a look; what is left is for the next one
_PIECE = 1 << 16
_READERS: Mapping[str, Callable[[], ClaudeCodeReader | CodexReader]] = {
    "claude-code": ClaudeCodeReader,
    "codex": CodexReader,
}


class Seen(NamedTuple):
    """Which file was looked at, and up to which byte."""

    file: int
    end: int


def appended_part(path: Path, before: Seen | None, *, most: int = MOST) -> tuple[Seen, Part]:
    """Return how far the file is seen after this look, and the whole lines that are new in it, up to `most` bytes.

    A file that is another one now, or shorter, is new from its beginning.

    Raises: OSError when it can't be read or is no plain file.
    """
    with open_plain_file(path) as stream:
        status = os.fstat(stream.fileno())
        known = before is not None and before.file == status.st_ino and before.end <= status.st_size
        begin = before.end if before is not None and known else 0
        end = min(status.st_size, begin + most)
        at = end
        while at > begin:
            from_here = max(begin, at - _PIECE)
            stream.seek(from_here)
            line_end = (stream.read(at - from_here) or b"").rfind(b"\n")
            if line_end >= 0:
                return Seen(status.st_ino, from_here + line_end + 1), Part(begin, from_here + line_end + 1)
            at = from_here
        # A line that is longer than a look is passed over, piece by piece.
        passed = end if end - begin == MOST else begin
        return Seen(status.st_ino, passed), Part(begin, begin)


def read_part(path: Path, part: Part, agent: str) -> Iterator[Event]:
    """Return the events of the part; a line that can't be read is passed over.

    Raises: KeyError for an agent whose file does not grow line by line.
    """
    return _READERS[agent]().read(path, Tally(), part)
