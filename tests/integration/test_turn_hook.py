"""The hook at each turn: the question of a mid-session harvest, once, from what was appended (SPEC 4, 10.4)."""

import json
import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.repositories import Repository
from tests.support.sessions import run_hook
from tests.support.worked_sessions import WorkedSession

QUESTION = "Early harvest condition detected. Run mid-session harvest?"
PROFILE = "tracks/_meta/user_adaptation_profile.md"

pytestmark = pytest.mark.usefixtures("in_a_hub")


@pytest.fixture
def in_a_hub(field: Repository) -> Repository:
    """The field is its own hub."""
    field.commit("the hub", {"harvest.toml": ""})
    return field


@pytest.fixture
def session(field: Repository) -> WorkedSession:
    """A session that began this morning."""
    return WorkedSession(field, begins=1_774_000_000)


def payload(session: WorkedSession, transcript: Path | None, **more: object) -> str:
    """What Claude Code tells when the person sends a prompt."""
    told = {
        "session_id": session.session,
        "transcript_path": None if transcript is None else str(transcript),
        "cwd": str(session.field.path),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "go on",
    }
    return json.dumps({**told, **more})


def turn(session: WorkedSession, folder: Path, **more: Any) -> str:
    """The person sends a prompt; returns what the hook puts into the agent's context."""
    told = payload(session, session.write(folder))
    done = run_hook("claude-code-turn", payload=told, state=folder / "state", **more)
    assert (0, b"") == (done.returncode, done.stderr), done.stderr
    return context_in(done)


def context_in(done: subprocess.CompletedProcess[bytes]) -> str:
    if not done.stdout:
        return ""
    told = json.loads(done.stdout)["hookSpecificOutput"]
    assert {"hookEventName", "additionalContext"} == set(told)
    assert "UserPromptSubmit" == told["hookEventName"]
    return str(told["additionalContext"])


def fail(session: WorkedSession, times: int) -> None:
    """The agent runs into the same wall."""
    for _ in range(times):
        session.uses("Bash", "Exit code 2\nError", failed=True, command="make swordfish")


def state_file(folder: Path) -> Path:
    (found,) = (folder / "state" / "turns").glob("*.json")
    return found


def test_the_question_comes_once_and_literally(session: WorkedSession, tmp_path: Path) -> None:
    """
    At the turn after a condition has come to hold, as the first line; never again, and nothing of the session in it.
    """
    said = []
    for _ in range(5):
        fail(session, 1)
        said.append(turn(session, tmp_path))

    assert [False, False, True, False, False] == [bool(text) for text in said]
    assert QUESTION == said[2].partition("\n")[0]
    assert "one command failed 3 times" in said[2]
    assert f"propose --mid-session --yes --transcript {tmp_path}" in said[2]
    assert "swordfish" not in said[2]


def test_only_what_was_appended_is_read(session: WorkedSession, tmp_path: Path) -> None:
    """
    What an earlier look has read may be anything by now: it is not opened again, and what it came to still counts.
    """
    fail(session, 2)
    assert "" == turn(session, tmp_path)
    fail(session, 1)
    path = session.write(tmp_path)
    _, seen = json.loads(state_file(tmp_path).read_text())["files"][path.name]
    with path.open("r+b") as stream:
        stream.write(b"x" * (seen - 1))

    done = run_hook("claude-code-turn", payload=payload(session, path), state=tmp_path / "state")

    assert "one command failed 3 times" in context_in(done)


def test_a_line_that_is_still_being_written_waits(session: WorkedSession, tmp_path: Path) -> None:
    """
    Half a line says nothing yet; once it is whole it counts, and counts once.
    """
    fail(session, 3)
    whole = session.write(tmp_path)
    text = whole.read_bytes()
    told = payload(session, whole)

    for cut, asked in ((len(text) - 40, False), (len(text), True)):
        whole.write_bytes(text[:cut])
        os.utime(whole, (session.now, session.now))
        done = run_hook("claude-code-turn", payload=told, state=tmp_path / "state")
        assert asked == bool(done.stdout)


@pytest.mark.parametrize("how", ["shorter", "another file"])
def test_a_transcript_that_began_anew_is_counted_anew(how: str, session: WorkedSession, tmp_path: Path) -> None:
    """
    What was counted belongs to a text that is gone.
    """
    fail(session, 2)
    assert "" == turn(session, tmp_path)
    session.lines.clear()
    fail(session, 1 if how == "shorter" else 2)
    if how == "another file":
        session.write(tmp_path).rename(tmp_path / "old")
        session.answers("a longer answer than before")

    assert "" == turn(session, tmp_path)


