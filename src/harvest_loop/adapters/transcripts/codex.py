"""Read Codex's rollouts, the present shape and the older one of bare items (SPEC 3.3)."""

from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from harvest_loop.adapters.transcripts.codex_forks import Replay
from harvest_loop.adapters.transcripts.codex_kinds import Line, name_line
from harvest_loop.adapters.transcripts.codex_texts import (
    failed_by_code,
    folder_in,
    outcome_of,
    skill_in,
    texts_of,
    words_in,
)
from harvest_loop.adapters.transcripts.lines import Part, read_records
from harvest_loop.adapters.transcripts.record_ids import CallsMet, call_key
from harvest_loop.adapters.transcripts.standing import Standing
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.adapters.transcripts.times import seconds_of
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    FilesChanged,
    Interrupted,
    Place,
    Prompt,
    ToolCall,
    ToolResult,
    TypedCommand,
)

_REMEMBERED = 256  # calls: a rollout gives a result twice, close by each other
_FREE = "custom_tool_call"
_MOVING = ("session_meta", "turn_context")
_GIVEN_AS = {_FREE: "input", "local_shell_call": "action", "web_search_call": "action"}


class CodexReader:
    """Turns rollouts, in the order given, into events; what a fork repeats of them is counted, not repeated."""

    def __init__(self) -> None:
        self._known: dict[str, Path] = {}
        self._calls = CallsMet()

    def read(self, path: Path, tally: Tally, part: Part | None = None) -> Iterator[Event]:
        """Return the events of a file or of a part of it, as it is read; what is no event is counted in the tally."""
        name, rollout, replay = str(path), _Rollout(), Replay(path, self._known)
        for number, record in read_records(path, tally, part=part):
            line = name_line(record)
            if line.complaint:
                tally.skip("unknown kind", number, line.complaint)
                continue
            if replay.repeats(line) or ((calls := _calls_in(line)) and self._calls.repeats(calls)):
                tally.copies += 1
                continue
            tally.lines_used += 1
            if line.speaks or line.kind in _MOVING:
                yield from rollout.take(line, Place(name, number))
        yield from rollout.end()
        if replay.missing:
            tally.note(
                f"{path.name} begins with another session's turns, which count as its own: that one was not read"
            )
        replay.end()
        self._calls.end_file()


class _Lately:
    """The ids of the last calls; the oldest is forgotten first."""

    def __init__(self) -> None:
        self._ids: dict[str, None] = {}

    def add(self, identity: str) -> None:
        """Remember the id."""
        self._ids[identity] = None
        if len(self._ids) > _REMEMBERED:
            del self._ids[next(iter(self._ids))]

    def __contains__(self, identity: str) -> bool:
        return identity in self._ids


class _Twice:
    """Words that a rollout writes as two kinds of record: the better kind counts, once the file has any."""

    def __init__(self) -> None:
        self._has_better = False
        self._waiting: Prompt | AgentText | None = None

    def better(self, event: Prompt | AgentText) -> list[Event]:
        """Return the words as the better kind has them."""
        self._has_better = True
        waiting, self._waiting = self._waiting, None
        if waiting is None or waiting.text in event.text or (event.text and event.text in waiting.text):
            return [event]
        return [waiting, event]

    def other(self, event: Prompt | AgentText) -> list[Event]:
        """Keep the words until it shows whether the better kind has them, too."""
        if self._has_better:
            return []
        before = self.settle()
        self._waiting = event
        return before

    def settle(self) -> list[Event]:
        """Return the words that nothing repeated."""
        waiting, self._waiting = self._waiting, None
        return [] if waiting is None else [waiting]


