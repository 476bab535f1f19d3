"""Ends of sessions as hosts tell them, and transcripts as Claude Code writes them."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.support.transcripts import claude, write_lines

SESSION = "11111111-2222-4333-8444-555555555555"


def session_end(session: str = SESSION, **more: object) -> str:
    """The payload of Claude Code's SessionEnd."""
    told = {"session_id": session, "hook_event_name": "SessionEnd", "reason": "other", **more}
    return json.dumps(told)


def hook_command(*words: str) -> list[str]:
    """How a host calls our hook."""
    return [sys.executable, "-m", "harvest_loop.cli", "hook", *words]


def run_hook(
    *words: str, payload: str | bytes = "", state: Path, at: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Call the hook as a host does, with the payload on its standard input."""
    return subprocess.run(
        hook_command(*words),
        cwd=at,
        input=payload.encode() if isinstance(payload, str) else payload,
        env={**os.environ, "HARVEST_STATE": str(state), **variables},
        capture_output=True,
        check=False,
    )


def markers(state: Path) -> list[Path]:
    """The markers that lie in the inbox."""
    return sorted((state / "inbox" / "markers").glob("*.json"))


def talk(
    folder: Path, *, at: int, cwds: Sequence[Path | str], session: str = SESSION, says: str = "please go on"
) -> Path:
    """Write a transcript with one turn in each folder, a minute apart, the last at that moment; return its file."""
    lines = []
    for number, cwd in enumerate(cwds):
        moment = datetime.fromtimestamp(at - 60 * (len(cwds) - 1 - number), UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        named = {"cwd": str(cwd), "sessionId": session, "uuid": f"{session}-{number}", "timestamp": moment}
        lines.append(claude("user", says, **named))
    path = write_lines(folder / f"{session}.jsonl", lines)
    os.utime(path, (at, at))
    return path