@pytest.mark.parametrize("broken", [b"", b"[]", b"{", b'{"schema_version": 1, "file": 1}', b"\xff" * 100])
def test_a_state_that_cannot_be_read_is_begun_anew(broken: bytes, session: WorkedSession, tmp_path: Path) -> None:
    """
    Then the whole transcript counts once more, and the question is not lost.
    """
    fail(session, 2)
    turn(session, tmp_path)
    state_file(tmp_path).write_bytes(broken)
    fail(session, 1)

    assert turn(session, tmp_path).startswith(QUESTION)


def test_who_muted_the_question_is_not_asked(session: WorkedSession, tmp_path: Path) -> None:
    """
    Unmuted later, the session that it holds for is asked after all.
    """
    session.field.write(PROFILE, "---\nmuted_nags: [cadence, mid-session]\n---\n")
    fail(session, 3)
    assert "" == turn(session, tmp_path)

    session.field.write(PROFILE, "---\nmuted_nags: [cadence]\n---\n")

    assert turn(session, tmp_path).startswith(QUESTION)


def test_without_a_hub_nobody_is_asked(session: WorkedSession, tmp_path: Path) -> None:
    """
    There is nothing that a yes could harvest into.
    """
    (session.field.path / "harvest.toml").unlink()
    fail(session, 3)

    assert "" == turn(session, tmp_path)


def test_inside_of_the_loop_nobody_is_asked(session: WorkedSession, tmp_path: Path) -> None:
    """
    A judge's session is not one to be harvested.
    """
    fail(session, 3)

    assert "" == turn(session, tmp_path, HARVEST_LOOP_DEPTH="1")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (b"", "the payload is empty"),
        (b"{", "the payload is no JSON"),
        (b'{"session_id": "s", "transcript_path": "/nowhere/at/all"}', "No such file"),
        (b'{"session_id": "s", "transcript_path": "/dev/zero"}', "not a plain file"),
        (b'{"session_id": "s", "transcript_path": "a\\u0000b"}', "null byte"),
    ],
    ids=["empty", "no JSON", "no file", "a device", "NUL"],
)
def test_what_goes_wrong_is_one_line_and_no_failure(told: bytes, why: str, tmp_path: Path) -> None:
    """
    The person's prompt goes on to the agent, whatever happened here.
    """
    done = run_hook("claude-code-turn", payload=told, state=tmp_path / "state")

    assert (0, b"") == (done.returncode, done.stdout)
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("harvest: this session's turn was not looked at: ")
    assert why in line


def test_a_transcript_that_is_not_named_is_nothing_to_look_at(session: WorkedSession, tmp_path: Path) -> None:
    """
    Codex has none at a session's very first turn.
    """
    done = run_hook("codex-turn", payload=payload(session, None), state=tmp_path / "state")

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)


def test_codex_is_asked_in_the_same_form(session: WorkedSession, tmp_path: Path) -> None:
    """
    Its rollout grows line by line too, and its hooks take the same answer.
    """
    rollout = tmp_path / "rollout-2026-03-20T09-46-40-s.jsonl"
    said = []
    for number in range(3):
        with rollout.open("a") as stream:
            for item in (
                {"type": "function_call", "call_id": f"c{number}", "name": "shell", "arguments": '{"cmd": "make x"}'},
                {"type": "function_call_output", "call_id": f"c{number}", "output": "Process exited with code 2\nno"},
            ):
                line = {"timestamp": f"2026-03-20T09:4{number}:00.000Z", "type": "response_item", "payload": item}
                stream.write(json.dumps(line) + "\n")
        done = run_hook("codex-turn", payload=payload(session, rollout), state=tmp_path / "state")
        assert (0, b"") == (done.returncode, done.stderr)
        said.append(context_in(done))

    assert ["", ""] == said[:2]
    assert said[2].startswith(QUESTION)


def test_a_huge_transcript_is_read_over_several_turns(session: WorkedSession, tmp_path: Path) -> None:
    """
    No turn waits for more than a bounded part of it, and what stands at its end is seen in the end.
    """
    for number in range(40):
        session.answers(f"{number} " + "word " * 200_000)
    fail(session, 3)

    said = [turn(session, tmp_path) for _ in range(4)]

    assert "" == said[0]
    assert 1 == sum(text.startswith(QUESTION) for text in said)


def sub_agents_file(session: WorkedSession, folder: Path, how: str) -> Path:
    """Where Claude Code keeps what a sub-agent of the session wrote, now and in older versions."""
    place = folder / session.session / "subagents" if how == "in a folder of the session" else folder
    place.mkdir(parents=True, exist_ok=True)
    return place / "agent-a1b2c3.jsonl"


