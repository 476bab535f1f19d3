"""Read a transcript while its session goes on: what was appended since the last look, with true line numbers."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from harvest_loop.adapters.transcripts.appended import Seen, appended_part, read_part
from harvest_loop.adapters.transcripts.lines import Part
from harvest_loop.adapters.transcripts.plain_files import open_plain_file
from harvest_loop.adapters.transcripts.recognise import known_agent
from harvest_loop.errors import UsageError
from harvest_loop.schemas.transcript_events import Event, Place

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent

_GROWING = ("claude-code", "codex")
_BLOCK = 1 << 20


class FollowedTranscript:
    """One agent's file that grows line by line; a look reads a bounded piece, and `is_behind` says that more is there.

    Raises:
        UsageError: nobody known wrote the file, or its agent doesn't append to it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.agent: Agent = _growing_agent(path)
        self.is_behind = False
        self._seen: Seen | None = None
        self._lines = 0

    def look(self) -> Iterator[Event]:
        """Yield the events of the whole lines that are new; none: nothing was appended, or the rest of a line is.

        Raises: OSError when the file is gone or can't be read.
        """
        seen, part = appended_part(self.path, self._seen)
        if part.begin == 0:
            self._lines = 0  # another file lies there by now
        before = self._lines
        self._lines += _lines_in(self.path, part)
        self._seen = seen
        self.is_behind = part.end > part.begin and self.path.stat().st_size > seen.end
        for event in read_part(self.path, part, self.agent):
            yield event._replace(place=Place(event.place.file, event.place.line + before))


def _growing_agent(path: Path) -> "Agent":
    agent = known_agent(path)
    if agent not in _GROWING:
        remedy = "wait until the session has ended, then `harvest close --transcript`"
        raise UsageError(
            f"can't be followed: {agent} does not append to it line by line", where=str(path), remedy=remedy
        )
    return agent


def _lines_in(path: Path, part: Part) -> int:
    count, left = 0, part.end - part.begin
    with open_plain_file(path) as stream:
        stream.seek(part.begin)
        while left > 0 and (block := stream.read(min(_BLOCK, left))):
            count += block.count(b"\n")
            left -= len(block)
    return count
