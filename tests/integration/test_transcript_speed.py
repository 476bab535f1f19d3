"""How fast transcripts are read, as events and into facts, and in how much memory (SPEC 3.3, 12); `make bench`."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from harvest_loop.schemas.transcript import Agent
from tests.support.opencode import answered, asked, said, session, used
from tests.support.transcripts import called, claude, returned

BAR = 100  # megabytes a second of one core
BAR_OF_SHORT_LINES = 50  # into facts, where every fifth line is a prompt and every fifth an edit
GROWTH = 16  # megabytes that a file ten times as long may take more
KEPT = 32  # megabytes that all facts may take that are kept
CALLS = 5  # to a prompt; no two prompts are the same
MEGABYTE = 1_000_000

MEASURE = """
import resource, sys, time
from pathlib import Path
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.domain.transcript_facts import gather_facts
agent, file, into = sys.argv[1:]
files, begun = [Path(file)], time.process_time()
reading = read_events(files, agent=agent)
if into == "facts":
    assert gather_facts(reading, lambda: reading.report, redact).prompts
else:
    assert sum(1 for _ in reading)
spent = time.process_time() - begun
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(files[0].stat().st_size / 1e6 / spent, peak / 1e6)
"""

CODE = "".join(f'{number:>6}→    const value = items["{number}"] ?? "없음";\n' for number in range(60))
PROSE = "The handler now keeps its buffer between two chunks, so an event that is split over them is whole again. " * 8


def claude_turn(number: int) -> Iterator[dict[str, Any]]:
    """A turn of a coding session: prose, an edit, the file that it gave back."""
    call = f"toolu_{number:018}"
    if number % CALLS == 1:
        yield claude("user", f"{number}: make it work for chunks as well")
    yield claude("assistant", [{"type": "text", "text": PROSE}])
    yield claude(
        "assistant", [called("Edit", call, file_path="/w/field/a.ts", old_string=CODE[:900], new_string=CODE[:950])]
    )
    yield claude("user", [returned(call, CODE)], toolUseResult={"originalFile": CODE * 2, "filePath": "/w/field/a.ts"})


def short_claude_turn(number: int) -> Iterator[dict[str, Any]]:
    """Five records of some five hundred bytes, as an early version wrote them: what each line costs is all there is."""
    call = f"toolu_{number:018}"
    named = {"parentUuid": None, "isSidechain": False, "userType": "external", "cwd": "/w/field", "version": "1.0.0"}
    records = (
        claude("user", [{"type": "text", "text": f"{number % 40}: make it work for chunks as well"}]),
        claude("assistant", [{"type": "text", "text": PROSE[:300]}]),
        claude(
            "assistant", [called("Edit", call, file_path=f"/w/field/{number % 9}.ts", old_string="a", new_string="b")]
        ),
        claude("user", [returned(call, CODE[:200])]),
        {"type": "summary", "summary": PROSE[:300], "leafUuid": f"{number}"},
    )
    for position, record in enumerate(records):
        moment = datetime.fromtimestamp(1_773_000_000 + number * 5 + position, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        identity = {} if "leafUuid" in record else {"uuid": str(UUID(int=number * 5 + position + (1 << 100)))}
        yield {**record, **named, **identity, "timestamp": moment, "sessionId": "5f0e7c1a-1111-4222-8333-444455556666"}


def _codex(number: int) -> Iterator[dict[str, Any]]:
    def line(kind: str, **payload: Any) -> dict[str, Any]:
        return {"timestamp": "2026-03-10T09:00:00.000Z", "type": kind, "payload": payload}

    call = f"call_{number:018}"
    text = {"type": "input_text", "text": f"{number}: make it work for chunks as well"}
    if number % CALLS == 1:
        yield line("response_item", type="message", role="user", content=[text])
        yield line("event_msg", type="user_message", message=text["text"])
    yield line(
        "response_item", type="function_call", name="shell", arguments=json.dumps({"cmd": CODE[:900]}), call_id=call
    )
    yield line("response_item", type="function_call_output", call_id=call, output=f"Exit code: 0\nOutput:\n{CODE * 2}")
    yield line("response_item", type="message", role="assistant", content=[{"type": "output_text", "text": PROSE}])


def _opencode(number: int) -> Iterator[dict[str, Any]]:
    if number % CALLS == 1:
        yield asked(number * 2, said(f"{number}: make it work for chunks as well"))
    state: dict[str, Any] = {"input": {"command": CODE[:900]}, "output": CODE, "metadata": {"exit": 0, "output": CODE}}
    yield answered(number * 2 + 1, {"type": "step-start"}, used("bash", f"call_{number:018}", **state), said(PROSE))


def write_lines(path: Path, turn: Callable[[int], Iterator[dict[str, Any]]], size: int) -> Path:
    """Turn after turn until the file has its size."""
    with path.open("w", encoding="utf-8") as out:
        number = 0
        while out.tell() < size:
            number += 1
            out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in turn(number))
    return path


def write_export(path: Path, size: int) -> Path:
    """One document, laid out as OpenCode does."""
    with path.open("w", encoding="utf-8") as out:
        out.write('{\n  "info": ' + json.dumps(session()) + ',\n  "messages": [')
        number, comma = 0, ""
        while out.tell() < size:
            number += 1
            for message in _opencode(number):
                text = json.dumps(message, indent=2, ensure_ascii=False).replace("\n", "\n    ")
                out.write(f"{comma}\n    {text}")
                comma = ","
        out.write("\n  ]\n}\n")
    return path


WRITERS: dict[Agent, Callable[[Path, int], Path]] = {
    "claude-code": lambda path, size: write_lines(path, claude_turn, size),
    "codex": lambda path, size: write_lines(path, _codex, size),
    "opencode": write_export,
}


def measured(agent: Agent, file: Path, into: str) -> tuple[float, float]:
    """Megabytes a second of processor time, and the process's peak in megabytes: the best of three."""
    command = [sys.executable, "-c", MEASURE, agent, str(file), into]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(3)]
    return max(float(speed) for speed, _ in runs), min(float(peak) for _, peak in runs)


