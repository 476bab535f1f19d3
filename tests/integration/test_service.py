"""The local service, from the built wheel in another folder: one real server and worker for the whole file."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from harvest_loop.adapters import ports
from harvest_loop.adapters.git_repository_id import repository_id
from harvest_loop.adapters.hub_lock import harvesting
from harvest_loop.adapters.process_table import read_processes
from harvest_loop.adapters.processes import Process, wait_for_end
from tests.packaging.project import ROOT, build_wheel, copy_project, install
from tests.support.example import make_field
from tests.support.local_service import LocalService
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, session_end, talk
from tests.support.sweeps import FORCED, make_hub

WAITING_RUN = """
from harvest_loop.commands.temporary_server import start_temporary_server
print(start_temporary_server(), flush=True)
input()
"""
PERSON = "[user]\n\tname = A Person\n\temail = person@example.invalid\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """The service, brought up once from the wheel, by two people at the same moment."""
    place = tmp_path_factory.mktemp("elsewhere")
    installed = install(build_wheel(copy_project(tmp_path_factory.mktemp("project"), links=True)), place / "installed")
    (place / ".gitconfig").write_text(PERSON)
    up = LocalService(installed / "bin" / "python", place)
    typed = ("up", "--port", str(ports.passing_port()))
    try:
        with ThreadPoolExecutor() as two:
            first, second = two.map(lambda words: up.harvest(*words), (typed, typed))
        assert (0, 0) == (first.returncode, second.returncode), first.stderr + second.stderr
        assert sorted(["server    up", "server    already up"]) == sorted(
            done.stdout.partition(":")[0] for done in (first, second)
        )
        yield up
    finally:
        up.harvest("down")


@pytest.fixture(scope="module")
def lendlog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's field. A file of its own names another server, which must not be taken for ours."""
    place = make_field(tmp_path_factory.mktemp("fields") / "lendlog")
    (place / ".env").write_text("PREFECT_API_URL=http://127.0.0.1:9/api\nPREFECT_API_DATABASE_CONNECTION_URL=no\n")
    return place


