"""What Codex's rollouts say, in the present shape and the older one (SPEC 3.3)."""

import json
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.schemas.transcript import ReadReport
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    FilesChanged,
    Interrupted,
    Prompt,
    Setting,
    ToolCall,
    ToolResult,
    TypedCommand,
)
from tests.support.transcripts import faults, of_kind, read, write_lines


def line(kind: str, minute: int = 0, /, **payload: Any) -> dict[str, Any]:
    """One line of the present shape."""
    return {"timestamp": f"2026-03-10T09:{minute:02}:00.000Z", "type": kind, "payload": payload}


def meta(session: str = "session-one", **more: Any) -> dict[str, Any]:
    """The first line of a rollout."""
    return line("session_meta", id=session, cwd="/w/field", source="cli", git={"branch": "main"}, **more)


def item(kind: str, /, **more: Any) -> dict[str, Any]:
    """A line that holds an item of the conversation."""
    return line("response_item", type=kind, **more)


def event(kind: str, /, **more: Any) -> dict[str, Any]:
    """A line that holds something that happened."""
    return line("event_msg", type=kind, **more)


def message(role: str, *texts: str) -> dict[str, Any]:
    """A line with what one side said."""
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text} for text in texts])


def read_rollout(where: Path, *lines: dict[str, Any] | str) -> tuple[list[Event], ReadReport]:
    """What one rollout of these lines shows."""
    return read(write_lines(where / "rollout.jsonl", lines), agent="codex")


def said(where: Path, *lines: dict[str, Any] | str) -> list[str]:
    """The person's prompts in these lines."""
    return [prompt.text for prompt in of_kind(read_rollout(where, *lines)[0], Prompt)]


def outcome(where: Path, output: Any) -> tuple[bool | None, str]:
    """What becomes of one output."""
    call = item("function_call", name="shell", arguments="{}", call_id="c1")
    events, _ = read_rollout(where, call, item("function_call_output", call_id="c1", output=output))
    (result,) = of_kind(events, ToolResult)
    return result.failed, result.text


@pytest.mark.parametrize(
    "record",
    [
        message("user", "<user_instructions>\nno, use tabs\n</user_instructions>"),
        message("user", "# AGENTS.md instructions for /w/field\n\n<INSTRUCTIONS>\nno, use tabs\n</INSTRUCTIONS>"),
        message("user", "<environment_context>\n  <cwd>/w/field</cwd>\n</environment_context>"),
        message("user", "# AGENTS.md instructions\n\nuse tabs", "<environment_context>x</environment_context>"),
        message("user", "<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>"),
        message("user", "<user_shell_command><command>ls</command></user_shell_command>"),
        message("user", "<subagent_notification>no, stop</subagent_notification>"),
        message("user", "<skill>\n<name>check</name>\nno, use tabs\n</skill>"),
        message("user", "# Context from my IDE setup:\n\n## Active file: x.py\n"),
        message("developer", "no, use tabs"),
        message("system", "no, use tabs"),
        message("assistant", "no, use tabs"),
        event("user_message", message="<environment_context>x</environment_context>", kind="environment_context"),
        event("user_message", message="no, use tabs", kind="user_instructions"),
        line("compacted", message="the user said: no, use tabs", replacement_history=[{"role": "user"}]),
        item("function_call_output", call_id="c", output="no, that is wrong"),
        event("turn_aborted", reason="interrupted"),
    ],
)
def test_what_the_person_did_not_type_is_no_prompt(record: dict[str, Any], tmp_path: Path) -> None:
    """Project rules, surroundings, notices and histories are sent in the person's name, but aren't their words."""
    assert [] == said(tmp_path, meta(), record)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no, use tabs", "no, use tabs"),
        ("<system_instruction>You work inside an app.</system_instruction>\n\nno, use tabs", "no, use tabs"),
        ("# Context from my IDE setup:\n\n## Active file: x\n\n## My request for Codex:\nno, use tabs", "no, use tabs"),
        ("what does <environment_context> mean?", "what does <environment_context> mean?"),
    ],
)
def test_the_persons_words_are_kept_without_what_is_wrapped_around_them(text: str, words: str, tmp_path: Path) -> None:
    """Editors and hosts put their own text before a prompt, in either kind of record."""
    assert [words] == said(tmp_path, meta(), message("user", text))
    assert [words] == said(tmp_path, meta(), event("user_message", message=text))


