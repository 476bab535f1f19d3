"""Turn OpenCode's messages and their parts into events, wherever they are kept (SPEC 3.3)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harvest_loop.adapters.transcripts.own_words import Wrappers
from harvest_loop.adapters.transcripts.record_ids import CallsMet, RecordIds, call_key
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

_SPEAKING = frozenset({"text", "tool", "patch", "subtask"})
_SILENT = frozenset({"agent", "compaction", "file", "reasoning", "retry", "snapshot", "step-finish", "step-start"})
_WRAPPERS = Wrappers(("system-reminder", "system_reminder", "user-prompt-submit-hook"))
_COMMAND = re.compile(r"/([A-Za-z][\w:-]{0,99})(?!\S)(.*)", re.DOTALL)
_ROOTS = frozenset(
    {"bin", "dev", "etc", "home", "lib", "mnt", "opt", "proc", "root", "srv", "sys", "tmp", "users", "usr", "var"}
)


class Messages:
    """The messages of one reading, session by session; those met before are counted, not repeated."""

    def __init__(self) -> None:
        self._ids = RecordIds()
        self._calls = CallsMet()
        self._standing = Standing()
        self._side = False
        self._session = ""
        self._count = 0  # messages of this session so far
        self._nameless = 0  # calls without an id, of all sessions

    def open_session(self, info: Mapping[str, Any], place: Place) -> list[Event]:
        """Begin a session: one with a parent is a sub-agent's."""
        self._calls.end_file()
        self._session, self._count = _text(info.get("id")), 0
        self._side = bool(_text(info.get("parentID")))
        self._standing = Standing(sidechain=self._side)
        at = seconds_of(_of(info, "time").get("created"))
        return self._standing.move(place, at, info.get("directory"), None, None, info.get("id"))

    def take(self, info: Any, parts: Any, place: Place, tally: Tally) -> Iterator[Event]:
        """Return what one message says; the tally counts it as used, a copy or of an unknown kind."""
        if not isinstance(info, dict) or info.get("role") not in ("user", "assistant") or not isinstance(parts, list):
            tally.skip("unknown kind", place.line, "message without role or parts")
            return
        known = [part for part in parts if isinstance(part, dict)]
        if self._was_met(info, known):
            tally.copies += 1
            return
        tally.lines_used += 1
        for kind in (_text(part.get("type")) for part in known):
            if kind not in _SPEAKING and kind not in _SILENT:
                tally.pass_over(f"part {kind or 'without type'}")
        at = seconds_of(_of(info, "time").get("created"))
        model = info.get("modelID") or _of(info, "model").get("modelID")
        yield from self._standing.move(place, at, _of(info, "path").get("cwd"), None, model, info.get("sessionID"))
        if info["role"] == "assistant":
            yield from self._from_agent(info, known, place, at)
        elif not self._side:
            yield from _from_person(known, place, at)

    def _was_met(self, info: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> bool:
        self._count += 1
        identity = _text(info.get("id"))
        if not identity and self._session:
            identity = f"message {self._count} of {self._session}"
        if identity and not self._ids.add(identity):
            return True
        created = _of(info, "time").get("created")
        calls = [call for part in parts if part.get("type") == "tool" and (call := _text(part.get("callID")))]
        return self._calls.repeats([call_key(call, created) for call in calls])

    def _from_agent(
        self, info: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], place: Place, at: float | None
    ) -> Iterator[Event]:
        for part in parts:
            kind = part.get("type")
            if kind == "text" and info.get("summary") is not True and (text := _text(part.get("text"))):
                yield AgentText(place, _begun(part, at), text, self._side)
            elif kind == "tool":
                yield from self._tool(part, place, at)
            elif kind == "patch":
                files = part.get("files")
                paths = tuple(path for path in files if isinstance(path, str)) if isinstance(files, list) else ()
                if paths:
                    yield FilesChanged(place, at, paths, self._side)
        if _of(info, "error").get("name") == "MessageAbortedError" and not self._side:
            yield Interrupted(place, seconds_of(_of(info, "time").get("completed")) or at)

    def _tool(self, part: Mapping[str, Any], place: Place, at: float | None) -> Iterator[Event]:
        state = _of(part, "state")
        call = _text(part.get("callID")) or _text(part.get("id"))
        if not call:
            self._nameless += 1
            call = f"call {self._nameless} without an id"
        yield ToolCall(place, _begun(state, at), call, _text(part.get("tool")), _of(state, "input"), self._side)
        status = state.get("status")
        if status not in ("completed", "error"):
            return
        code = _of(state, "metadata").get("exit")
        failed = status == "error" or (isinstance(code, int) and code != 0)
        text = _text(state.get("error" if status == "error" else "output"))
        yield ToolResult(place, seconds_of(_of(state, "time").get("end")) or at, call, failed, text, self._side)


def _from_person(parts: Sequence[Mapping[str, Any]], place: Place, at: float | None) -> Iterator[Event]:
    typed = [part for part in parts if not (part.get("synthetic") or part.get("ignored"))]
    for part in typed:
        if part.get("type") == "subtask" and (command := _text(part.get("command"))):
            yield TypedCommand(place, at, command.removeprefix("/"), "", known=True)
    texts = [_WRAPPERS.strip_from(_text(part.get("text"))) for part in typed if part.get("type") == "text"]
    words = "\n".join(filter(None, texts))
    command, arguments = _command_in(words)
    if command:
        yield TypedCommand(place, at, command, arguments, known=None)
    elif words or any(part.get("type") == "file" for part in typed):
        yield Prompt(place, at, words)


def _command_in(words: str) -> tuple[str, str]:
    """Return the slash command that the words are, and its arguments; a path at their beginning is none."""
    command = _COMMAND.match(words)
    return (command[1], command[2].strip()) if command and command[1].lower() not in _ROOTS else ("", "")


def _begun(timed: Mapping[str, Any], at: float | None) -> float | None:
    return seconds_of(_of(timed, "time").get("start")) or at


def _of(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
