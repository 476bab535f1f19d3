"""The files of a session that goes on, its sub-agents' too: what each turn added to them (SPEC 3.1, 10.4)."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import merge
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from harvest_loop.adapters.transcripts.sub_agents import files_of_sub_agents

if TYPE_CHECKING:
    from harvest_loop.adapters.transcripts.appended import Seen
    from harvest_loop.adapters.transcripts.lines import Part
    from harvest_loop.schemas.transcript_events import Event


class Look(NamedTuple):
    """What a look at the files came to; `is_whole`: nothing is left for a later look."""

    events: "Iterable[Event]"
    seen: "Mapping[str, Seen]"
    is_anew: bool
    is_whole: bool


class _Added(NamedTuple):
    """What of one file is looked at, and whether that is all that is new in it."""

    seen: "Seen"
    part: "Part"
    is_whole: bool


class TurnFiles:
    """A session's own file and those of its sub-agents, each known by its name as seen from there.

    Raises: OSError when the session's own file is not there.
    """

    def __init__(self, path: Path, agent: str, session: str) -> None:
        self._agent = agent
        self._own = path.name
        self._files = {path.name: path}
        self.sizes = [_size(path.name, path)]
        for file in files_of_sub_agents(path, agent, session):
            with suppress(OSError):  # it has just been taken away
                name = os.path.relpath(file, path.parent)
                self.sizes.append(_size(name, file))
                self._files[name] = file

    def look(self, before: "Mapping[str, Seen]") -> Look:
        """Return what is new since then, in the order of its times; a bounded part of it all, the rest is for later.

        Where one of the files began anew, all of them do: what was counted can't be told apart.

        Raises: OSError when the session's own file can't be read or is no plain file.
        """
        added = self._added(before)
        is_anew = any(one.part.begin == 0 and before[name].end > 0 for name, one in added.items() if name in before)
        if is_anew:
            before, added = {}, self._added({})
        streams = (self._timed(name, one.part) for name, one in added.items() if one.part.end > one.part.begin)
        return Look(
            events=(event for _, event in merge(*streams, key=lambda timed: timed[0])),
            seen={**before, **{name: one.seen for name, one in added.items()}},
            is_anew=is_anew,
            is_whole=len(added) == len(self._files) and all(one.is_whole for one in added.values()),
        )

    def _added(self, before: "Mapping[str, Seen]") -> dict[str, _Added]:
        from harvest_loop.adapters.transcripts.appended import MOST, appended_part

        added, left = dict[str, _Added](), MOST
        for name, path in self._files.items():
            try:
                seen, part = appended_part(path, before.get(name), most=left)
            except OSError:
                if name == self._own:
                    raise
                continue
            added[name] = _Added(seen, part, is_whole=path.stat().st_size - part.begin <= left)
            left -= part.end - part.begin
            if left <= 0:
                break
        return added

    def _timed(self, name: str, part: "Part") -> "Iterator[tuple[float, Event]]":
        from harvest_loop.adapters.transcripts.appended import read_part

        latest, events = 0.0, read_part(self._files[name], part, self._agent)
        for event in events if name == self._own else _of_a_sub_agent(events):
            latest = max(latest, event.at or 0.0)
            yield latest, event


def seen_before(told: Mapping[str, Sequence[int]]) -> "dict[str, Seen]":
    """Return how far each file was seen, as a look told it.

    Raises: AttributeError, TypeError or ValueError when nothing of the kind was told.
    """
    from harvest_loop.adapters.transcripts.appended import Seen

    return {name: Seen(*map(int, seen)) for name, seen in told.items()}


def _of_a_sub_agent(events: "Iterable[Event]") -> "Iterator[Event]":
    """What a sub-agent did; the part of a file may not say whose it is, and nothing in it is the person's."""
    from harvest_loop.schemas.transcript_events import Interrupted, Prompt, TypedCommand

    for event in events:
        if not isinstance(event, Prompt | TypedCommand | Interrupted):
            yield event._replace(sidechain=True)


def _size(name: str, path: Path) -> list[str | int]:
    status = path.stat()
    return [name, status.st_ino, status.st_size]
