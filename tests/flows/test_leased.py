"""A lease in a whole run: what it covers is made without asking, said, logged, and can be taken back (SPEC 8.4)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.consent_log import read_log
from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.domain.consent.audit import audit
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.undo_change import undo_change
from tests.flows.runs import NOW, answers_file, close, review, waiting_form
from tests.support.leased import ARCHIVE, PROFILE, stale, with_classes
from tests.support.repositories import Repository

SCOPE = "owner: harvest-loop, mode: archive, target: memory/, effects: [local-write], sinks: []"


def test_what_a_lease_covers_is_on_no_form_and_proposals_count_for_no_class(
    state: Path, hub: Repository, lendlog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The Ys on proposals are no approvals of a class; the memory is archived by its lease, in one line of the page.
    """
    monkeypatch.setenv("HARVEST_NOW", "2026-03-20T09:46:40Z")
    monkeypatch.setenv("TZ", "UTC")
    with_classes(hub)
    hub.commit("the hub", {".gitignore": "/tracks/_meta/\n"})
    grant = f"{{granted: 2026-03-01, expires: 2026-03-31, {SCOPE}}}"
    hub.write(PROFILE, f"---\nstanding_consent:\n  {ARCHIVE}: {grant}\n---\n")
    stale(hub, "plan.md")
    before = (hub.path / "memory/plan.md").read_bytes()

    _, first = close(hub.path, lendlog)
    kinds = [line.get("kind") for line in waiting_form(hub.path, first.run or "")["form"]["lines"]]
    there = (hub.path / "memory/plan.md").exists()
    yes = answers_file(tmp_path, {"*": "Y"})
    _, second = review(hub.path, first.run or "", yes)

    log, entries = read_log(hub.path, HubSettings()), read_entries(hub.path, HubSettings())[0]
    assert "archiving" not in kinds and there  # its changes follow the answer
    assert "without asking, by the lease of memory-archive, written: plan.md is stale" in second.page
    assert ["seen"] == [line.event for line in log.outcomes]
    assert 1 == len(log.runs) and audit(log, entries).is_clean
    undo_change(hub.path, HubSettings(), log.runs[0].undo, now=NOW)
    assert before == (hub.path / "memory/plan.md").read_bytes()
