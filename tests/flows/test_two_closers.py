"""Two closes of two sessions at the same moment lose nothing of each other (SPEC 11-7)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flows.runs import meta, surroundings
from tests.support.example import make_field
from tests.support.repositories import Repository

ROUNDS = int(os.environ.get("HARVEST_TEST_ROUNDS", "10"))
CARD = "# Next session\n\n### 1. alpha ships\n- a detail\n\n### 2. beta ships\n\n### 3. gamma stays\n"


@pytest.fixture
def fields(tmp_path: Path) -> dict[str, Repository]:
    """Two fields of one kind of work and of different histories."""
    made = {}
    for name, start, item in (("a", "2026-03-02", "alpha"), ("b", "2026-02-23", "beta")):
        made[name] = Repository(make_field(tmp_path / f"field-{name}", "--start", start))
        made[name].commit(f"{item} ships", {"shipped": item}, at="2026-03-18T09:00:00+0000")
    return made


def close_at_once(folder: Path, rounds: int) -> None:
    """Let two processes close field-a and field-b into the same hubs, round after round."""
    for number in range(rounds):
        hub = Repository.create(folder / f"hub-{number}")
        hub.commit("the hub", {"harvest.toml": "", "CLAUDE.md": "# Rules\n", ".gitignore": "/tracks/_meta/\n"})
        hub.write("tracks/_meta/reference_next_session_starter.md", CARD)
    (folder / "answers.json").write_text(json.dumps({"*": "Y"}))
    closers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.closer", str(folder), name, str(rounds)],
            cwd=Path(__file__).parents[2],
            env=surroundings(folder),
            stderr=subprocess.PIPE,
        )
        for name in ("a", "b")
    ]
    said = [closer.communicate()[1].decode() for closer in closers]
    assert [0, 0] == [closer.returncode for closer in closers], said


def test_two_closes_of_one_field_harvest_it_once(tmp_path: Path, fields: dict[str, Repository]) -> None:
    """
    Whichever comes first harvests it; the other one, in a copy of the same repository, finds nothing new.
    """
    shutil.rmtree(fields["b"].path)
    shutil.copytree(fields["a"].path, fields["b"].path)

    close_at_once(tmp_path, rounds=2)

    for number in range(2):
        hub = tmp_path / f"hub-{number}"
        assert 1 == len(meta(hub, "sessions.jsonl").read_text().splitlines())
        assert 1 == len(list(meta(hub).glob("harvest_*.md")))


def test_two_closers_lose_nothing(tmp_path: Path, fields: dict[str, Repository]) -> None:
    """
    After every round card, manifest, signals, sessions and branches hold what both closers did.
    """
    close_at_once(tmp_path, ROUNDS)

    for number in range(ROUNDS):
        hub = Repository(tmp_path / f"hub-{number}")
        card = meta(hub.path, "reference_next_session_starter.md").read_text()
        assert "# Next session\n\n### 3. gamma stays\n" == card
        manifest = meta(hub.path, "edit_manifest.yaml").read_text()
        branches = hub.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/harvest").split()
        assert ["harvest/field-a-2026-03-20", "harvest/field-b-2026-03-20"] == branches
        drafted = [hub.git("log", "--format=%(trailers:key=Harvest-Id,valueonly)", one).split() for one in branches]
        assert all(drafted)
        ids = [one for ids in drafted for one in ids]
        assert all(manifest.count(f"id: {one}\n") == 1 for one in ids)
        assert len(set(ids)) == len(ids)
        assert 2 == len(meta(hub.path, "sessions.jsonl").read_text().splitlines())
        assert 2 == len(list(meta(hub.path).glob("harvest_*.md")))
        assert 1 == len(hub.git("worktree", "list").splitlines())
