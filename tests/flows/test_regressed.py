"""A session that ends what a skill prescribes: caught with its line, judged, in the verdict (SPEC 4.6-4.10)."""

from pathlib import Path
from typing import Any

import pytest

from harvest_loop.flows.harvest_wave import harvest_wave
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.request import HarvestRequest
from tests.flows.runs import NOW, answers_file, close, meta, review, waiting_form
from tests.support.repositories import Repository
from tests.support.worked_sessions import WorkedSession

PATH = "skills/release/SKILL.md"
RELEASE = """---
name: release
description: Cut a release of the handbook. Use when a release is cut.
---

# Release

1. Run `scripts/old_links.sh docs` first.
2. Run `make handbook` and look at the pages.

## Done When

- [ ] the pages are built
"""
SCRIPT = "#!/bin/sh\n# Fails on a dead link.\nlychee --offline docs\n"


@pytest.fixture
def session(field: Repository, small_hub: Repository) -> WorkedSession:
    """A field whose script is renamed and whose make target is taken out while the hub's skill tells to use both."""
    small_hub.commit("a skill for releases", {PATH: RELEASE})
    before = {"scripts/old_links.sh": SCRIPT, "Makefile": "handbook:\n\tmdbook build\n\ntest:\n\tpytest -q\n"}
    field.commit("Start", before, at="2026-01-10T09:00:00+0000")
    session = WorkedSession(field, begins=NOW - 3 * 3600)
    session.says("tidy up the scripts")
    session.uses("Skill", "Launching skill: release", skill="release")
    field.git("mv", "scripts/old_links.sh", "scripts/check_links.sh")
    session.commits("Give the link check the name that people look for")
    session.edits("Makefile", "test:\n\tpytest -q\n")
    session.commits("Take the handbook out")
    session.uses(
        "Bash",
        "Exit code 2\nmake: *** No rule to make target 'handbook'.  Stop.",
        failed=True,
        command="cd /w/field && make handbook 2>&1 | tail -3",
    )
    session.says("no, that's wrong: the ledger of the bakery is not to be touched")
    return session


def lines_of(hub: Repository, outcome: RunOutcome) -> list[dict[str, Any]]:
    """The lines of the form that waits."""
    lines: list[dict[str, Any]] = waiting_form(hub.path, str(outcome.run))["form"]["lines"]
    return lines


def harvest(hub: Repository, session: WorkedSession, transcript: Path) -> RunOutcome:
    """Close the session by its transcript."""
    named = {"agent": "claude-code", "session": session.key, "transcript": [str(transcript)]}
    return close(hub.path, session.field.path, since=None, **named)[1]


def test_what_the_session_ended_is_named_judged_and_mended(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Too few patterns are held, the regressions go on all the same: the rename with a literal repair, the target as a
    weakness, both HIGH; Y writes exactly the diff, the other one becomes an item of the card.
    """
    outcome = harvest(small_hub, session, session.write(tmp_path))

    page, verdict = outcome.page, outcome.page.splitlines()[-1]
    assert "no session harvest targets" in page
    assert verdict.startswith("Verdict: CONDITIONAL_PASS — ")
    assert f"no longer stands: {PATH}:8 file renamed, {PATH}:9 " in verdict
    assert f"1. S file renamed: {PATH}:8 tells to use \\`scripts/old_links.sh\\`, which was renamed to" in page
    assert f"`{PATH}:9` “2. Run \\`make handbook\\` and look at the pages.”" in page
    assert "skill corrected" in page
    assert "bakery" not in page
    assert "0 regression guard: 3 lines of assets no longer hold: " in page

    lines = lines_of(small_hub, outcome)
    repair, weakness = sorted(lines, key=lambda line: line["judged"]["candidate"]["proposal"] is None)
    assert ["HIGH", "HIGH"] == [line["judged"]["candidate"]["grade"] for line in (repair, weakness)]
    shown = repair["judged"]["candidate"]["proposal"]["change"]["shown"]
    assert "-1. Run `scripts/old_links.sh docs` first.\n+1. Run `scripts/check_links.sh docs` first.\n" in shown

    answers = answers_file(tmp_path, {repair["hash"]: "Y", weakness["hash"]: "Y"})
    _, settled = review(small_hub.path, str(outcome.run), answers)

    assert settled.branch is not None
    drafted = small_hub.git("show", f"{settled.branch}:{PATH}")
    assert RELEASE.replace("old_links", "check_links").strip() == drafted.strip()
    card = meta(small_hub.path, "reference_next_session_starter.md").read_text()
    assert f"{PATH}:9" in card
    assert "status: open" in next(meta(small_hub.path).glob("fh_signal_*.md")).read_text()


def test_a_refused_regression_is_not_asked_about_again(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """N with a reason is remembered by content: the next session that ends the same thing meets the record of it."""
    first = harvest(small_hub, session, session.write(tmp_path))
    lines = lines_of(small_hub, first)
    refused = answers_file(
        tmp_path, {line["hash"]: {"answer": "N", "reason": "it is built elsewhere"} for line in lines}
    )
    review(small_hub.path, str(first.run), refused)

    again = WorkedSession(session.field, begins=NOW + 2 * 86_400, session="6f0e7c1a-1111-4222-8333-444455556666")
    again.says("build it")
    again.edits("notes.txt", "x\n")
    again.commits("Notes")
    again.uses("Bash", "make: *** No rule to make target 'handbook'.  Stop.", failed=True, command="make handbook")
    named = {"agent": "claude-code", "session": again.key, "transcript": [str(again.write(tmp_path))]}
    _, outcome = close(small_hub.path, session.field.path, since=None, now=again.now + 60, **named)

    assert f"- rejected: weakness → `{PATH}` (rejected): the same was rejected earlier" in outcome.page
    assert 0 == outcome.waiting
    assert "no longer stands" not in outcome.page.splitlines()[-1]


def test_a_wave_is_guarded_too(state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """Step 0 runs in the lightweight mode: the line says how many, the verdict which."""
    session.does()
    request = HarvestRequest.model_validate(
        {
            "hub": str(small_hub.path),
            "field": str(session.field.path),
            "mode": "lightweight",
            "since": "2026-03-01",
            "now": NOW,
            "zone": "UTC",
        }
    )

    outcome = RunOutcome.model_validate(harvest_wave(request, return_state=True).result(raise_on_failure=False))

    assert "regressions of assets" in outcome.page
    assert f"no longer stands: {PATH}:8 file renamed" in outcome.page.splitlines()[-1]
