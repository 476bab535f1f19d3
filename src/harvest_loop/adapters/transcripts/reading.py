"""Read a session's transcript, whichever agent wrote it: events as they come, and a report of what was left out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from harvest_loop.adapters.transcripts.claude_code import ClaudeCodeReader
from harvest_loop.adapters.transcripts.codex import CodexReader
from harvest_loop.adapters.transcripts.opencode import OpenCodeReader
from harvest_loop.adapters.transcripts.plain import PlainReader
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.schemas.transcript_events import Event

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent, ReadReport


class Reader(Protocol):
    """What an agent's file offers: events of one file after the other, knowing what earlier ones held."""

    def read(self, path: Path, tally: Tally) -> Iterator[Event]:
        """Return the events of one file, as it is read; what is no event is counted in the tally."""
        ...


_READERS: "Mapping[Agent, Callable[[str | None], Reader]]" = {
    "claude-code": lambda _: ClaudeCodeReader(),
    "codex": lambda _: CodexReader(),
    "opencode": OpenCodeReader,
    "plain": lambda _: PlainReader(),
}


class Reading:
    """The events of one session: iterate once, then ask for the report."""

    def __init__(self, agent: "Agent", files: Sequence[Path], earlier: Sequence[Path], session: str | None) -> None:
        self._session = session
        self._agent: Agent = agent
        self._files = tuple(files)
        self._earlier = tuple(earlier)
        self._tally = Tally()

    def __iter__(self) -> Iterator[Event]:
        reader = _READERS[self._agent](self._session)
        for path in self._earlier:
            for _ in reader.read(path, Tally()):
                pass
        for path in self._files:
            yield from reader.read(path, self._tally)

    @property
    def report(self) -> "ReadReport":
        """What was used, met again and skipped so far; complete once the events are used up."""
        return self._tally.report(self._agent)


def read_events(
    files: Sequence[Path], *, agent: "Agent", earlier: Sequence[Path] = (), session: str | None = None
) -> Reading:
    """Return one session's events, read as they are asked for, in memory that doesn't grow with the files (SPEC 3.3).

    `files` are the session's own, the parent before its sub-agents. `earlier` are those of sessions that it may have
    been resumed or forked from: what they hold already counts as a copy. `session` is needed where one file holds
    many sessions: OpenCode's database.
    """
    return Reading(agent, files, earlier, session)