@pytest.fixture(scope="module")
def wave_hub(service: LocalService, lendlog: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hub of a wave that was said to be completed; the worker sees to it while it does other things."""
    hub = tmp_path_factory.mktemp("waves") / """hub 'of' "{{ mine }}" \\"""
    Repository.create(hub).write("harvest.toml", "")
    event = {"event": "harvest.wave.completed", "resource": {"prefect.resource.id": "harvest.field.lendlog"}}
    payload = {"hub": str(hub), "field": str(lendlog), "base": "2026-01-01"}
    service.api.post(
        "/events", [{**event, "id": str(uuid4()), "occurred": datetime.now(UTC).isoformat(), "payload": payload}]
    )
    return hub


@pytest.fixture
def small_hub(hub: Repository) -> Path:
    """A hub with nothing in it."""
    hub.commit("The hub", {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n"})
    return hub.path


def recorded(service: LocalService) -> dict[str, Any]:
    """What the service wrote down of itself."""
    told: dict[str, Any] = json.loads((service.state / "service" / "service.json").read_text())
    return told


def ours(service: LocalService) -> set[int]:
    """Numbers of all processes that run the engine in this service's state folder."""
    home = str(service.state / "prefect")
    return {process.pid for process, carried in read_processes() if carried.hold("PREFECT_HOME", home)}


def ask_for_close(
    service: LocalService, hub: Path, field: Path, *flags: str, **more: str
) -> subprocess.CompletedProcess[str]:
    """Type Prefect's own command for one run of the loop."""
    request = {"hub": str(hub), "field": str(field), "since": "2026-01-01", "now": 1_774_000_000, "zone": "UTC", **more}
    asked = json.dumps({"request": request})
    return service.prefect("deployment", "run", "harvest-loop/session-close", "--params", asked, *flags)


def record_in(hub: Path) -> str:
    """The text of the hub's one record."""
    (page,) = (hub / "tracks" / "_meta").glob("harvest_*.md")
    return page.read_text(encoding="utf-8")


def test_status_tells_that_it_is_up(service: LocalService, small_hub: Path) -> None:
    """
    One call to the server is enough to say where it is and that work is picked up.
    """
    expected = {"state": "up", "url": f"http://127.0.0.1:{service.port}", "worker": "up"}

    assert expected == service.status(small_hub)


def test_two_who_start_it_at_once_get_one(service: LocalService) -> None:
    """
    The second waits and is told that it is up: one server, one worker, and no migration beside another.
    """
    told = recorded(service)

    assert {told["server"]["pid"], told["worker"]["pid"]} == ours(service)


def test_the_ui_asks_its_own_server(service: LocalService) -> None:
    """
    The pages in the browser call the port that they came from, and not the one that the engine takes by default.
    """
    with urllib.request.urlopen(f"http://127.0.0.1:{service.port}/ui-settings") as answer:
        settings = json.load(answer)

    assert f"http://127.0.0.1:{service.port}/api" == settings["api_url"]


def test_a_page_of_another_address_can_not_give_orders(service: LocalService) -> None:
    """
    A site that is open in the same browser must not be able to start programs through the server.
    """
    order = urllib.request.Request(
        f"http://127.0.0.1:{service.port}/api/work_pools/",
        data=b'{"name": "theirs", "type": "process"}',
        headers={"Origin": "http://elsewhere.example", "Content-Type": "text/plain"},
    )

    with pytest.raises(urllib.error.HTTPError, match="403") as refused:
        urllib.request.urlopen(order)  # noqa: S310 -- a server of the test's own

    assert refused.value.headers["Access-Control-Allow-Origin"] is None
    assert {"harvest"} == {pool["name"] for pool in service.api.post("/work_pools/filter", {})}


def test_every_flow_is_deployed_by_its_module(service: LocalService) -> None:
    """
    The server knows a flow by where it is installed, with the fields of its request, and copies no code.
    """
    found = {one["name"]: one for one in service.api.post("/deployments/filter", {})}
    flows = re.findall(r"@flow\(name=", "".join(path.read_text() for path in (ROOT / "flows").glob("*.py")))

    close = found["session-close"]
    assert len(flows) == len(found)
    assert "harvest_loop.flows.harvest_session.harvest_session" == close["entrypoint"]
    assert not close["pull_steps"]
    assert {"hub", "field", "since"} <= set(
        close["parameter_openapi_schema"]["definitions"]["HarvestRequest"]["properties"]
    )


def test_the_worker_runs_what_prefects_own_command_asks_for(
    service: LocalService, wave_hub: Path, small_hub: Path, lendlog: Path, tmp_path: Path
) -> None:
    """
    The run's state carries the verdict's name and words, and they are the last line of the record on disk.
    """
    answers = tmp_path / "answers.json"
    answers.write_text('{"*": "Y"}')

    done = ask_for_close(service, small_hub, lendlog, "--watch", answers=str(answers))

    assert 0 == done.returncode, done.stdout + done.stderr
    run = service.wait_for_run(small_hub, "COMPLETED")
    assert run["state"]["message"] == record_in(small_hub).splitlines()[-1]
    assert run["state"]["message"].startswith(f"Verdict: {run['state']['name']}")
    assert "harvest/lendlog-2026-03-20" == Repository(small_hub).git(
        "branch", "--list", "--format=%(refname:short)", "harvest/*"
    )


def test_an_event_starts_the_lightweight_harvest(service: LocalService, wave_hub: Path) -> None:
    """
    Whoever says that a wave is completed gets its record; a path with marks of its own arrives as it is.
    """
    run = service.wait_for_run(wave_hub, "COMPLETED", "FAILED", "CRASHED")

    assert "lightweight" == run["parameters"]["request"]["mode"]
    assert run["state"]["message"] == record_in(wave_hub).splitlines()[-1]


def test_the_end_of_a_session_becomes_a_run(service: LocalService, hub: Repository, tmp_path: Path) -> None:
    """
    A hook leaves a marker and asks for a sweep; the sweep starts the session's harvest, which knows whose it is.
    """
    make_hub(hub, FORCED)
    field = Repository.create(tmp_path / "worked in")
    field.commit("one", {"a": "1"})
    transcript = talk(tmp_path, at=int(datetime.now(UTC).timestamp()) - 60, cwds=[field.path])
    payload = session_end(transcript_path=str(transcript))

    def ask() -> bool:
        """End the session, and see whether the server was told: a busy one is not waited for."""
        done = subprocess.run(
            [str(service.python), "-m", "harvest_loop.cli", "hook", "claude-code"],
            input=payload,
            env=service.environment(HARVEST_HUB=str(hub.path)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
        return any(str(run.get("idempotency_key")).startswith("sweep-") for run in service.runs())

    service.wait_for(ask)
    run = service.wait_for_run(hub.path, "COMPLETED")
    assert f"claude-code:{SESSION}" == run["parameters"]["request"]["session"]
    assert [str(transcript)] == run["parameters"]["request"]["transcript"]
    swept = json.loads(service.harvest("sweep", "--json").stdout)
    assert ([], 1) == (swept["runs"], swept["coverage"]["harvested"])


def of_hub(service: LocalService, hub: Path) -> list[dict[str, Any]]:
    """The server's runs for a hub."""
    return [run for run in service.runs() if run["parameters"].get("request", {}).get("hub") == str(hub)]


def test_wave_tells_the_server_and_harvests_once(service: LocalService, small_hub: Path, lendlog: Path) -> None:
    """
    The command emits the event, the deployment's trigger runs the lightweight flow, and what is printed is its page.
    """
    done = service.harvest("wave", "--hub", str(small_hub), "--base", "2026-01-01", "--json", at=lendlog)

    assert 0 == done.returncode, done.stderr
    said = json.loads(done.stdout)
    (run,) = of_hub(service, small_hub)
    assert ("AUTOMATION", "COMPLETED") == (run["created_by"]["type"], run["state"]["type"])
    assert f"Verdict: {said['verdict']}" == run["state"]["message"] == record_in(small_hub).splitlines()[-1]
    assert "verdict" == list(said)[-1]
    assert said["page"].startswith(f"record: {said['record']}\n")
    assert f"tracks/_meta/harvest_{said['run']}.md" == said["record"]
    events = service.api.post("/events/filter", {"filter": {"event": {"name": ["harvest.wave.completed"]}}})["events"]
    (event,) = [one for one in events if one["payload"]["hub"] == str(small_hub)]
    assert "harvest.field.lendlog" == event["resource"]["prefect.resource.id"]
    payload = event["payload"]
    assert (str(lendlog), "2026-01-01T00:00:00Z") == (payload["field"], payload["base"])
    assert payload["session"].startswith("manual:")
    assert payload["reason"].endswith(" new files")


def test_a_small_wave_is_not_announced(service: LocalService, small_hub: Path, lendlog: Path) -> None:
    """
    One line, and no run anywhere.
    """
    done = service.harvest("wave", "--hub", str(small_hub), "--base", "HEAD", at=lendlog)

    assert (0, "no wave in lendlog: fewer than 2 new and 3 changed files\n") == (done.returncode, done.stdout)
    assert [] == of_hub(service, small_hub)


def test_close_shows_its_run_on_the_server(service: LocalService, small_hub: Path, lendlog: Path) -> None:
    """
    A run in a terminal uses the server that is up, also in a field whose own files name another one.
    """
    before = {run["id"] for run in service.runs()}

    done = service.harvest("close", "--hub", str(small_hub), "--since", "2026-01-01", "--no-input", at=lendlog)

    assert 0 == done.returncode, done.stderr
    (run,) = [run for run in service.runs() if run["id"] not in before and run["parameters"]]
    assert run["deployment_id"] is None
    assert run["state"]["message"] == done.stdout.splitlines()[-1]


def test_up_again_changes_nothing(service: LocalService) -> None:
    """
    Whoever types it twice is told so and gets the same server.
    """
    before = recorded(service)

    done = service.harvest("up")

    assert 0 == done.returncode
    assert "already up" in done.stdout
    assert before == recorded(service)


def test_up_on_another_port_is_refused(service: LocalService) -> None:
    """
    A server that runs is not moved behind the back of those who use it.
    """
    done = service.harvest("up", "--port", str(ports.passing_port()))

    assert 2 == done.returncode
    assert f"up on port {service.port}; run `harvest down` first" in done.stderr


def test_without_a_worker_the_wave_is_harvested_here(service: LocalService, small_hub: Path, lendlog: Path) -> None:
    """
    An event would start a run that nobody carries out, or one more, much later: none is emitted.
    """
    worker = Process(**recorded(service)["worker"])
    os.kill(worker.pid, signal.SIGKILL)
    assert () == wait_for_end([worker], patience=30)

    done = service.harvest("wave", "--hub", str(small_hub), "--base", "2026-01-01", at=lendlog)

    assert 0 == done.returncode, done.stderr
    assert "its worker is down" in done.stderr
    assert [None] == [run["deployment_id"] for run in of_hub(service, small_hub)]
    assert done.stdout.splitlines()[-1] == record_in(small_hub).splitlines()[-1]
    assert 0 == service.harvest("up").returncode
    (service.state / "service" / "worker.previous.log").unlink()  # of the worker that was killed here


def test_down_cuts_off_what_runs_and_leaves_nothing(service: LocalService, small_hub: Path, lendlog: Path) -> None:
    """
    No process, no port, no record, no file of a run, and no run that the server shows as going on for ever.
    """
    ask_for_close(service, small_hub, lendlog)
    run = service.wait_for_run(small_hub, "PENDING", "RUNNING")

    done = service.harvest("down")

    assert 0 == done.returncode, done.stderr
    assert set() == ours(service)
    assert ports.is_free(service.port)
    left = {path.name for path in (service.state / "service").iterdir()}
    assert {"port", "server.log", "worker.log"} == left
    assert {"state": "down"} == service.status(small_hub)
    with closing(sqlite3.connect(service.state / "prefect" / "prefect.db")) as database:
        states = dict(database.execute("SELECT id, state_type FROM flow_run"))
    assert "CRASHED" == states[run["id"]]
    assert set(states.values()) <= {"CRASHED", "COMPLETED", "SCHEDULED"}  # the next sweeps are no runs yet


def test_down_again_has_nothing_to_do(service: LocalService) -> None:
    """
    It says what it found, and that is no failure.
    """
    done = service.harvest("down")

    assert (0, "server    was not up\n") == (done.returncode, done.stdout)


def test_without_a_server_the_wave_is_harvested_in_process(
    service: LocalService, small_hub: Path, lendlog: Path
) -> None:
    """
    Nothing has to be up for it, and it says the same.
    """
    done = service.harvest("wave", "--hub", str(small_hub), "--base", "2026-01-01", at=lendlog)

    assert 0 == done.returncode, done.stderr
    assert done.stdout.startswith("record: tracks/_meta/harvest_")
    assert done.stdout.splitlines()[-1] == record_in(small_hub).splitlines()[-1]


def test_the_server_of_a_killed_run_ends_with_it(service: LocalService) -> None:
    """
    A run without a service has a server of its own, which neither outlives it nor holds what it printed to.
    """
    with subprocess.Popen(
        [str(service.python), "-c", WAITING_RUN],
        env=service.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as run:
        assert run.stdout
        port = int(run.stdout.readline())
        home = str(service.state / "prefect")
        servers = [process for process, carried in read_processes() if carried.hold("PREFECT_HOME", home)]
        run.kill()

        assert b"" == run.stdout.read()
    assert 1 == len(servers)
    assert () == wait_for_end(servers, patience=30)
    assert ports.is_free(port)


def test_a_close_that_was_killed_goes_on_when_the_same_is_typed_later(
    service: LocalService, small_hub: Path, lendlog: Path
) -> None:
    """
    By then `5000d` comes to another moment, and it is the same work for all that.
    """
    typed = ["close", "--hub", str(small_hub), "--since", "5000d", "--no-input"]
    stored = set((service.state / "results").glob("*/*"))
    with harvesting(small_hub, repository_id(lendlog)):  # another close of the field, which this one waits for
        command = [str(service.python), "-m", "harvest_loop.cli", *typed]
        with subprocess.Popen(command, cwd=lendlog, env=service.environment(), stdin=subprocess.DEVNULL) as close:
            # What was asked, and of which field.
            service.wait_for(lambda: len(set((service.state / "results").glob("*/*")) - stored) == 2)
            close.kill()

    again = service.harvest(*typed, at=lendlog)

    assert 0 == again.returncode, again.stderr
    assert "going on with the run of" in again.stderr
    assert record_in(small_hub).splitlines()[-1] == again.stdout.splitlines()[-1]
    assert [] == list((service.state / "open_runs").glob("*.json"))


def test_a_server_that_can_not_start_is_explained(service: LocalService) -> None:
    """
    The line says what the engine said last and where its log is, and nothing is left running.
    """
    broken = LocalService(service.python, service.folder / "broken")
    (broken.state / "prefect").mkdir(parents=True)
    (broken.state / "prefect" / "prefect.db").write_bytes(b"no database at all" * 1000)

    done = broken.harvest("up")

    assert 2 == done.returncode
    assert "file is not a database" in done.stderr
    assert "server.log" in done.stderr
    assert set() == ours(broken)
