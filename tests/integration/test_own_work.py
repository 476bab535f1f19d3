"""How long the offline loop itself takes, everything but Prefect, and in how much memory (SPEC 12); `make bench`."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.integration.test_transcript_speed import MEGABYTE, claude_turn
from tests.support.repositories import Repository

SECONDS, PEAK = 5, 500  # of the processor; megabytes
COMMITS, SKILLS, TRANSCRIPT = 1_000, 500, 100 * MEGABYTE
BEGAN, MINUTE = 1_773_000_000, 60
SINCE = datetime.fromtimestamp(BEGAN - 1, UTC).isoformat()
NOW = BEGAN + COMMITS * MINUTE + MINUTE
SESSION = "7b1f0c52-1111-4222-8333-444455556666"

MEASURE = """
import json, resource, sys, time
from harvest_loop.flows.harvest_session import harvest
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.step import without_engine
request = PinnedRequest.model_validate(json.loads(sys.argv[1]))
begun = time.process_time()
with without_engine():
    outcome = harvest(request, None)
spent = time.process_time() - begun
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(json.dumps([spent, peak / 1e6, outcome.page]))
"""

VERBS = ("check", "record", "release", "review", "measure", "publish", "collect", "compare", "remove", "settle")
THINGS = ("manifest", "ledger", "invoice", "fixture", "snapshot", "changelog", "schedule", "migration", "budget")


def words(draw: random.Random, count: int) -> str:
    """A sentence of made-up words among which those of the trade stand."""
    known = [*VERBS, *THINGS, "the", "before", "after", "never", "with", "each", "only", "when"]
    made = ["".join(draw.choice("bcdfglmnprst") + draw.choice("aeiou") for _ in range(3)) for _ in range(count // 3)]
    return " ".join(draw.choice([*known, *made]) for _ in range(count)).capitalize() + "."


def skill_text(number: int) -> str:
    """A skill of some pages: headings, paragraphs, lists, commands and files named."""
    draw = random.Random(number)  # noqa: S311  # the same text in every run
    verb, thing = draw.choice(VERBS), draw.choice(THINGS)
    parts = [
        f"---\nname: {verb}-{thing}-{number}\ndescription: Use when you {verb} the {thing}. {words(draw, 15)}\n---\n"
    ]
    for section in range(8):
        listed = "\n".join(f"- **{draw.choice(THINGS)}**: {words(draw, 12)}" for _ in range(5))
        code = f"```bash\npython scripts/{thing}_{section}.py --{verb}\nmake {thing}\n```"
        prose = " ".join(words(draw, 14) for _ in range(6))
        parts.append(f"\n## {words(draw, 4)}\n\n{prose}\n\n{listed}\n\nRun `make {thing}` first.\n\n{code}\n")
    return "".join(parts) + "\n## Done when\n\nThe command exits with 0.\n"


def commits(draw: random.Random) -> Iterator[str]:
    """What `git fast-import` reads: each commit writes a script, a test and a line of the docs."""
    for number in range(COMMITS):
        verb, thing = draw.choice(VERBS), draw.choice(THINGS)
        message = f"{draw.choice(['fix', 'feat', 'docs'])}: {verb} the {thing} {words(draw, 6)}\n\n{words(draw, 20)}\n"
        yield f"commit refs/heads/main\ncommitter A <a@b.c> {BEGAN + number * MINUTE} +0000\n"
        yield f"data {len(message)}\n{message}"
        for path in (f"scripts/{thing}_{number % 40}.py", f"tests/test_{thing}_{number % 40}.py", f"docs/{thing}.md"):
            text = "".join(f"# {words(draw, 10)}\nassert {verb}({line + number})\n" for line in range(10))
            yield f"M 100644 inline {path}\ndata {len(text)}\n{text}\n"


def write_transcript(path: Path, field: Path) -> None:
    """The session that made them, turn after turn until the file has its size."""
    with path.open("w", encoding="utf-8") as out:
        number = 0
        while out.tell() < TRANSCRIPT:
            number += 1
            at = datetime.fromtimestamp(BEGAN + out.tell() * COMMITS * MINUTE // TRANSCRIPT, UTC)
            named = {"cwd": str(field), "sessionId": SESSION, "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z")}
            lines = ({**line, **named} for line in claude_turn(number))
            out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


@pytest.mark.bench
def test_a_long_session_is_harvested_in_seconds_of_own_work(hub: Repository, field: Repository, tmp_path: Path) -> None:
    """A thousand commits, five hundred skills and a transcript of 100 MB cost five seconds of one core, and 500 MB."""
    texts = {f"skills/s{number}/SKILL.md": skill_text(number) for number in range(SKILLS)}
    hub.commit("skills", {"harvest.toml": "", **texts})
    stream = "".join(commits(random.Random(0))).encode()  # noqa: S311  # the same commits in every run
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=field.path, input=stream, check=True)
    field.git("checkout", "-q", "-f", "main")
    transcript = tmp_path / f"{SESSION}.jsonl"
    write_transcript(transcript, field.path)

    spent, peak, page = measured(hub.path, field.path, transcript, tmp_path)

    print(f"own work: {spent:.1f} s, peak {peak:.0f} MB")  # noqa: T201  # the figures
    assert f"commits: {COMMITS}" in page
    assert spent <= SECONDS
    assert peak <= PEAK


def measured(hub: Path, field: Path, transcript: Path, folder: Path) -> tuple[float, float, str]:
    """The processor's seconds and the peak of a process that harvests the session, and what its page says."""
    request = {"hub": str(hub), "field": str(field), "since": SINCE, "now": NOW, "zone": "UTC"}
    session = {"agent": "claude-code", "session": f"claude-code:{SESSION}", "transcript": [str(transcript)]}
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, json.dumps({**request, **session})],
        env={**os.environ, "HARVEST_STATE": str(folder / "state"), "PREFECT_HOME": str(folder / "prefect")},
        check=True,
        capture_output=True,
        text=True,
    )
    spent, peak, page = json.loads(done.stdout.splitlines()[-1])
    return float(spent), float(peak), str(page)
