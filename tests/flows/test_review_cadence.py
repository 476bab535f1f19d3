"""The cadence by schedule: a slot that is long over, or that a person served, is skipped (SPEC 10.2)."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import State
from prefect.flow_engine import run_flow_sync
from prefect.states import Scheduled

from harvest_loop.flows.review_cadence import review_cycle
from harvest_loop.tasks.review_cadence import EVERY
from tests.packaging.project import ROOT
from tests.support.repositories import Repository

STATE = Path("tracks/_meta/harvest_state.json")


@pytest.fixture(autouse=True)
def desk(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A hub that the worker's surroundings name."""
    hub.commit("the hub", {"harvest.toml": "", "CLAUDE.md": "# Rules\n"})
    monkeypatch.setenv("HARVEST_HUB", str(hub.path))
    return hub


def state_of_a_run_planned(ago: timedelta) -> str | None:
    """Run the flow as the engine would that planned it then."""
    with get_client(sync_client=True) as client:
        planned: State[object] = Scheduled(scheduled_time=datetime.now(UTC) - ago)
        run = client.create_flow_run(review_cycle, state=planned)
    state = run_flow_sync(review_cycle, flow_run=run, return_type="state")
    assert state is not None
    return state.name


def test_a_slot_is_served_once(desk: Repository) -> None:
    """
    One that is older than an interval is skipped; one that comes late is served, unless somebody looked since.
    """
    assert "skipped (late)" == state_of_a_run_planned(timedelta(seconds=EVERY + 60))
    assert not (desk.path / STATE).exists()

    assert "Completed" == state_of_a_run_planned(timedelta(days=2))
    looked = json.loads((desk.path / STATE).read_text())["last_cadence"]

    assert "skipped (late)" == state_of_a_run_planned(timedelta(days=1))
    assert looked == json.loads((desk.path / STATE).read_text())["last_cadence"]


def test_the_slot_is_the_one_that_is_deployed() -> None:
    """
    What counts as late is one interval of the schedule, and the interval has an anchor.
    """
    told = (ROOT / "deployments" / "prefect.yaml").read_text()

    assert f"- interval: {EVERY}\n        anchor_date: " in told
