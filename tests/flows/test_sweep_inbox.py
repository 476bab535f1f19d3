"""The sweep as a flow of a server: the runs that it starts are runs of their own."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import State
from prefect.deployments.runner import RunnerDeployment
from prefect.flow_engine import run_flow_sync
from prefect.states import Completed, Crashed, Scheduled

from harvest_loop.adapters.inbox_records import read_markers
from harvest_loop.flows.harvest_session import harvest_session
from harvest_loop.flows.review_form import review_form
from harvest_loop.flows.sweep_inbox import sweep_inbox
from harvest_loop.schemas.inbox import SweepRequest
from harvest_loop.schemas.request import ReviewRequest
from harvest_loop.tasks.sweep_slot import EVERY
from tests.flows.runs import close, meta, waiting_form
from tests.packaging.project import ROOT
from tests.support.repositories import Repository
from tests.support.sessions import talk
from tests.support.sweeps import FORCED, HOUR, NOW, end_session, make_hub, standing


@pytest.fixture(autouse=True)
def in_the_inbox(hub: Repository, field: Repository, state: Path, tmp_path: Path) -> Path:
    """One session that ended, for a hub that asks nobody."""
    field.commit("one", {"a": "1"})
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=make_hub(hub, FORCED).path)
    return state


@pytest.fixture
def deployed() -> Iterator[None]:
    """The deployment that a sweep starts runs of, and no worker that would do them."""
    made = harvest_session.to_deployment(name="session-close")
    assert isinstance(made, RunnerDeployment)
    deployment = made.apply()
    assert isinstance(deployment, UUID)
    yield
    with get_client(sync_client=True) as client:
        client.delete_deployment(deployment)


def sweep(hour: int = 0) -> str | None:
    """Run the flow and return what its state says."""
    state = sweep_inbox(SweepRequest(now=NOW + hour * HOUR, zone="UTC"), return_state=True)
    assert state.is_completed(), state
    return state.message


def test_a_server_where_nothing_is_deployed_starts_nothing() -> None:
    """
    The session waits, with the way out; the sweep itself has done its work.
    """
    assert "1 session seen: 1 waiting" == sweep()

    assert ("waits", "harvest-loop/session-close is not deployed; run `harvest deploy`") == (
        standing().state,
        standing().why,
    )


def test_the_run_is_the_servers(deployed: None, hub: Repository) -> None:
    """
    It is planned with the session's request, found again by the next sweep, and begun again when it crashed.
    """
    assert "1 session seen: 1 under way" == sweep()
    first = standing().run
    assert first is not None
    assert first.flow_run
    with get_client(sync_client=True) as client:
        planned = client.read_flow_run(UUID(first.flow_run))
        assert first.request.model_dump(mode="json") == planned.parameters["request"]
        assert "1 session seen: 1 under way" == sweep(1)

        client.set_flow_run_state(planned.id, Crashed(message="its worker was killed"), force=True)
        sweep(2)
        second = standing().run
        assert second is not None
        assert (2, first.request) == (second.attempt, second.request)
        assert second.flow_run != first.flow_run

        client.set_flow_run_state(UUID(second.flow_run), Completed(name="PASS", message="Verdict: PASS"), force=True)
    assert "1 session seen: 1 harvested" == sweep(3)


def test_a_form_that_nobody_answered_is_gone_on_with(small_hub: Repository, lendlog: Path) -> None:
    """
    After seven days each line is held as a signal, once; a Y that comes later writes nothing.
    """
    _, outcome = close(small_hub.path, lendlog)
    assert outcome.run
    assert outcome.waiting
    page = meta(small_hub.path, f"harvest_{outcome.run}.md")
    place = meta(small_hub.path, f"pending_{outcome.run}.json")
    os.utime(place, (NOW, NOW))
    sweep(6 * 24)
    assert "wait" in page.read_text().splitlines()[-1]

    sweep(7 * 24)
    held = page.read_text()
    sweep(8 * 24)
    form = waiting_form(small_hub.path, outcome.run)
    yes = {"run": outcome.run, "lines": [{"hash": form["form"]["lines"][0]["hash"], "answer": "Y"}]}
    late = {"hub": str(small_hub.path), "run": outcome.run, "now": NOW, "zone": "UTC", "answer": yes}
    review_form(ReviewRequest.model_validate(late), return_state=True)

    assert held == page.read_text()
    assert f"{outcome.waiting} held" in held.splitlines()[-1]
    signals = [path.read_text() for path in meta(small_hub.path).glob("fh_signal_*.md")]
    assert any("status: on-hold" in text for text in signals)
    assert not meta(small_hub.path, "tombstones.jsonl").exists()
    assert "" == small_hub.git("for-each-ref", "refs/heads/harvest")


def test_a_sweep_whose_slot_is_over_does_nothing() -> None:
    """
    After downtime the slots that were missed don't fire in a burst.
    """
    for seconds, name in ((EVERY + 60, "skipped (late)"), (EVERY - 60, "Completed")):
        with get_client(sync_client=True) as client:
            planned: State[object] = Scheduled(scheduled_time=datetime.now(UTC) - timedelta(seconds=seconds))
            run = client.create_flow_run(sweep_inbox, state=planned)

        state = run_flow_sync(sweep_inbox, flow_run=run, return_type="state")

        assert state is not None
        assert name == state.name
        assert (name == "Completed") == (read_markers()[0] == {})


def test_the_slot_is_the_one_that_is_deployed() -> None:
    """
    What counts as late is one interval of the schedule, so the two must say the same.
    """
    assert f"- interval: {EVERY}\n" in (ROOT / "deployments" / "prefect.yaml").read_text()
