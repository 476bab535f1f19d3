"""What holds for every reader, whatever a transcript holds (SPEC 3.3, 11-2, 11-6)."""

import copy
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harvest_loop.adapters.transcripts.listing import Homes, find_sessions
from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.adapters.transcripts.recognise import describe_unknown, recognise
from harvest_loop.schemas.transcript import Agent
from tests.support.opencode import answered, asked, database, export, folders, said, session, used
from tests.support.transcripts import called, claude, read, returned, write_lines

LINES: dict[Agent, list[dict[str, Any]]] = {
    "claude-code": [
        claude("user", "<command-message>x</command-message><command-name>/check</command-name>"),
        claude("user", [{"type": "text", "text": "Check it."}], isMeta=True, origin={"kind": "human"}),
        claude(
            "assistant", [{"type": "text", "text": "Now."}, called("Skill", "toolu_0123456789abcdef", skill="check")]
        ),
        claude("user", [returned("toolu_0123456789abcdef", [{"type": "text", "text": "ok"}], is_error=False)]),
        {"type": "attachment", "uuid": "a", "attachment": {"type": "queued_command", "prompt": [{"type": "text"}]}},
        {"type": "system", "subtype": "local_command", "content": "<local-command-stdout>x</local-command-stdout>"},
        {"type": "summary", "summary": "x", "leafUuid": "y"},
    ],
    "codex": [
        {
            "timestamp": "2026-03-10T09:00:00Z",
            "type": "session_meta",
            "payload": {"id": "s", "cwd": "/w", "git": {"branch": "main"}, "source": {"subagent": "review"}},
        },
        {"type": "turn_context", "payload": {"cwd": "/w", "model": "m"}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"text": "hello"}]}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "hello", "images": []}},
        {
            "type": "response_item",
            "payload": {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"},
        },
        {
            "type": "response_item",
            "payload": {"type": "function_call_output", "call_id": "c", "output": {"content": [], "success": True}},
        },
        {
            "type": "event_msg",
            "payload": {"type": "exec_command_end", "call_id": "d", "exit_code": 1, "aggregated_output": "x"},
        },
        {"type": "event_msg", "payload": {"type": "patch_apply_end", "success": True, "changes": {"a": {}}}},
        {"type": "response_item", "payload": {"type": "custom_tool_call", "name": "apply_patch", "input": "x"}},
        {"type": "message", "role": "assistant", "content": [{"text": "hi"}]},
    ],
    "plain": [
        {"type": "setting", "at": 1, "folder": "/w"},
        {"type": "prompt", "text": "hello", "record": "r"},
        {"type": "tool_call", "id": "c", "name": "x", "arguments": {}},
        {"type": "tool_result", "call": "c", "failed": True, "text": "no"},
        {"type": "files_changed", "paths": ["a"]},
        {"type": "command", "name": "x", "known": None},
    ],
}
OPENCODE = [
    asked(1, said("hello", synthetic=False), {"type": "subtask", "command": "review"}),
    answered(
        2,
        used("bash", "c", output="x", metadata={"exit": 1}, time={"start": 1, "end": 2}),
        {"type": "patch", "files": ["a"]},
        error={"name": "MessageAbortedError"},
    ),
]
STRANGE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**18,
    "",
    "x",
    "\x1b[31m",
    [],
    {},
    [[]],
    [None],
    ["x"],
    {"type": []},
    {"x": {}},
)


