"""Read the plain JSON lines that any other agent may write: docs/transcripts.md says how (SPEC 3.3)."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from harvest_loop.adapters.transcripts.lines import read_records
from harvest_loop.adapters.transcripts.record_ids import RecordIds
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.adapters.transcripts.times import seconds_of
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    FilesChanged,
    Interrupted,
    Place,
    Prompt,
    Setting,
    ToolCall,
    ToolResult,
    TypedCommand,
)

Made = Callable[[Mapping[str, Any], Place, float | None], Event | None]


class PlainReader:
    """Turns plain lines into events; a line whose `record` was met before is counted, not repeated."""

    def __init__(self) -> None:
        self._ids = RecordIds()

    def read(self, path: Path, tally: Tally) -> Iterator[Event]:
        """Return the events of one file, as it is read; what is no event is counted in the tally."""
        name = str(path)
        for number, line in read_records(path, tally):
            kind = line.get("type") if isinstance(line, dict) else None
            make = KINDS.get(kind) if isinstance(kind, str) else None
            event = make(line, Place(name, number), seconds_of(line.get("at"))) if make else None
            if event is None:
                tally.skip("unknown kind", number, _complaint(line, kind, known=make is not None))
                continue
            record = line.get("record")
            if isinstance(record, str) and record and not self._ids.add(record):
                tally.copies += 1
                continue
            tally.lines_used += 1
            yield event


def _prompt(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    text = line.get("text")
    return Prompt(place, at, text) if isinstance(text, str) else None


def _agent(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    text = line.get("text")
    return AgentText(place, at, text, line.get("sidechain") is True) if isinstance(text, str) else None


def _tool_call(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    identity, name, arguments = line.get("id"), line.get("name"), line.get("arguments", {})
    if not (isinstance(identity, str) and isinstance(name, str) and isinstance(arguments, dict)):
        return None
    return ToolCall(place, at, identity, name, arguments, line.get("sidechain") is True)


def _tool_result(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    call, failed, text = line.get("call"), line.get("failed"), line.get("text", "")
    if not (isinstance(call, str) and (failed is None or isinstance(failed, bool)) and isinstance(text, str)):
        return None
    return ToolResult(place, at, call, failed, text, line.get("sidechain") is True)


def _files_changed(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    paths = line.get("paths")
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        return None
    return FilesChanged(place, at, tuple(paths), line.get("sidechain") is True)


def _command(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    name, arguments, known = line.get("name"), line.get("arguments", ""), line.get("known")
    if not (isinstance(name, str) and isinstance(arguments, str) and (known is None or isinstance(known, bool))):
        return None
    return TypedCommand(place, at, name.removeprefix("/"), arguments, known)


def _setting(line: Mapping[str, Any], place: Place, at: float | None) -> Event | None:
    said = [line.get(name) for name in ("folder", "branch", "model", "session")]
    if not all(value is None or isinstance(value, str) for value in said):
        return None
    folder, branch, model, session = said
    return Setting(
        place, at, folder or None, branch or None, model or None, session or None, line.get("sidechain") is True
    )


KINDS: Mapping[str, Made] = {
    "prompt": _prompt,
    "agent": _agent,
    "tool_call": _tool_call,
    "tool_result": _tool_result,
    "files_changed": _files_changed,
    "command": _command,
    "setting": _setting,
    "interrupt": lambda _, place, at: Interrupted(place, at),
}


def _complaint(line: Any, kind: Any, *, known: bool) -> str:
    if not isinstance(line, dict):
        return "no object"
    if not isinstance(kind, str) or not kind:
        return "no type"
    return f"{kind} of another shape" if known else kind