@pytest.mark.bench
@pytest.mark.parametrize(("into", "bar"), [("events", BAR), ("facts", BAR_OF_SHORT_LINES)])
def test_short_lines_are_read_fast_too(into: str, bar: int, tmp_path: Path) -> None:
    """Where a record has five hundred bytes, each costs five microseconds as events, and twice that into facts."""
    file = write_lines(tmp_path / "short", short_claude_turn, 200 * MEGABYTE)

    speed, peak = measured("claude-code", file, into)

    print(f"short lines, {into}: {speed:.0f} MB/s, peak {peak:.0f} MB")  # noqa: T201  # the figures
    assert speed >= bar


@pytest.mark.bench
@pytest.mark.parametrize("into", ["events", "facts"])
@pytest.mark.parametrize("agent", WRITERS)
def test_a_long_transcript_is_read_fast_and_in_the_memory_of_a_short_one(
    agent: Agent, into: str, tmp_path: Path
) -> None:
    """A file of 200 MB costs at most two seconds of one core, and no more memory than one of 20 MB.

    Facts are kept up to a bound of each kind, which the shorter file doesn't reach.
    """
    short, long = (WRITERS[agent](tmp_path / f"{size}", size * MEGABYTE) for size in (20, 200))

    speed, peak = measured(agent, long, into)
    _, least = measured(agent, short, into)

    print(f"{agent}, {into}: {speed:.0f} MB/s, peak {peak:.0f} MB, of a tenth {least:.0f} MB")  # noqa: T201  # the figures
    assert speed >= BAR
    assert peak - least <= GROWTH + (KEPT if into == "facts" else 0)
