"""Runs of the server whose process is gone, and what became of those that a sweep started."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from harvest_loop.adapters import processes
from harvest_loop.adapters.cut_off_runs import mark_lost
from harvest_loop.adapters.prefect_api import PrefectApi
from harvest_loop.adapters.started_runs import Fate, LocalRuns
from harvest_loop.schemas.inbox import StartedRun
from harvest_loop.schemas.request import HarvestRequest
from tests.support.loopback import Asked, serving

REQUEST = HarvestRequest(hub="/h", field="/f", now=1)
LONG_AGO = (datetime.now(UTC) - timedelta(hours=1)).isoformat()


def just_now() -> str:
    """The moment, as the engine writes one."""
    return datetime.now(UTC).isoformat()


class Engine:
    """A server that knows these runs, by id, and keeps the states that it is told to set."""

    def __init__(self, runs: dict[str, dict[str, Any]]) -> None:
        self.runs = runs
        self.set: dict[str, str] = {}

    def answer(self, asked: Asked) -> Any:
        path, message = asked.path, asked.message
        if "csrf-token" in path:
            return {"token": "t"}
        if path.endswith("/set_state"):
            run = path.split("/")[-2]
            self.set[run] = message["state"]["type"]
            self.runs[run] = {**message["state"], "timestamp": just_now()}
            return {"status": "ACCEPT"}
        wanted = message["flow_runs"]
        states = wanted.get("state", {}).get("type", {}).get("any_")
        ids = wanted.get("id", {}).get("any_", list(self.runs))
        found = {run: state for run, state in self.runs.items() if run in ids}
        told = [
            {"id": run, "state": state} for run, state in found.items() if states is None or state["type"] in states
        ]
        return told[: min(message.get("limit", 200), 200)]  # as the engine does


@contextmanager
def api_of(engine: Engine) -> Iterator[PrefectApi]:
    """The engine behind a port of this machine."""
    with serving(engine.answer) as port:
        yield PrefectApi(port)


@contextmanager
def process_of(run: str) -> Iterator[None]:
    """A process as the worker starts one for a run."""
    surroundings = {**os.environ, "PREFECT__FLOW_RUN_ID": run}
    command = [sys.executable, "-c", "print(flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings) as child:
        assert child.stdout
        child.stdout.readline()
        yield
        child.kill()


def test_a_run_whose_process_is_gone_is_marked_and_no_other() -> None:
    """
    A killed worker leaves its runs as running for ever; one that has a process, or is just being started, is not lost.
    """
    running = {"type": "RUNNING", "name": "Running"}
    engine = Engine(
        {
            "lost": {**running, "timestamp": LONG_AGO},
            "alive": {**running, "timestamp": LONG_AGO},
            "being-started": {"type": "PENDING", "name": "Pending", "timestamp": just_now()},
            "planned": {"type": "SCHEDULED", "name": "Scheduled", "timestamp": LONG_AGO},
            "at-its-form": {"type": "PAUSED", "name": "Suspended", "timestamp": LONG_AGO},
        }
    )

    with api_of(engine) as api, process_of("alive"):
        assert ("lost",) == mark_lost(api)
        assert () == mark_lost(api)

    assert {"lost": "CRASHED"} == engine.set


@pytest.mark.parametrize(
    ("kind", "name", "fate"),
    [
        ("COMPLETED", "PASS", "ended well"),
        ("COMPLETED", "Completed", "ended well"),
        ("FAILED", "FAIL", "ended well"),  # the verdict, not the run
        ("FAILED", "Failed", "failed"),
        ("PAUSED", "Suspended", "ended well"),
        ("CRASHED", "Crashed", "gone"),
        ("CANCELLED", "Cancelled", "cancelled"),
        ("SCHEDULED", "Late", "under way"),
        ("PENDING", "Pending", "under way"),
        ("RUNNING", "Running", "under way"),
    ],
)
def test_what_a_state_of_the_engine_means(kind: str, name: str, fate: str) -> None:
    """
    A run that got to its verdict or to its form has ended well; a person's cancelling is taken at its word.
    """
    engine = Engine({"r": {"type": kind, "name": name, "timestamp": just_now()}})

    with api_of(engine) as api:
        fates = LocalRuns(api).fates([StartedRun(request=REQUEST, flow_run="r")])

    assert fate == fates["r"].state


def test_a_run_that_the_server_lost_is_gone_and_one_that_it_marks_too() -> None:
    """
    Its database was deleted, or its worker killed: both are begun again.
    """
    engine = Engine({"lost": {"type": "RUNNING", "name": "Running", "timestamp": LONG_AGO}})
    runs = [StartedRun(request=REQUEST, flow_run=name) for name in ("lost", "forgotten")]

    with api_of(engine) as api:
        fates = LocalRuns(api).fates(runs)

    assert {"lost": "gone", "forgotten": "gone"} == {name: fate.state for name, fate in fates.items()}


def test_of_more_runs_than_one_answer_holds_none_is_taken_for_gone() -> None:
    """
    After weeks without a sweep hundreds may be planned at once; one that is not told of would be begun a second time.
    """
    planned = {"type": "SCHEDULED", "name": "Scheduled", "timestamp": just_now()}
    engine = Engine({f"run-{number}": planned for number in range(201)})

    with api_of(engine) as api:
        fates = LocalRuns(api).fates([StartedRun(request=REQUEST, flow_run=name) for name in engine.runs])

    assert {"under way"} == {fate.state for fate in fates.values()}


def test_every_sweep_marks_what_is_lost() -> None:
    """
    Also runs that a person started on the server: they would be shown as running for ever.
    """
    engine = Engine({"lost": {"type": "RUNNING", "name": "Running", "timestamp": LONG_AGO}})

    with api_of(engine) as api:
        LocalRuns(api).fates([])

    assert {"lost": "CRASHED"} == engine.set


def test_a_server_that_does_not_answer_leaves_everything_as_it_is() -> None:
    """
    Unknown is not gone: the next sweep asks again.
    """
    with api_of(Engine({})) as api:
        pass

    fates = LocalRuns(api).fates([StartedRun(request=REQUEST, flow_run="r")])

    assert "under way" == fates["r"].state


def test_without_the_service_its_runs_are_gone() -> None:
    """
    `harvest down` ends them, and the next sweep goes on here.
    """
    assert "gone" == LocalRuns(None).fates([StartedRun(request=REQUEST, flow_run="r")])["r"].state


def test_a_run_of_a_process_is_told_from_a_later_process_of_the_same_number() -> None:
    """
    Numbers come round again.
    """
    mine = LocalRuns(None).start(REQUEST, 1, "a name")
    assert mine.process == os.getpid()
    later = mine.model_copy(update={"process_started": "long ago"})
    with subprocess.Popen(["true"]) as ended:
        there = processes.find(ended.pid)
    gone = mine.model_copy(update={"process": ended.pid, "process_started": there.started if there else "x"})

    fates = LocalRuns(None).fates([mine, later, gone])

    assert [Fate("under way"), *[Fate("gone", "its process is gone")] * 2] == list(fates.values())