@pytest.mark.parametrize("event_first", [True, False])
def test_a_prompt_written_twice_is_one(event_first: bool, tmp_path: Path) -> None:
    """Each prompt stands there as an item and as an event, in either order; said again, it is a second prompt."""

    def twice(text: str) -> list[dict[str, Any]]:
        pair = [message("user", text), event("user_message", message=text)]
        return pair[::-1] if event_first else pair

    answer = message("assistant", "Done.")
    lines = [meta(), *twice("go on"), line("turn_context", cwd="/w/field"), answer, *twice("go on"), answer]

    assert ["go on", "go on"] == said(tmp_path, *lines)


def test_prompts_that_only_one_kind_of_record_has_are_not_lost(tmp_path: Path) -> None:
    """Some writers leave only items, some only events; two items in a row are two prompts."""
    items = said(tmp_path, meta(), message("user", "one"), message("user", "two"))
    events = said(tmp_path, meta(), event("user_message", message="one"), event("user_message", message="two"))

    assert ["one", "two"] == items == events


def test_prose_written_twice_is_one(tmp_path: Path) -> None:
    """The agent's words stand in an event as well as in an item."""
    lines = (
        event("agent_message", message="Done."),
        message("assistant", "Done."),
        event("agent_message", message="Done."),
    )
    events, _ = read_rollout(tmp_path, meta(), *lines)
    alone, _ = read_rollout(
        tmp_path, meta(), event("agent_message", message="One."), event("agent_message", message="Two.")
    )

    assert ["Done."] == [text.text for text in of_kind(events, AgentText)]
    assert ["One.", "Two."] == [text.text for text in of_kind(alone, AgentText)]


@pytest.mark.parametrize(
    ("output", "failed", "text"),
    [
        (
            json.dumps({"output": "no such file", "metadata": {"exit_code": 2, "duration_seconds": 0.1}}),
            True,
            "no such file",
        ),
        (json.dumps({"output": "fine", "metadata": {"exit_code": 0}}), False, "fine"),
        (json.dumps({"output": "fine"}), None, "fine"),
        ({"content": "refused", "success": False}, True, "refused"),
        ({"content": [{"type": "input_text", "text": "fine"}], "success": True}, False, "fine"),
        (
            [{"type": "input_text", "text": "one"}, {"type": "input_image"}, {"type": "input_text", "text": "two"}],
            None,
            "one\ntwo",
        ),
        ("Exit code: 1\nWall time: 0.5 seconds\nOutput:\nno", True, None),
        ("Exit code: 0\nWall time: 0.5 seconds\nOutput:\nExit code: 1", False, None),
        ("Chunk ID: abc\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno", True, None),
        ("Chunk ID: abc\nWall time: 0.1 seconds\nProcess running with session ID 7\nOutput:\nExit code: 1", None, None),
        ("exec_command failed for `x`: no such file", True, None),
        ("aborted by user after 3.2s", True, None),
        ("apply_patch verification failed: Failed to find expected lines", True, None),
        ('{"port": 1, "exit_code": 3}', None, None),
        ("the log said\nExit code: 1", None, None),
        ('{"output": 5', None, None),
        (7, None, ""),
        (None, None, ""),
    ],
)
def test_an_output_says_whether_its_command_failed(
    output: Any, failed: bool | None, text: str | None, tmp_path: Path
) -> None:
    """Each version wraps the exit code differently; what a command prints about codes is not its own."""
    assert (failed, output if text is None else text) == outcome(tmp_path, output)


def test_a_result_in_an_event_and_an_item_is_one(tmp_path: Path) -> None:
    """Newer rollouts have the command's end as an event before the output that the model saw."""
    call = item("function_call", name="exec_command", arguments='{"cmd": "ls"}', call_id="c1")
    end = event("exec_command_end", call_id="c1", exit_code=2, aggregated_output="no such file", source="agent")
    output = item("function_call_output", call_id="c1", output="no such file")

    events, _ = read_rollout(tmp_path, meta(), call, end, output)

    assert [("c1", True)] == [(result.call, result.failed) for result in of_kind(events, ToolResult)]


