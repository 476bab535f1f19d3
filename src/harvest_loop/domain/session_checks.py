"""What the transcripts of a window say of a check: uses of a skill, corrections about it, sessions that cite it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from harvest_loop.domain.skill_usage import own_name
from harvest_loop.domain.transcript_evidence import count_of
from harvest_loop.schemas.transcript import Correction, SkillUse, TranscriptFacts
from harvest_loop.schemas.transcript_events import AgentText, Event, Prompt, ToolCall

KINDS = ("skill_uses", "corrections", "citations")

_LOOKED_AT = 100_000  # characters of one text that are searched for a name
_DEEPEST = 6
_MOST = 1_000  # times of one name in one session that are kept


class Window(NamedTuple):
    """After the first moment and up to the last one, in seconds since the epoch."""

    since: int
    until: int


class Counted(NamedTuple):
    """How often one session shows what a check asks for; `unplaced`: there may be more, at a time that isn't known."""

    times: int
    unplaced: bool = False


class Shown(NamedTuple):
    """What one session's transcript showed: its facts, and when each name that was looked for was cited."""

    facts: TranscriptFacts
    cited: Mapping[str, tuple[int | None, ...]]


def counted(kind: str, target: str, shown: Shown, window: Window) -> Counted:
    """Return how often the session shows it within the window (SPEC 7.2).

    `skill_uses`: calls by the model and typed commands; a failed call and a quotation are none. `corrections`: those
    that name the target, or answer a turn in which the skill of that name was used. `citations`: 1 where a prompt, the
    agent's words or what it handed to a tool names the target, 0 elsewhere.
    """
    if kind == "citations":
        times = _within(shown.cited.get(target, ()), window, shown.facts)
        return Counted(min(1, times.times), unplaced=times.unplaced and not times.times)
    uses = [use for use in shown.facts.skills if use.is_use and _is(use.name, target)]
    if kind == "skill_uses":
        return _with_left_out(_within((use.at for use in uses), window, shown.facts), shown.facts, "skill mentions")
    about = (one.prompt.at for one in shown.facts.corrections if _is_about(one, target, uses))
    return _with_left_out(_within(about, window, shown.facts), shown.facts, "corrections")


class Citing:
    """Watches a transcript's events for names, and keeps when each was cited."""

    def __init__(self, names: Iterable[str]) -> None:
        self._whole = {name: _whole_name(name) for name in names}
        self._times: dict[str, list[int | None]] = {}

    def watch(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events, each looked at on its way; where they are read anew, only the last reading counts."""
        self._times = {name: [] for name in self._whole}
        for event in events:
            if self._whole:
                self._look(event)
            yield event

    @property
    def cited(self) -> Mapping[str, tuple[int | None, ...]]:
        """When each name was cited so far, in the order of the events and in whole seconds; None: that isn't known."""
        return {name: tuple(times) for name, times in self._times.items()}

    def _look(self, event: Event) -> None:
        """Look at what people and the agent said and did; what a tool gave back is neither's."""
        for text in _texts(event):
            for name, whole in self._whole.items():
                times = self._times[name]
                if len(times) < _MOST and name in text and whole.search(text):
                    times.append(None if event.at is None else int(event.at))


def _texts(event: Event) -> Iterator[str]:
    if isinstance(event, Prompt | AgentText):
        yield event.text[:_LOOKED_AT]
    elif isinstance(event, ToolCall):
        yield from _strings(event.arguments, 0)


def _strings(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value[:_LOOKED_AT]
    elif depth < _DEEPEST and isinstance(value, Mapping):
        for kept in value.values():
            yield from _strings(kept, depth + 1)
    elif depth < _DEEPEST and isinstance(value, list | tuple):
        for kept in value:
            yield from _strings(kept, depth + 1)


def _whole_name(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _is(name: str, target: str) -> bool:
    return target in (name, own_name(name))


def _is_about(one: Correction, target: str, uses: Iterable[SkillUse]) -> bool:
    if re.search(rf"(?<!\w){re.escape(target.casefold())}(?!\w)", one.prompt.text.casefold()):
        return True
    return one.turn is not None and any(use.turn == one.turn for use in uses)


def _within(times: Iterable[int | None], window: Window, facts: TranscriptFacts) -> Counted:
    """Count what happened in the window; what has no time counts where all of the session lies in it."""
    began, ended = facts.began, facts.ended
    inside = began is not None and ended is not None and window.since < began and ended <= window.until
    known = [window.since < at <= window.until if at is not None else inside or None for at in times]
    return Counted(known.count(True), unplaced=None in known)


def _with_left_out(found: Counted, facts: TranscriptFacts, kind: str) -> Counted:
    return found._replace(unplaced=found.unplaced or count_of(facts, kind) > 0)
