"""Transcripts written for the tests, line by line, and what a reader makes of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.schemas.transcript import Agent, ReadReport
from harvest_loop.schemas.transcript_events import Event

Kind = TypeVar("Kind", bound=Event)

_NUMBERS = count(1)


def claude(kind: str, content: object, **more: Any) -> dict[str, Any]:
    """One record of Claude Code; without `uuid` it gets one that no other has."""
    message: dict[str, Any] = {"role": kind, "content": content}
    if kind == "assistant":
        message |= {"model": more.pop("model", "model-one"), "id": f"msg_{next(_NUMBERS)}"}
    return {
        "parentUuid": None,
        "isSidechain": False,
        "cwd": "/w/field",
        "sessionId": "session-one",
        "gitBranch": "main",
        "type": kind,
        "uuid": f"uuid-{next(_NUMBERS):06}",
        "timestamp": "2026-03-10T09:00:00.000Z",
        "message": message,
    } | more


def called(name: str, identity: str, **arguments: Any) -> dict[str, Any]:
    """A block by which Claude Code calls a tool."""
    return {"type": "tool_use", "id": identity, "name": name, "input": arguments}


def returned(identity: str, text: object, **more: Any) -> dict[str, Any]:
    """A block with what a tool gave back."""
    return {"type": "tool_result", "tool_use_id": identity, "content": text} | more


def write_lines(path: Path, lines: Iterable[Mapping[str, Any] | str | bytes], *, end: bytes = b"\n") -> Path:
    """Write records as JSON lines; text and bytes as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(_line(line) + end for line in lines))
    return path


def read(
    *files: Path, agent: Agent = "claude-code", earlier: Sequence[Path] = (), session: str | None = None
) -> tuple[list[Event], ReadReport]:
    """Read to the end."""
    reading = read_events(files, agent=agent, earlier=earlier, session=session)
    return list(reading), reading.report


def of_kind(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def faults(report: ReadReport) -> dict[str, tuple[int, ...]]:
    """The numbers of the lines skipped, by fault or, where the kind is unknown, by its name."""
    return {skipped.detail or skipped.fault: skipped.lines for skipped in report.skipped}


def _line(line: Mapping[str, Any] | str | bytes) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)).encode()