def test_the_persons_own_shell_is_no_tool(tmp_path: Path) -> None:
    """What the person ran beside the agent is none of its commands."""
    end = event("exec_command_end", call_id="x", exit_code=1, aggregated_output="no", source="user_shell")

    assert [] == of_kind(read_rollout(tmp_path, meta(), end)[0], ToolResult)


def test_calls_without_an_id_meet_their_results_in_order(tmp_path: Path) -> None:
    """A writer left the ids out of the calls, but not out of the ends of the commands."""
    lines = [
        item("function_call", name="exec_command", arguments='{"cmd": "one"}'),
        item("function_call", name="exec_command", arguments='{"cmd": "two"}'),
        event("exec_command_end", call_id="c1", exit_code=0, aggregated_output="first"),
        event("exec_command_end", call_id="c2", exit_code=1, aggregated_output="second"),
    ]

    events, _ = read_rollout(tmp_path, meta(), *lines)

    calls = {call.id: call.arguments["cmd"] for call in of_kind(events, ToolCall)}
    assert [("one", "first"), ("two", "second")] == [
        (calls[result.call], result.text) for result in of_kind(events, ToolResult)
    ]


@pytest.mark.parametrize(
    ("record", "name", "arguments"),
    [
        (
            item("function_call", name="shell", arguments='{"command": ["ls"]}', call_id="c"),
            "shell",
            {"command": ["ls"]},
        ),
        (item("function_call", name="shell", arguments={"cmd": "ls"}, call_id="c"), "shell", {"cmd": "ls"}),
        (item("function_call", name="shell", parameters='{"cmd": "ls"}', call_id="c"), "shell", {"cmd": "ls"}),
        (item("function_call", name="shell", arguments="{cut", call_id="c"), "shell", {"arguments": "{cut"}),
        (item("function_call", name="shell", call_id="c"), "shell", {}),
        (item("custom_tool_call", name="apply_patch", input="{}", call_id="c"), "apply_patch", {"input": "{}"}),
        (item("local_shell_call", action={"command": ["ls"]}, call_id="c"), "local_shell", {"command": ["ls"]}),
        (item("web_search_call", id="c", action={"query": "x"}), "web_search", {"query": "x"}),
    ],
)
def test_a_call_carries_its_arguments_however_they_are_written(
    record: dict[str, Any], name: str, arguments: dict[str, Any], tmp_path: Path
) -> None:
    """Arguments are JSON in a text, an object or free text, by kind and version."""
    (call,) = of_kind(read_rollout(tmp_path, meta(), record)[0], ToolCall)

    assert ("c", name, arguments) == (call.id, call.name, call.arguments)