def write_as_sub_agent(session: WorkedSession, begin: int, place: Path) -> None:
    """The session's records from that one on are a sub-agent's, in a file of its own."""
    lines = [json.dumps({**line, "isSidechain": True}) + "\n" for line in session.lines[begin:]]
    del session.lines[begin:]
    with place.open("a", encoding="utf-8") as out:
        out.writelines(lines)


@pytest.mark.parametrize("how", ["in a folder of the session", "beside the session"])
def test_what_sub_agents_run_into_counts_too(how: str, session: WorkedSession, tmp_path: Path) -> None:
    """
    A command that fails twice in the session and once in a sub-agent's file failed three times, whoever ran it; what
    another session's sub-agent ran into is none of this one's.
    """
    place = sub_agents_file(session, tmp_path, how)
    other = place.with_name("agent-ffffff.jsonl") if how == "beside the session" else tmp_path / "agent-ffffff.jsonl"
    other.write_text('{"type":"user","sessionId":"another","isSidechain":true}\n' * 3)
    session.answers()
    fail(session, 2)
    assert "" == turn(session, tmp_path)
    begin = len(session.lines)
    fail(session, 1)
    write_as_sub_agent(session, begin, place)

    assert "one command failed 3 times" in turn(session, tmp_path)


def test_each_sub_agents_line_counts_once(session: WorkedSession, tmp_path: Path) -> None:
    """
    At each turn only what was appended to its file is taken in, and nothing at a turn at which nothing was.
    """
    place = sub_agents_file(session, tmp_path, "in a folder of the session")
    session.answers()
    begin = len(session.lines)
    for number in range(2):
        fail(session, 1)
        write_as_sub_agent(session, begin, place)
        for _ in range(3):
            assert "" == turn(session, tmp_path), number

    fail(session, 1)
    write_as_sub_agent(session, begin, place)
    assert "one command failed 3 times" in turn(session, tmp_path)


def test_a_sub_agents_file_that_cannot_be_read_keeps_no_turn_from_being_looked_at(
    session: WorkedSession, tmp_path: Path
) -> None:
    """
    A pipe under such a name would never end; the session's own file counts as ever.
    """
    os.mkfifo(sub_agents_file(session, tmp_path, "in a folder of the session"))
    fail(session, 3)

    assert turn(session, tmp_path).startswith(QUESTION)


def test_codex_sub_agents_count_and_their_task_is_no_prompt(session: WorkedSession, tmp_path: Path) -> None:
    """
    A sub-agent's rollout names its parent; what it was told, it was told by the agent and not by a person.
    """

    def fails(call: str) -> tuple[dict[str, Any], ...]:
        return (
            {"type": "function_call", "call_id": call, "name": "shell", "arguments": '{"cmd": "make x"}'},
            {"type": "function_call_output", "call_id": call, "output": "Process exited with code 2\nno"},
        )

    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "no, undo that"}]}
    parent = {"source": {"subagent": {"thread_spawn": {"parent_thread_id": session.session}}}, "id": "child"}
    own, side = (tmp_path / f"rollout-2026-03-20T09-46-4{number}-s.jsonl" for number in range(2))

    def append(path: Path, kind: str, *items: dict[str, Any]) -> None:
        with path.open("a") as stream:
            for item in items:
                stream.write(
                    json.dumps({"timestamp": "2026-03-20T09:46:00.000Z", "type": kind, "payload": item}) + "\n"
                )

    def asked() -> str:
        done = run_hook("codex-turn", payload=payload(session, own), state=tmp_path / "state")
        assert (0, b"") == (done.returncode, done.stderr)
        return context_in(done)

    append(own, "session_meta", {"id": session.session})
    append(side, "session_meta", parent)
    for _ in range(3):
        append(side, "response_item", said)
        assert "" == asked()
    append(own, "response_item", *fails("one"), *fails("two"))
    append(side, "response_item", *fails("three"))

    assert "one command failed 3 times" in asked()


@pytest.mark.bench
def test_a_turn_is_quick(session: WorkedSession, tmp_path: Path) -> None:
    """
    A person waits: what a long session's turn added is read in a fifth of a second, interpreter and all.
    """
    for number in range(20_000):
        session.answers(f"{number} " + "word " * 40)
    turn(session, tmp_path)
    times = []
    for _ in range(11):
        fail(session, 0)
        session.uses("Bash", "ok " * 2_000, command="make test")
        told = payload(session, session.write(tmp_path))
        began = time.perf_counter()
        run_hook("claude-code-turn", payload=told, state=tmp_path / "state")
        times.append(time.perf_counter() - began)

    assert statistics.median(times) <= 0.2
    assert max(times) <= 1.0