class _Rollout:
    """What one file's lines build on."""

    def __init__(self) -> None:
        self._begun = False
        self._side = False
        self._standing = Standing()
        self._prompts, self._texts = _Twice(), _Twice()
        self._called, self._answered = _Lately(), _Lately()
        self._nameless: deque[str] = deque(maxlen=_REMEMBERED)

    def take(self, line: Line, place: Place) -> list[Event]:
        """Return what the line says."""
        at = seconds_of(line.time)
        payload = line.payload
        if line.kind == "session_meta":
            return self._begin(payload, place, at)
        if line.kind == "turn_context":
            return self._standing.move(place, at, payload.get("cwd"), None, payload.get("model"))
        if line.kind == "event_msg":
            return self._take_event(line.part, payload, place, at)
        if line.part == "message":
            return self._take_message(payload, place, at)
        if line.part.endswith("_output"):
            return self._answer(payload.get("call_id"), outcome_of(payload.get("output")), place, at)
        if line.part in ("function_call", _FREE, "local_shell_call", "web_search_call"):
            return [*self.end(), self._call(line.part, payload, place, at)]
        return []

    def end(self) -> list[Event]:
        """Return the words that still wait to be met a second time."""
        return self._prompts.settle() + self._texts.settle()

    def _begin(self, meta: Mapping[str, Any], place: Place, at: float | None) -> list[Event]:
        """A fork's file has its parent's first line after its own."""
        if self._begun:
            return []
        self._begun = True
        source, git = meta.get("source"), meta.get("git")
        self._side = isinstance(source, Mapping) and "subagent" in source
        self._standing = Standing(sidechain=self._side)
        branch = git.get("branch") if isinstance(git, Mapping) else None
        return self._standing.move(place, at, meta.get("cwd"), branch, None, meta.get("id"))

    def _take_message(self, payload: Mapping[str, Any], place: Place, at: float | None) -> list[Event]:
        texts = texts_of(payload.get("content"))
        if payload.get("role") == "assistant":
            said = AgentText(place, at, "\n".join(texts), self._side)
            return [*self._prompts.settle(), *self._texts.better(said)] if texts else []
        if payload.get("role") != "user":
            return []
        events: list[Event] = []
        for text in texts:
            if folder := folder_in(text):
                events += self._standing.move(place, at, folder)
            if (skill := skill_in(text)) and not self._side:
                events += [*self.end(), TypedCommand(place, at, skill, "", known=True)]
        words = "\n".join(filter(None, map(words_in, texts)))
        if words and not self._side:
            events += [*self._texts.settle(), *self._prompts.other(Prompt(place, at, words))]
        return events

    def _take_event(self, part: str, payload: Mapping[str, Any], place: Place, at: float | None) -> list[Event]:
        if part == "user_message" and not self._side and payload.get("kind") in (None, "plain"):
            text = words_in(_text(payload.get("message")))
            heard = text or payload.get("images") or payload.get("local_images")
            return [*self._texts.settle(), *self._prompts.better(Prompt(place, at, text))] if heard else []
        if part == "agent_message" and (text := _text(payload.get("message"))):
            return [*self._prompts.settle(), *self._texts.other(AgentText(place, at, text, self._side))]
        if part == "turn_aborted" and payload.get("reason") in (None, "interrupted") and not self._side:
            return [*self.end(), Interrupted(place, at)]
        if part == "patch_apply_end" and payload.get("success") is True:
            changes = payload.get("changes")
            paths = tuple(sorted(changes)) if isinstance(changes, Mapping) else ()
            return [*self.end(), FilesChanged(place, at, paths, self._side)] if paths else []
        if part == "exec_command_end" and payload.get("source") != "user_shell":
            text, failed = outcome_of(payload.get("aggregated_output"))
            coded = failed_by_code(payload.get("exit_code"))
            return self._answer(payload.get("call_id"), (text, failed if coded is None else coded), place, at)
        return []

    def _call(self, part: str, payload: Mapping[str, Any], place: Place, at: float | None) -> ToolCall:
        identity = _text(payload.get("call_id")) or _text(payload.get("id"))
        if not identity:
            identity = f"line {place.line}"
            self._nameless.append(identity)
        self._called.add(identity)
        name = _text(payload.get("name")) or part.removesuffix("_call")
        return ToolCall(place, at, identity, name, _arguments(part, payload), self._side)

    def _answer(self, call: Any, output: tuple[str, bool | None], place: Place, at: float | None) -> list[Event]:
        """Return the result of a call, once; one that names no call we know answers the oldest nameless one."""
        call, (text, failed) = _text(call), output
        if call and call in self._answered:
            return []
        self._answered.add(call)
        if call not in self._called and self._nameless:
            call = self._nameless.popleft()
        return [*self.end(), ToolResult(place, at, call, failed, text, self._side)]


def _arguments(part: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    given = payload.get(_GIVEN_AS.get(part, "arguments"))
    if given is None:
        given = payload.get("parameters")
    if isinstance(given, str) and part != _FREE:
        try:
            given = orjson.loads(given)
        except orjson.JSONDecodeError:
            return {"arguments": given}
    if isinstance(given, Mapping):
        return given
    return {} if given is None else {"input": given}


def _calls_in(line: Line) -> tuple[tuple[str, str], ...]:
    call = line.payload.get("call_id") if line.kind == "response_item" else None
    return ((line.part, call_key(call, line.time)),) if call and isinstance(call, str) else ()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
