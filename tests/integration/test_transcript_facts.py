"""Facts of transcripts on disk: readers and facts together, on what agents really write (SPEC 3.3)."""

import json
from collections.abc import Mapping
from pathlib import Path

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.schemas.transcript import Agent, TranscriptFacts
from tests.support.transcripts import called, claude, returned, write_lines


def facts_of(*files: Path, agent: Agent = "claude-code") -> TranscriptFacts:
    reading = read_events(files, agent=agent)
    return gather_facts(reading, lambda: reading.report, redact)


def uses(facts: TranscriptFacts) -> list[tuple[str, str]]:
    return [(use.name, use.kind) for use in facts.skills]


def test_a_forked_session_counts_its_parents_calls_once(tmp_path: Path) -> None:
    """
    The fork's file repeats the parent's head, with the same record ids and the same ids of calls.
    """
    shared = [
        claude("user", "shared one", uuid="u1"),
        claude("assistant", [called("Skill", "toolu_0123456789abcdef", skill="p:check")], uuid="u2"),
    ]
    parent = write_lines(tmp_path / "one.jsonl", shared)
    fork = write_lines(tmp_path / "two.jsonl", [*shared, claude("user", "new", sessionId="two", uuid="u3")])
    found = facts_of(parent, fork)

    assert [("p:check", "called")] == uses(found)
    assert ["shared one", "new"] == [prompt.text for prompt in found.prompts]


def test_the_five_copies_of_a_session_count_once(tmp_path: Path) -> None:
    """
    Checkpoints copy the whole file; none of its facts becomes more by that.
    """
    lines = [
        claude("user", "rename the parser"),
        claude("assistant", [called("Edit", "toolu_0123456789abcdef", file_path="/w/a.py")]),
        claude("user", [returned("toolu_0123456789abcdef", "ok")]),
        claude("user", "no, undo that"),
    ]
    copies = [write_lines(tmp_path / f"{number}.jsonl", lines) for number in range(5)]
    found = facts_of(*copies)

    assert (2, 1, 1) == (len(found.prompts), len(found.edits), len(found.corrections))


def test_a_skill_that_was_called_in_vain_typed_and_quoted_was_used_once(tmp_path: Path) -> None:
    """
    The failed call, the agent's own command, a tool's output and a question about it are no uses.
    """
    echo = "<command-name>/p:check</command-name>"
    file = write_lines(
        tmp_path / "s.jsonl",
        [
            claude("assistant", [called("Skill", "t1", skill="p:check", args="x")]),
            claude("user", [returned("t1", "Unknown skill: p:check", is_error=True)]),
            claude("user", f"<command-message>check is running</command-message>\n{echo}"),
            claude("user", "<command-name>/clear</command-name>"),
            claude("user", [returned("t2", f"log: {echo}")]),
            claude("user", f"why does the log print {echo} twice?"),
        ],
    )

    assert [("p:check", "failed"), ("p:check", "typed"), ("p:check", "quoted"), ("p:check", "quoted")] == uses(
        facts_of(file)
    )


def test_a_skill_that_the_agent_launched_is_not_typed_as_well(tmp_path: Path) -> None:
    """
    The agent echoes its own call like a typed command; a failed one is echoed by nobody.
    """
    echo = '<command-message>The "check" skill is loading</command-message>\n<command-name>p:check</command-name>'
    file = write_lines(
        tmp_path / "s.jsonl",
        [
            claude("assistant", [called("Skill", "t1", skill="p:check")]),
            claude("user", [returned("t1", "Launching skill: p:check")]),
            claude("user", echo),
            claude("user", "Base directory for this skill: /w/skills/check", isMeta=True),
        ],
    )

    assert [("p:check", "called")] == uses(facts_of(file))


def test_what_is_not_the_persons_corrects_and_closes_nothing(tmp_path: Path) -> None:
    """
    Reminders, tool results, summaries and sub-agents speak in the person's place; `no dialog appeared` is a report.
    """
    file = write_lines(
        tmp_path / "s.jsonl",
        [
            claude("assistant", [called("Edit", "t0", file_path="/w/a.py"), {"type": "text", "text": "Done."}]),
            claude("user", "<system-reminder>no, use tabs</system-reminder>", isMeta=True),
            claude("user", [returned("t", "no, that is wrong")]),
            claude("user", "This session is being continued... the user said: cancel item 3", isCompactSummary=True),
            claude("user", "no, stop", isSidechain=True, agentId="a1"),
            claude("user", "no dialog appeared"),
        ],
    )
    found = facts_of(file)

    assert ["no dialog appeared"] == [prompt.text for prompt in found.prompts]
    assert ((), ()) == (found.corrections, found.closings)


def test_a_codex_rollout_has_the_same_facts(tmp_path: Path) -> None:
    """
    Another agent's shapes, the same questions: edits by patch, commands by exit code, commits, corrections.
    """

    def item(payload: Mapping[str, object]) -> str:
        return json.dumps({"timestamp": "2026-03-10T09:00:00.000Z", "type": "response_item", "payload": payload})

    def call(identity: str, name: str, **arguments: object) -> str:
        words = {"type": "function_call", "name": name, "arguments": json.dumps(arguments), "call_id": identity}
        return item(words)

    def output(identity: str, text: str) -> str:
        return item({"type": "function_call_output", "call_id": identity, "output": text})

    meta = {"id": "0199-a", "cwd": "/w/field", "timestamp": "2026-03-10T09:00:00.000Z"}
    said = {"type": "user_message", "message": "no, undo that"}
    file = write_lines(
        tmp_path / "rollout.jsonl",
        [
            json.dumps({"timestamp": "2026-03-10T09:00:00.000Z", "type": "session_meta", "payload": meta}),
            call("c1", "exec_command", cmd="make test"),
            output("c1", "Chunk ID: a\nWall time: 1 s\nProcess exited with code 2\nOutput:\nTypeError: no"),
            call("c2", "apply_patch", input="*** Begin Patch\n*** Update File: a.py\n*** End Patch"),
            output("c2", "Success. Updated the following files:\nM a.py"),
            call("c3", "exec_command", cmd="git commit -am x"),
            output("c3", "Process exited with code 0\nOutput:\n[main abc1234] x"),
            json.dumps({"timestamp": "2026-03-10T09:01:00.000Z", "type": "event_msg", "payload": said}),
        ],
    )
    found = facts_of(file, agent="codex")

    assert ["/w/field/a.py"] == [edit.path for edit in found.edits]
    assert [("make test", "TypeError: no")] == [(command.command, command.said) for command in found.failed_commands]
    assert ["abc1234"] == [commit.sha for commit in found.commits]
    assert ["no"] == [correction.cue for correction in found.corrections]
    assert ("0199-a", 60) == (found.session, found.active_seconds)