def test_the_older_shape_of_bare_items_is_read(tmp_path: Path) -> None:
    """Its first line is the session, its items stand bare, and the folder is named in a message only."""
    shell = {"command": ["bash", "-lc", "make test"]}
    lines: list[dict[str, Any]] = [
        {
            "id": "session-old",
            "timestamp": "2025-07-01T10:00:00.000Z",
            "instructions": None,
            "git": {"branch": "topic"},
        },
        {"record_type": "state"},
        message("user", "<environment_context>\n<cwd>/w/field</cwd>\n</environment_context>")["payload"],
        message("user", "run the tests")["payload"],
        {"type": "reasoning", "id": "r1", "summary": []},
        {"type": "function_call", "name": "shell", "arguments": json.dumps(shell), "call_id": "c1"},
        {
            "type": "function_call_output",
            "call_id": "c1",
            "output": json.dumps({"output": "1 failed", "metadata": {"exit_code": 1}}),
        },
        message("assistant", "One test fails.")["payload"],
    ]

    events, report = read_rollout(tmp_path, *lines)

    (result,) = of_kind(events, ToolResult)
    settings = of_kind(events, Setting)
    assert ["run the tests"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert [shell] == [call.arguments for call in of_kind(events, ToolCall)]
    assert (True, "1 failed") == (result.failed, result.text)
    assert ["One test fails."] == [text.text for text in of_kind(events, AgentText)]
    assert [("topic", "session-old", None), (None, None, "/w/field")] == [
        (setting.branch, setting.session, setting.folder) for setting in settings
    ]
    assert (8, 8, ()) == (report.lines_read, report.lines_used, report.skipped)


def test_lines_of_the_shape_between_are_read(tmp_path: Path) -> None:
    """One version calls its first line and its prompts differently."""
    prompt = message("user", "hello")
    prompt["type"] = "request_item"
    first = meta()
    first["type"] = "session_start"

    assert ["hello"] == said(tmp_path, first, prompt)


def test_an_aborted_turn_is_an_interrupt_and_a_replaced_one_is_not(tmp_path: Path) -> None:
    """The person stopped the one; the other ended because they typed on."""
    lines = [event("turn_aborted", reason=reason) for reason in ("interrupted", "replaced", "review_ended")]
    events, _ = read_rollout(tmp_path, meta(), *lines, message("user", "<turn_aborted>stopped</turn_aborted>"))

    assert 1 == len(of_kind(events, Interrupted))


def test_a_skill_that_the_person_named_is_typed(tmp_path: Path) -> None:
    """Its text is put into the turn because the prompt names it."""
    lines = [
        event("user_message", message="$check the branch"),
        message("user", "<skill>\n<name>check</name>\n<path>x</path>\n</skill>"),
    ]
    (typed,) = of_kind(read_rollout(tmp_path, meta(), *lines)[0], TypedCommand)

    assert ("check", True) == (typed.name, typed.known)


def test_where_the_session_stands_is_said_when_it_changes(tmp_path: Path) -> None:
    """Each turn repeats folder and model; a change of either is news."""
    turns = [
        line("turn_context", cwd="/w/field", model="model-one"),
        line("turn_context", cwd="/w/field", model="model-one"),
        line("turn_context", cwd="/w/field/sub", model="model-one"),
    ]
    settings = of_kind(read_rollout(tmp_path, meta(), *turns)[0], Setting)

    assert [
        ("/w/field", "main", None, "session-one"),
        (None, None, "model-one", None),
        ("/w/field/sub", None, None, None),
    ] == [(setting.folder, setting.branch, setting.model, setting.session) for setting in settings]


def test_files_that_a_patch_changed_are_named(tmp_path: Path) -> None:
    """The event after a patch lists its files; a refused patch changed none."""
    changes = {"/w/field/b.py": {"type": "update"}, "/w/field/a.py": {"type": "add"}}
    lines = [event("patch_apply_end", call_id="c", success=done, changes=changes) for done in (True, False)]

    (changed,) = of_kind(read_rollout(tmp_path, meta(), *lines)[0], FilesChanged)

    assert ("/w/field/a.py", "/w/field/b.py") == changed.paths


def test_a_sub_agents_rollout_holds_no_words_of_the_person(tmp_path: Path) -> None:
    """Its prompts were written by the agent that started it."""
    first = line("session_meta", id="child", cwd="/w/field", source={"subagent": {"thread_spawn": {"depth": 1}}})
    lines = [
        message("user", "no, use tabs"),
        event("user_message", message="no, use tabs"),
        message("assistant", "Done."),
    ]
    events, _ = read_rollout(tmp_path, first, *lines)

    assert [] == of_kind(events, Prompt)
    assert [True] == [text.sidechain for text in of_kind(events, AgentText)]


HISTORY = [
    line("turn_context", 1, cwd="/w/field", model="model-one"),
    line("response_item", 1, **message("user", "shared")["payload"]),
    line("event_msg", 1, type="user_message", message="shared"),
    line("response_item", 2, type="function_call", name="shell", arguments="{}", call_id="call_0123456789abcdef"),
    line("response_item", 2, type="function_call_output", call_id="call_0123456789abcdef", output="Exit code: 1"),
    line("event_msg", 2, type="token_count", info=None),
    line("response_item", 3, **message("assistant", "Shared answer.")["payload"]),
]


def later(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same lines as a fork writes them down: all at one later moment."""
    return [given | {"timestamp": "2026-03-11T10:00:00.000Z"} for given in lines]


@pytest.mark.parametrize("dropped", [[], [5], [0, 5]])
def test_a_fork_counts_only_what_is_new_in_it(dropped: list[int], tmp_path: Path) -> None:
    """It replays its parent's head under new times, perhaps without the lines that say nothing."""
    parent = write_lines(tmp_path / "parent.jsonl", [meta(), *HISTORY])
    replayed = [given for number, given in enumerate(HISTORY) if number not in dropped]
    own = [message("user", "new"), event("user_message", message="new"), message("assistant", "New answer.")]
    fork = write_lines(
        tmp_path / "fork.jsonl", [meta("session-two", forked_from_id="session-one"), *later([meta(), *replayed]), *own]
    )

    events, report = read(parent, fork, agent="codex")
    alone, _ = read(fork, agent="codex", earlier=[parent])

    assert ["shared", "new"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert ["Shared answer.", "New answer."] == [text.text for text in of_kind(events, AgentText)]
    assert (1, 1) == (len(of_kind(events, ToolCall)), len(of_kind(events, ToolResult)))
    assert 1 + len(replayed) == report.copies
    assert ["new"] == [prompt.text for prompt in of_kind(alone, Prompt)]
    assert () == report.notes


def test_a_fork_from_the_middle_counts_the_same_words_said_again(tmp_path: Path) -> None:
    """It replays the first turn only; what the person then types there is new, were they the parent's later words."""

    def turn(text: str) -> list[dict[str, Any]]:
        return [message("user", text), event("user_message", message=text), message("assistant", f"{text} done.")]

    parent = write_lines(tmp_path / "parent.jsonl", [meta(), *turn("one"), *turn("two"), *turn("three")])
    fork = write_lines(
        tmp_path / "fork.jsonl",
        [
            meta("session-two", forked_from_id="session-one"),
            *later([meta(), *turn("one")]),
            *turn("three"),
            *turn("two"),
        ],
    )

    events, _ = read(parent, fork, agent="codex")

    assert ["one", "two", "three", "three", "two"] == [prompt.text for prompt in of_kind(events, Prompt)]


def test_a_fork_without_its_parent_says_that_it_holds_its_turns(tmp_path: Path) -> None:
    """Nobody can tell the parent's turns from the fork's own, so they count, and the report says so."""
    fork = write_lines(tmp_path / "fork.jsonl", [meta("session-two"), *later([meta(), *HISTORY])])

    events, report = read(fork, agent="codex")

    assert ["shared"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert ["session-two"] == [setting.session for setting in of_kind(events, Setting) if setting.session]
    assert (
        "fork.jsonl begins with another session's turns, which count as its own: that one was not read",
    ) == report.notes


def test_five_copies_of_a_rollout_are_one(tmp_path: Path) -> None:
    """A synchronised folder holds the same file several times, one of them longer."""
    lines = [meta(), *HISTORY]
    files = [write_lines(tmp_path / str(copy) / "rollout.jsonl", lines) for copy in range(4)]
    files.append(write_lines(tmp_path / "4" / "rollout.jsonl", [*lines, event("user_message", message="more")]))

    events, report = read(*files, agent="codex")

    assert ["shared", "more"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert 4 * len(lines) == report.copies


def test_two_sessions_may_hold_the_same_words(tmp_path: Path) -> None:
    """Neither is the other's fork: what is said in both was said twice."""
    files = [write_lines(tmp_path / f"{name}.jsonl", [meta(name), *HISTORY[:3]]) for name in ("one", "two")]

    events, report = read(*files, agent="codex")

    assert (["shared", "shared"], 0) == ([prompt.text for prompt in of_kind(events, Prompt)], report.copies)


def test_unknown_kinds_are_counted_by_name(tmp_path: Path) -> None:
    """A line, an item or an event that no version had so far is named, and the rest is used."""
    lines: list[dict[str, Any] | str] = [
        meta(),
        line("brand_new", x=1),
        item("brand_new"),
        event("brand_new"),
        {"type": "session_meta"},
        {"silly": "this"},
        "[1]",
        {"type": ["list"], "payload": {}},
        message("user", "last"),
    ]

    events, report = read_rollout(tmp_path, *lines)

    assert ["last"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert {
        "brand_new": (2,),
        "item brand_new": (3,),
        "event brand_new": (4,),
        "session_meta": (5,),
        "no type": (6, 8),
        "no object": (7,),
    } == faults(report)
