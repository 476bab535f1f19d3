"""The plain lines that any other agent may write (SPEC 3.3, docs/transcripts.md)."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from harvest_loop.schemas.transcript_events import (
    AgentText,
    FilesChanged,
    Interrupted,
    Place,
    Prompt,
    Setting,
    ToolCall,
    ToolResult,
    TypedCommand,
)
from harvest_loop.schemas.transcript_plain import PlainLine
from tests.support.transcripts import faults, of_kind, read, write_lines

AT, SECONDS = "2026-03-10T09:00:00Z", 1773133200.0
LINE: TypeAdapter[PlainLine] = TypeAdapter(PlainLine)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
SOME = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), TEXT, st.just([]), st.just({}), st.lists(TEXT, max_size=2)
)
KEYS = ("at", "text", "id", "name", "arguments", "call", "failed", "paths", "known", "folder", "session", "sidechain")
KINDS = ("prompt", "agent", "tool_call", "tool_result", "files_changed", "command", "setting", "interrupt", "other")
LINES = st.builds(
    lambda kind, rest: {"type": kind} | rest,
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(KEYS), SOME, max_size=8),
)


def test_each_kind_of_line_is_an_event(tmp_path: Path) -> None:
    """The documented kinds are all there is, and each says what its fields say."""
    file = write_lines(
        tmp_path / "session.jsonl",
        [
            {"type": "setting", "at": AT, "folder": "/w", "branch": "main", "model": "m", "session": "s", "extra": 1},
            {"type": "prompt", "at": AT, "text": "no, use tabs"},
            {"type": "agent", "at": AT, "text": "Done.", "sidechain": True},
            {"type": "tool_call", "at": AT, "id": "c", "name": "shell", "arguments": {"command": "ls"}},
            {"type": "tool_result", "at": AT, "call": "c", "failed": True, "text": "no"},
            {"type": "files_changed", "at": AT, "paths": ["a", "b"]},
            {"type": "command", "at": AT, "name": "/check", "arguments": "now", "known": False},
            {"type": "interrupt", "at": AT},
        ],
    )
    name = str(file)

    events, report = read(file, agent="plain")

    assert [
        Setting(Place(name, 1), SECONDS, "/w", "main", "m", "s"),
        Prompt(Place(name, 2), SECONDS, "no, use tabs"),
        AgentText(Place(name, 3), SECONDS, "Done.", sidechain=True),
        ToolCall(Place(name, 4), SECONDS, "c", "shell", {"command": "ls"}),
        ToolResult(Place(name, 5), SECONDS, "c", failed=True, text="no"),
        FilesChanged(Place(name, 6), SECONDS, ("a", "b")),
        TypedCommand(Place(name, 7), SECONDS, "check", "now", known=False),
        Interrupted(Place(name, 8), SECONDS),
    ] == events
    assert (8, ()) == (report.lines_used, report.skipped)


def test_what_may_be_missing_may_be_missing(tmp_path: Path) -> None:
    """A writer that knows less leaves it out: unknown stays unknown."""
    file = write_lines(
        tmp_path / "session.jsonl",
        [
            {"type": "tool_call", "id": "c", "name": "shell"},
            {"type": "tool_result", "call": "c"},
            {"type": "interrupt"},
        ],
    )

    (call, result, interrupt), _ = read(file, agent="plain")

    assert ToolCall(Place(str(file), 1), None, "c", "shell", {}) == call
    assert ToolResult(Place(str(file), 2), None, "c", failed=None, text="") == result
    assert interrupt.at is None


def test_a_line_with_a_record_id_counts_once(tmp_path: Path) -> None:
    """Copies are known by the id; lines without one are never copies."""
    lines: list[dict[str, Any]] = [
        {"type": "prompt", "text": "go on", "record": "r1"},
        {"type": "prompt", "text": "go on"},
    ]
    files = [write_lines(tmp_path / f"{name}.jsonl", lines) for name in ("one", "two")]

    events, report = read(*files, agent="plain")

    assert (3, 1) == (len(of_kind(events, Prompt)), report.copies)


def test_lines_of_another_shape_are_counted_by_name(tmp_path: Path) -> None:
    """A kind that nobody documented, or a field of the wrong type, is skipped and said."""
    lines: list[dict[str, Any] | str] = [
        {"type": "thought", "text": "hm"},
        {"type": "prompt", "text": 5},
        {"type": "tool_call", "name": "x"},
        {"text": "no type"},
        "[]",
        {"type": "prompt", "text": "last"},
    ]

    events, report = read(write_lines(tmp_path / "session.jsonl", lines), agent="plain")

    assert ["last"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert {
        "thought": (1,),
        "prompt of another shape": (2,),
        "tool_call of another shape": (3,),
        "no type": (4,),
        "no object": (5,),
    } == faults(report)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES)
def test_what_the_schema_allows_is_read(tmp_path: Path, line: dict[str, Any]) -> None:
    """`harvest schema transcript.line` promises no line that the reader then refuses."""
    try:
        LINE.validate_python(line, strict=True)
    except ValidationError:
        return

    _, report = read(write_lines(tmp_path / "session.jsonl", [line]), agent="plain")

    assert (1, ()) == (report.lines_used, report.skipped)


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_each_kind_is_in_the_schema(kind: str) -> None:
    """The schema and the reader know the same kinds."""
    assert f'"{kind}"' in str(LINE.json_schema()).replace("'", '"')
