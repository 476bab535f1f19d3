"""`claude` and `codex` as judges: what they see of this machine, how they are read, and that nothing of them stays."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from harvest_loop.adapters.models import calls, doors
from harvest_loop.errors import JudgeUnavailable, JudgeUnusable
from harvest_loop.schemas.judging import BackEnd
from tests.packaging.project import ROOT
from tests.support.judging_programs import install
from tests.support.model_calls import call_of
from tests.support.waiting import wait_for

PASS = '{"word": "PASS", "findings": []}'
CLAUDE = json.dumps({"type": "result", "result": PASS, "usage": {"input_tokens": 7, "output_tokens": 3}})
CODEX = "\n".join(
    json.dumps(event)
    for event in (
        {"type": "thread.started", "thread_id": "t"},
        {"type": "item.completed", "item": {"type": "reasoning", "text": "hm"}},
        {"type": "item.completed", "item": {"type": "agent_message", "text": PASS}},
        {"type": "turn.completed", "usage": {"input_tokens": 7, "output_tokens": 3}},
    )
)
ASK = """
from harvest_loop.adapters.models import doors
from tests.support.judging_programs import install
from tests.support.model_calls import call_of
doors.ask(call_of("critic", {back_end!r}, model="", seconds=600))
"""


def printing(text: str) -> str:
    return f"print({text!r})"


@pytest.mark.parametrize(("back_end", "text"), [("claude", CLAUDE), ("codex", CODEX)])
@pytest.mark.parametrize("apart", [True, False])
def test_a_program_answers_and_nothing_of_it_stays(
    apart: bool, back_end: BackEnd, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Its answer and its numbers are read; a child that it left behind is ended, also one in a group of its own.
    """
    program = install(tmp_path, monkeypatch, back_end, printing(text), apart=apart)

    found = doors.ask(call_of("critic", back_end, model=""))

    assert ("PASS", 7, 3) == (found.answer.word, found.usage.tokens_in, found.usage.tokens_out)
    assert program.leaves_nothing()


@pytest.mark.parametrize(("back_end", "text"), [("claude", CLAUDE), ("codex", CODEX)])
def test_a_program_sees_the_prompt_and_little_else(
    back_end: BackEnd, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    An empty folder, the variables that it needs, how deep the loop is in itself, and no tools.
    """
    program = install(tmp_path, monkeypatch, back_end, printing(text))
    for name in ("HARVEST_HUB", "PREFECT_API_URL", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "PYTHONPATH"):
        monkeypatch.setenv(name, "canary")
    monkeypatch.setenv("HARVEST_LOOP_DEPTH", "1")
    call = call_of("critic", back_end, model="some-model")

    doors.ask(call)

    told = program.told()
    assert [] == told["cwd"]
    assert "canary" not in json.dumps({key: value for key, value in told["env"].items() if key != "PATH"})
    assert "2" == told["env"]["HARVEST_LOOP_DEPTH"]
    assert told["stdin"].endswith(call.prompt.user)
    at = told["argv"].index("--model")
    assert "some-model" == told["argv"][at + 1]
    if back_end == "claude":
        assert "" == told["argv"][told["argv"].index("--tools") + 1]
        assert call.prompt.system == told["argv"][told["argv"].index("--system-prompt") + 1]
    else:
        assert "read-only" == told["argv"][told["argv"].index("--sandbox") + 1]
        assert told["stdin"].startswith(call.prompt.system)


@pytest.mark.parametrize("back_end", ["claude", "codex"])
def test_a_program_that_takes_too_long_is_ended_with_its_children(
    back_end: BackEnd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The time limit is hard, and what it started is gone when the call returns.
    """
    program = install(tmp_path, monkeypatch, back_end, "time.sleep(600)")

    with pytest.raises(JudgeUnavailable, match=f"no answer of {back_end} within"):
        doors.ask(call_of("critic", back_end, model="", seconds=3))

    assert program.leaves_nothing()


def test_a_call_is_ended_with_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Whoever ends the run ends what it waits for, from any thread.
    """
    program = install(tmp_path, monkeypatch, "claude", "time.sleep(600)")
    errors: list[JudgeUnavailable] = []

    def ask() -> None:
        try:
            doors.ask(call_of("critic", "claude", model="", seconds=600))
        except JudgeUnavailable as error:
            errors.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert wait_for(program.seen.exists, within=60)
    calls.end_all()
    asking.join(timeout=60)

    assert ["ended with the run"] == [error.what for error in errors]
    assert program.leaves_nothing()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_ends_with_whoever_asked_it(
    how: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A run that is killed can end nothing itself: its judge's group goes all the same.
    """
    program = install(tmp_path, monkeypatch, "claude", "time.sleep(600)", apart=False)
    command = [sys.executable, "-c", ASK.format(back_end="claude")]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as run:
        assert wait_for(program.seen.exists, within=60)
        run.send_signal(how)

    assert program.leaves_nothing()


@pytest.mark.parametrize(
    ("back_end", "then", "kind", "why"),
    [
        ("claude", "print('x' * 3_000_000)", JudgeUnusable, "printed more than 2000000 bytes"),
        ("claude", "print('not JSON')", JudgeUnusable, "claude printed no JSON"),
        ("claude", "sys.exit(3)", JudgeUnusable, "claude"),
        ("claude", printing('{"is_error": true, "result": "Overloaded"}'), JudgeUnavailable, "Overloaded"),
        ("claude", printing('{"result": "Sure! PASS"}'), JudgeUnusable, "two answers that can't be used"),
        ("codex", printing('{"type": "turn.failed", "error": {"message": "429"}}'), JudgeUnavailable, "429"),
        ("codex", printing("no event at all"), JudgeUnusable, "two answers that can't be used"),
    ],
)
def test_what_a_program_says_amiss_is_no_answer(
    back_end: BackEnd,
    then: str,
    kind: type[Exception],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Too much, no JSON, an error of its own, prose: what may pass is told apart from what no retry mends.
    """
    program = install(tmp_path, monkeypatch, back_end, then)

    with pytest.raises(kind, match=why):
        doors.ask(call_of("critic", back_end, model=""))

    assert program.leaves_nothing()


def test_a_program_that_is_not_installed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Which, and what to do.
    """
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(JudgeUnavailable, match="codex was not found"):
        doors.ask(call_of("critic", "codex", model=""))