def spoiled(values: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """The values with some of what is in them replaced, taken away or put under another name."""
    chance = random.Random(seed)  # noqa: S311  # it only has to differ from seed to seed
    values = copy.deepcopy(values)
    for _ in range(chance.randint(1, 6)):
        holder, key = chance.choice(list(_places(values)))
        holder[key] = copy.deepcopy(chance.choice(STRANGE))
    return values


def _places(value: Any) -> Iterable[tuple[Any, Any]]:
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def written(agent: Agent, where: Path, seed: int) -> list[Path]:
    """A spoiled session in each form that the agent has."""
    if agent != "opencode":
        return [write_lines(where / "session.jsonl", spoiled(LINES[agent], seed))]
    info, *messages = spoiled([session("ses_1", parent="ses_0"), *OPENCODE], seed)
    text = json.dumps({"info": info, "messages": messages})
    files = [write_lines(where / "one.json", [text], end=b"")]
    stored = folders(where / "storage", session(), OPENCODE)
    for file in sorted((where / "storage").rglob("*.json")):
        file.write_text(json.dumps(spoiled([json.loads(file.read_text())], seed)[0]))
    return [*files, stored]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.sampled_from(get_args(Agent)), st.integers(0, 10**9))
def test_no_value_in_a_record_breaks_a_reader_or_goes_missing(tmp_path: Path, agent: Agent, seed: int) -> None:
    """A field may hold anything at all: the record is used, a copy or skipped, and reading goes on."""
    for file in written(agent, tmp_path, seed):
        _, report = read(file, agent=agent)

        assert report.lines_read == report.lines_used + report.copies + sum(skipped.count for skipped in report.skipped)
        recognise(file)
        assert describe_unknown(file)
    find_sessions(Homes(others=(tmp_path,), opencode=(tmp_path,)))


@pytest.mark.parametrize("agent", get_args(Agent))
def test_reading_twice_gives_the_same(agent: Agent, tmp_path: Path) -> None:
    """Nothing of the order of sets, of hashes or of a reading before this one shows in the events."""
    lines = LINES.get(agent)
    file = write_lines(tmp_path / "s.jsonl", lines) if lines else export(tmp_path / "s.json", session(), OPENCODE)

    assert read(file, agent=agent) == read(file, agent=agent)


@pytest.mark.parametrize("agent", get_args(Agent))
def test_another_agents_transcript_is_skipped_line_by_line(agent: Agent, tmp_path: Path) -> None:
    """Read as what it isn't, a file gives a report that says so, and no event."""
    other: Agent = "codex" if agent != "codex" else "claude-code"

    events, report = read(write_lines(tmp_path / "s.jsonl", LINES[other][:3]), agent=agent)

    assert ([], 0) == (events, report.lines_used)
    assert report.skipped


@pytest.mark.parametrize("agent", get_args(Agent))
def test_no_text_of_a_transcript_is_in_its_report(agent: Agent, tmp_path: Path) -> None:
    """The report is stored and shown; only names of kinds, line numbers and file names go into it."""
    word = "hunter2secretword"
    lines = [{**line, "extra": word, "type": line["type"] + "x"} for line in LINES.get(agent, [])]
    bad = [json.dumps(line)[:-3] for line in lines]
    file = (
        write_lines(tmp_path / "s.jsonl", [*lines, *bad])
        if lines
        else export(tmp_path / "s.json", session(), [{"info": {"role": word}, "parts": [word]}])
    )

    _, report = read(file, agent=agent)

    assert report.skipped
    assert word not in report.model_dump_json()


def test_events_come_while_the_file_is_still_being_read(tmp_path: Path) -> None:
    """A reader that held a file of 2 GB until its end would need the memory for it."""
    file = write_lines(tmp_path / "s.jsonl", [claude("user", f"prompt {number}") for number in range(20_000)])
    reading = read_events([file], agent="claude-code")

    next(iter(reading))

    assert reading.report.lines_read < 5


def test_a_database_of_many_sessions_is_read_one_at_a_time(tmp_path: Path) -> None:
    """What is asked of it is one session, and no other is looked into."""
    trees = [(session(f"ses_{number}"), [asked(number, said("x"), identity=f"ses_{number}")]) for number in range(50)]
    file = database(tmp_path / "opencode.db", *trees)

    _, report = read(file, agent="opencode", session="ses_7")

    assert 1 == report.lines_read
