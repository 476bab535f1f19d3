"""The lightweight harvest after a wave (SPEC 4, second mode)."""

from pathlib import Path

from prefect import flow

from harvest_loop.flows.harvest_wave import harvest_wave
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.request import HarvestRequest
from tests.flows.runs import NOW, meta
from tests.support.repositories import Repository


def wave(hub: Path, field: Path, base: str) -> RunOutcome:
    """Harvest lightly what came after `base`."""
    request = HarvestRequest(hub=str(hub), field=str(field), since=base, now=NOW, zone="UTC", mode="lightweight")
    return RunOutcome.model_validate(harvest_wave(request, return_state=True).result(raise_on_failure=False))


def test_a_wave_is_recorded_at_once_and_the_card_is_not_touched(
    state: Path, small_hub: Repository, lendlog: Path
) -> None:
    """
    Record path, a short summary, the question, the verdict last; only the record was written.
    """
    before = {path: path.read_bytes() for path in meta(small_hub.path).iterdir()}

    outcome = wave(small_hub.path, lendlog, "2026-01-01")

    lines = outcome.page.splitlines()
    assert f"record: tracks/_meta/harvest_{outcome.run}.md" == lines[0]
    assert "run full harvest-loop?" == lines[-2]
    assert "Verdict: PASS" == lines[-1]
    assert len(lines) <= 6
    record = meta(small_hub.path, f"harvest_{outcome.run}.md").read_text()
    assert all(step in record for step in ("0 regression guard", "0 drift", "5 verify-bidirectional"))
    after = {path: path.read_bytes() for path in meta(small_hub.path).iterdir()}
    assert before == {path: data for path, data in after.items() if path in before}
    assert [f"harvest_{outcome.run}.md"] == [path.name for path in after if path not in before]
    assert outcome.run is not None
    assert outcome.run.endswith("_lightweight")


def test_a_small_change_is_no_wave(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    One changed file since the base: one line, nothing written.
    """
    before = sorted(meta(small_hub.path).iterdir())

    outcome = wave(small_hub.path, lendlog, Repository(lendlog).git("rev-parse", "HEAD"))

    assert outcome.page.startswith("no wave in lendlog")
    assert 1 == len(outcome.page.splitlines())
    assert before == sorted(meta(small_hub.path).iterdir())


def test_a_wave_is_harvested_inside_of_another_flow(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    A longer run calls the lightweight harvest as a flow of its own after each wave.
    """
    request = HarvestRequest(
        hub=str(small_hub.path), field=str(lendlog), since="2026-01-01", now=NOW, zone="UTC", mode="lightweight"
    )

    @flow
    def longer_run() -> str:
        return harvest_wave(request, return_state=True).name or ""

    assert "PASS" == longer_run()
    assert 1 == len(list(meta(small_hub.path).glob("harvest_*_lightweight.md")))
