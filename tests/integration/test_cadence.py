"""`harvest cadence` on a real hub: routes by the transcripts themselves, and nothing but its moment written."""

import json
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_records import append_record, sessions_file
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.repositories import Repository
from tests.support.transcripts import called, claude, write_lines

ROUTED = """\
---
name: {name}
description: Use when {name} is due.
complexity_routing:
  base: small
  high: large
  escalate_when:
    - cold_start
---
# {name}
"""


@pytest.fixture
def desk(hub: Repository) -> Repository:
    """A hub with two skills that route by complexity."""
    files = {f"skills/{name}/SKILL.md": ROUTED.format(name=name) for name in ("desk", "shelf")}
    hub.commit("the hub", {"harvest.toml": "", **files}, at="2026-03-01T09:00:00+0000")
    return hub


def seen(hub: Repository, transcript: Path) -> None:
    """A close of the session that the transcript is of, in the cycle."""
    line = SessionLine(
        key=f"claude-code:{transcript.stem}",
        field="r1",
        field_root="/w/field",
        source="field",
        transcript=str(transcript),
        seen="2026-04-10T09:00:00Z",
        read=True,
        harvested_from=1_775_800_000,
        harvested_to=1_775_811_600,
    )
    append_record(hub.path, sessions_file(hub.path, HubSettings()), line)


def looked_over(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The word on each skill."""
    monkeypatch.setenv("HARVEST_NOW", "2026-04-20T12:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    done = harvest("cadence", "--json", "--hub", str(hub.path), cwd=hub.path)
    assert 0 == done.returncode, done.stderr
    return {one["skill"]["name"]: one["word"] for one in json.loads(done.stdout)["standings"]}


def test_routes_are_read_from_the_sessions_of_the_cycle(
    desk: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The skill that ran with the stronger model stays; the one that nobody called is named; no file of people changes.
    """
    before = desk.git("status", "--porcelain", "--ignored")
    use = claude("assistant", [called("Skill", "t1", skill="desk")], model="vendor-large-2", sessionId="s1")
    seen(desk, write_lines(tmp_path / "s1.jsonl", [claude("user", "open up", sessionId="s1"), use]))

    assert {"desk": "keep", "shelf": "removal candidate"} == looked_over(desk, monkeypatch)

    state = json.loads((desk.path / "tracks/_meta/harvest_state.json").read_text())
    assert "2026-04-20T12:00:00Z" == state["last_cadence"]
    assert before == desk.git("status", "--porcelain", "--ignored", "--", ":!tracks")


def test_a_transcript_that_is_gone_leaves_it_unknown(
    desk: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What a session did that can't be read any more is not known, so that no route is one to remove.
    """
    seen(desk, tmp_path / "gone.jsonl")

    assert {"desk": "unknown", "shelf": "unknown"} == looked_over(desk, monkeypatch)
