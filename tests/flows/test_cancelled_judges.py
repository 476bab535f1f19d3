"""A run that is cut off while a judge works: nothing of it stays, and the hub is free (SPEC 5)."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.judging_programs import install
from tests.support.repositories import Repository
from tests.support.waiting import wait_for

ANSWERS = {"challenger": {"attacks": []}, "critic": {"word": "PASS", "findings": []}}
# What is started in the background of a script ignores Ctrl-C, and so would the command.
HEEDS_CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.parametrize("role", ANSWERS)
def test_ctrl_c_ends_the_judge_and_frees_the_hub(
    role: str,
    state: Path,
    small_hub: Repository,
    lendlog: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    The command ends with 130, no child of it is left, and the same close goes on where it was, with nobody in its way.
    """
    program = install(tmp_path, monkeypatch, "claude", "time.sleep(600)")
    small_hub.write("harvest.toml", f'[judge]\n{role} = "claude"\n')
    typed = ["close", "--hub", str(small_hub.path), "--since", "2026-01-01", "--no-input"]
    command = [sys.executable, "-c", HEEDS_CTRL_C, sys.executable, "-m", "harvest_loop.cli", *typed]
    with subprocess.Popen(command, cwd=lendlog, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        try:
            assert wait_for(program.seen.exists, within=120)
            run.send_signal(signal.SIGINT)
            _, complained = run.communicate(timeout=60)
        finally:
            run.kill()

    assert 130 == run.returncode, complained
    assert program.leaves_nothing()
    usage = {"input_tokens": 100, "output_tokens": 10}
    told = json.dumps({"type": "result", "result": json.dumps(ANSWERS[role]), "usage": usage})
    install(tmp_path, monkeypatch, "claude", f"print({told!r})")
    again = harvest(*typed, cwd=lendlog)
    assert "Verdict: CONDITIONAL_PASS" in again.stdout, again.stderr
    status = json.loads(harvest("status", "--hub", str(small_hub.path), "--json", cwd=lendlog).stdout)
    assert 1 == len(status["waiting"])
