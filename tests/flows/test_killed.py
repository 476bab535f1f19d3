"""A run that is killed anywhere goes on where it was, and leaves what an undisturbed one leaves (SPEC 11-1, 11-7)."""

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.flows.runs import NOW, run_apart
from tests.support.repositories import Repository
from tests.support.worked_sessions import SESSION, WorkedSession

SAMPLES = int(os.environ.get("HARVEST_TEST_KILLS", "12"))
LEAST = 60


@dataclass(frozen=True)
class Desk:
    """A hub, a state folder and a field, copied for one run."""

    folder: Path
    field: Path

    @property
    def hub(self) -> Path:
        return self.folder / "hub"

    def run(
        self, last: int | str, *, later: int = 0, since: str = "2026-01-01T00:00:00Z", answers: str = "answers.json"
    ) -> subprocess.CompletedProcess[str]:
        """Harvest in a process that is killed at boundary `last`; 0 lets it end. `since` is what 80d then comes to."""
        words = self.folder / answers
        words.write_text(json.dumps({"*": "Y"}))
        request = {
            "hub": str(self.hub),
            "field": str(self.field),
            "since": since,
            "now": NOW + later,
            "zone": "UTC",
            "answers": str(words),
            "agent": "claude-code",
            "session": f"claude-code:{SESSION}",
            "transcript": [str(self.folder / f"{SESSION}.jsonl")],
        }
        log = str(self.folder / f"log{later}")
        return run_apart(self.folder, "killed_run", str(last), log, json.dumps(request), "80d")

    def crossed(self, later: int = 0) -> list[str]:
        """The boundaries that a run crossed, in order."""
        return (self.folder / f"log{later}").read_text().splitlines()

    def left(self) -> dict[str, str]:
        """Everything that the run left in the hub, without shas and times of commits."""
        hub = Repository(self.hub)
        found = {
            str(path.relative_to(self.hub)): path.read_text().replace(str(self.folder), "")
            for path in sorted((self.hub / "tracks").rglob("*"))
            if path.is_file()
        }
        for branch in hub.git("for-each-ref", "--format=%(refname)", "refs/heads").split():
            found[branch] = hub.git("log", "--format=%B", "-p", "--no-color", branch)
        found["worktrees"] = str(len(hub.git("worktree", "list").splitlines()))
        found["status"] = hub.git("status", "--porcelain")
        return {name: _plain(text) for name, text in found.items()}


def _plain(text: str) -> str:
    """The text without times, and without the hashes of commits and forms that carry one."""
    shas = r"index [0-9a-f]+\.\.[0-9a-f]+|(?<=commit )[0-9a-f]{10,40}|commit: \S{40,42}(?=\n)|(?<=as `)[0-9a-f]{10}"
    times = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z| UTC)|(?<=\"until\": )\d+|(?<=\"harvested_to\":)\d+"
    of_these = r"(?<=\"harvested_to\": )\d+|(?<=\"form_sha256\": \")[0-9a-f]{64}"
    return re.sub(f"{shas}|{times}|{of_these}", "", text)


@pytest.fixture
def undisturbed(tmp_path: Path, small_hub: Repository, lendlog: Path) -> Desk:
    """A first run that nothing disturbs; it counts the boundaries."""
    desk = copy_desk(tmp_path / "undisturbed", small_hub.path, lendlog)
    done = desk.run(0)
    assert 0 == done.returncode, done.stderr
    return desk


def copy_desk(folder: Path, hub: Path, field: Path) -> Desk:
    """A desk of its own, with the transcript of a session that closes an item, uses a skill and is corrected."""
    folder.mkdir()
    shutil.copytree(hub, folder / "hub", symlinks=True)
    session = WorkedSession(Repository(field), begins=NOW - 3600)
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    session.says("no, undo that")
    session.says("Print the labels in colour: no longer needed")
    session.write(folder)
    Repository(folder / "hub").write("tracks/_meta/user_adaptation_profile.md", "---\nclose_retro: granted\n---\n")
    return Desk(folder, field)


def _chosen(count: int) -> list[int]:
    """Boundaries spread evenly over the run, the first and the last among them."""
    samples = min(SAMPLES, count)
    return sorted({1 + round(at * (count - 1) / (samples - 1)) for at in range(samples)})


def test_a_run_killed_at_any_boundary_is_gone_on_with(
    undisturbed: Desk, tmp_path: Path, small_hub: Repository, lendlog: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The same command again gives the same tree, branches, manifest and signals, and no stored step runs twice.
    """
    boundaries = undisturbed.crossed()
    kinds = dict(Counter(line.split()[0] for line in boundaries))
    with capsys.disabled():
        print(f"\n{len(boundaries)} boundaries: {kinds}")  # noqa: T201 -- the number of boundaries is to be seen
    assert len(boundaries) >= LEAST
    expected = undisturbed.left()
    assert "`tidy-desk` ×1" in expected["tracks/_meta/skill_usage.md"]
    assert "## Session Retrospective" in expected["tracks/_meta/fh_signal_2026-03-20_lendlog.md"]
    assert "accepted: 1" in expected["tracks/_meta/user_adaptation_profile.md"]
    for last in _chosen(len(boundaries)):
        desk = copy_desk(tmp_path / f"killed at {last}", small_hub.path, lendlog)

        killed = desk.run(last)
        again = desk.run(0, later=60)

        assert -9 == killed.returncode, killed.stderr
        assert 0 == again.returncode, again.stderr
        assert expected == desk.left(), f"killed at {last}: {boundaries[last - 1]}"
        first = Counter(line for line in desk.crossed() if line.startswith("step"))
        second = Counter(line for line in desk.crossed(60) if line.startswith("step"))
        twice = sorted((first & second).elements())
        assert len(twice) <= 1 or set(twice) == {"step challenge_assets", "step innovate_candidates"}, last
        assert [] == list((desk.folder / "state" / "open_runs").glob("*.json"))
