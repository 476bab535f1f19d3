"""Step 0-c as part of a close: judged before the card, told in the record, gone on with when cut off (SPEC 4.3)."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.flows.runs import NOW, close, meta, run_apart
from tests.support.manifests import entry, fingerprints, land, seen, session_in, take_up_ruff, values
from tests.support.repositories import Repository

TEXT = "kind: grep\ntarget: '{}'\ndirection: present\nwindow_days: 5"


@pytest.fixture
def predicted(small_hub: Repository) -> Repository:
    """A hub with two landed edits that are due, one that waits for a transcript, one that nobody merged."""
    small_hub.commit("rules", {"CLAUDE.md": "# Rules\n\n- Wipe the desk.\n"}, at="2026-03-01T09:00:00+0000")
    uses = "kind: skill_uses\ntarget: dark\ndirection: up\nthreshold: 2\nbaseline: 0\nwindow_days: 5"
    text = (
        entry("held", TEXT.format("CLAUDE.md:Wipe the desk"))
        + entry("failed", TEXT.format("CLAUDE.md:Oil the chair"))
        + entry("dark", uses)
        + entry("branch", TEXT.format("CLAUDE.md:x"))
    )
    land(small_hub, "held", "failed", "dark")
    small_hub.write("tracks/_meta/edit_manifest.yaml", text)
    return small_hub


def test_a_close_judges_what_is_due_and_says_so(state: Path, predicted: Repository, lendlog: Path) -> None:
    """
    Counts, outcomes and reverts stand under Measured, what is unknown under Not measured, and the verdict names both.
    """
    _, outcome = close(predicted.path, lendlog)

    measured, not_measured = outcome.page.partition("### Measured")[2].split("### Not measured")
    counts = "verified 1, falsified 1, untestable 0, pending 1 (1 due and unknown), not landed 1"
    assert f"- 0-c manifest: 4 entries: {counts}" in measured
    assert "- 0-c manifest: revert proposed: em-2026-03-10-failed, skills/failed/SKILL.md, commit " in measured
    assert "- 0-c manifest: unknown: no transcript read: em-2026-03-10-dark" in not_measured
    assert "1 revert proposed (em-2026-03-10-failed); 1 due prediction unknown (em-2026-03-10-dark)" in str(
        outcome.verdict
    )
    text = meta(predicted.path, "edit_manifest.yaml").read_text()
    assert ["verified", "falsified", "pending", "pending"] == [
        values(text, name)["validation_status"] for name in ("held", "failed", "dark", "branch")
    ]
    assert "2026-03-20" == str(values(text, "held")["verified_at"])
    assert "0-c manifest: pending predictions are not verified; not built" not in outcome.page


def test_the_session_that_is_closed_counts_itself(
    state: Path, small_hub: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    The first session after the landing does again what was predicted to be over: its own close sees it.
    """
    first = Repository.create(tmp_path / "first")
    take_up_ruff(first, "2026-03-08T09:00:00+0000")
    session = session_in(first, "2026-03-07", 1_773_000_000)
    seen(small_hub.path, session)
    land(small_hub, "ruff")
    check = f"kind: recurrences\ntarget: {fingerprints(session)[0]}\ndirection: absent\nbaseline: 0\nwindow_sessions: 1"
    small_hub.write("tracks/_meta/edit_manifest.yaml", entry("ruff", check, session=f'"{session.session_key}"'))
    take_up_ruff(field, "2026-03-19T09:00:00+0000")

    _, outcome = close(small_hub.path, field.path, since="2026-03-18")

    assert "em-2026-03-10-ruff: falsified, rejected" in outcome.page
    assert "1 revert proposed (em-2026-03-10-ruff)" in str(outcome.verdict)


def test_the_verdict_after_the_answer_still_names_the_revert(
    state: Path, predicted: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    No answer to the form takes back what was measured.
    """
    answers = tmp_path / "answers.json"
    answers.write_text('{"*": "Y"}')

    _, outcome = close(predicted.path, lendlog, answers=str(answers))

    assert 0 == outcome.waiting
    assert "1 revert proposed (em-2026-03-10-failed)" in str(outcome.verdict)


def test_the_same_hub_gives_the_same_record(state: Path, predicted: Repository, lendlog: Path, tmp_path: Path) -> None:
    """
    Two runs over two copies of one hub write the same bytes, times and ids apart (SPEC 11-6).
    """
    copy = tmp_path / "copy"
    shutil.copytree(predicted.path, copy, symlinks=True)

    pages = [close(hub, lendlog)[1].page for hub in (predicted.path, copy)]

    assert pages[0] == pages[1]
    assert meta(predicted.path, "edit_manifest.yaml").read_bytes() == meta(copy, "edit_manifest.yaml").read_bytes()


def _run(folder: Path, field: Path, last: int, log: str) -> subprocess.CompletedProcess[str]:
    """Close in a process that is killed at boundary `last`; 0 lets it end."""
    request = {
        "hub": str(folder / "hub"),
        "field": str(field),
        "since": "2026-01-01T00:00:00Z",
        "now": NOW,
        "zone": "UTC",
    }
    return run_apart(folder, "killed_run", str(last), str(folder / log), json.dumps(request))


def _desk(place: Path, hub: Path) -> Path:
    place.mkdir()
    shutil.copytree(hub, place / "hub", symlinks=True)
    return place


def _left(folder: Path) -> dict[str, str]:
    """The manifest as it is, and what the record says of it."""
    (record,) = meta(folder / "hub").glob("harvest_*.md")
    told = [line for line in record.read_text().splitlines() if "0-c manifest" in line or line.startswith("Verdict")]
    return {"manifest": meta(folder / "hub", "edit_manifest.yaml").read_text(), "told": "\n".join(told)}


def test_a_run_that_is_killed_in_the_middle_of_it_is_gone_on_with(
    state: Path, predicted: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    Before, in and after its one write: the manifest is the old or the new one, and the run that goes on tells the same.
    """
    whole = _desk(tmp_path / "whole", predicted.path)
    done = _run(whole, lendlog, 0, "log")
    assert 0 == done.returncode, done.stderr
    crossed = (whole / "log").read_text().splitlines()
    begun, written = crossed.index("step check_manifest"), crossed.index("step verify_manifest")
    ended = next(at for at in range(written + 1, len(crossed)) if crossed[at].startswith("step "))
    writing = [at for at in range(written, ended) if not crossed[at].startswith("git")]
    before = meta(predicted.path, "edit_manifest.yaml").read_text()
    for last in (begun + 3, writing[len(writing) // 2], writing[-1], ended):
        desk = _desk(tmp_path / f"killed at {last}", predicted.path)

        killed = _run(desk, lendlog, last + 1, "log")
        left = meta(desk / "hub", "edit_manifest.yaml").read_text()
        again = _run(desk, lendlog, 0, "log2")

        assert -9 == killed.returncode, killed.stderr
        assert left in (before, _left(whole)["manifest"]), crossed[last]
        assert 0 == again.returncode, again.stderr
        assert _left(whole) == _left(desk), f"killed at {last}: {crossed[last]}"
