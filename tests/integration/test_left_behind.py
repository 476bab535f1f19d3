"""What `harvest down` ends and what it leaves alone, and what `harvest status` says, without a server."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from harvest_loop.adapters import process_table, processes
from harvest_loop.adapters.engine_settings import MARK, SERVICE, owner_mark, service_environment
from harvest_loop.adapters.processes import Process, find_by_ps, is_alive
from harvest_loop.adapters.service import stop_service
from harvest_loop.adapters.service_record import Service, read_service, write_service
from harvest_loop.adapters.state_folder import prefect_home
from tests.support.command_line import harvest
from tests.support.repositories import Repository

STUBBORN = "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); sys.stdin.read()"
TELLS_SIGINT = "import signal, sys; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN, flush=True)"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A state folder of the test's own, with a space in its name; what a failing test started there is ended."""
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "my state"))
    yield tmp_path / "my state"
    stop_service()


@contextmanager
def sleeper(**variables: str) -> Iterator[Process]:
    """A process that waits, started with these variables."""
    command = [sys.executable, "-c", "print(flush=True); input()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, **variables}) as child:
        assert child.stdout
        child.stdout.readline()
        found = processes.find(child.pid)
        assert found
        yield found
        child.kill()


def a_dead_owner() -> str:
    """The mark of what was started by a process that is gone."""
    with sleeper() as owner:
        return owner_mark(owner)


def down(state: Path) -> str:
    """Run `harvest down` and return what it printed."""
    done = harvest("down", cwd=state.parent, state=state)
    assert 0 == done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize("mark", ["service", "dead owner"])
def test_down_ends_what_a_killed_process_left_behind(mark: str, state: Path) -> None:
    """
    A worker's run whose worker was killed, and a server whose run was killed, are found by what they carry.
    """
    carried = {MARK: SERVICE if mark == "service" else a_dead_owner(), "PREFECT_HOME": str(prefect_home())}
    with sleeper(**carried) as left:
        said = down(state)

        assert not is_alive(left)
        assert "server    was not up; 1 process ended\n" == said


def test_down_ends_nobody_elses_engine(state: Path) -> None:
    """
    Another state folder's service, a person's own Prefect, and the server of a run that goes on stay as they are.
    """
    me = processes.find(os.getpid())
    assert me
    home = str(prefect_home())
    with (
        sleeper(**{MARK: SERVICE, "PREFECT_HOME": f"{home} of another"}) as another,
        sleeper(PREFECT_HOME=home) as unmarked,
        sleeper(**{MARK: owner_mark(me), "PREFECT_HOME": home}) as in_use,
    ):
        said = down(state)

        assert [True] * 3 == [is_alive(one) for one in (another, unmarked, in_use)]
        assert "server    was not up\n" == said


def test_down_ends_no_process_that_got_the_number_of_ours(state: Path) -> None:
    """
    After a restart of the machine the number that was written down may be anybody's.
    """
    with sleeper() as somebody:
        earlier = replace(somebody, started="1")
        write_service(Service(port=4210, server=earlier, worker=earlier))

        down(state)

        assert is_alive(somebody)
        assert read_service() is None


def test_what_ignores_the_request_is_killed() -> None:
    """
    `harvest down` has an end, whatever the process does with SIGTERM.
    """
    with subprocess.Popen([sys.executable, "-c", STUBBORN], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout
        child.stdout.readline()
        stubborn = processes.find(child.pid)
        assert stubborn

        left = processes.end([stubborn], patience=0.2)

        assert () == left
        assert -signal.SIGKILL == child.wait()


def test_a_process_started_by_a_script_in_the_background_can_be_interrupted(tmp_path: Path) -> None:
    """
    A shell's `&` makes its children ignore SIGINT, by which the engine's worker ends.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        child = processes.start(
            [sys.executable, "-c", TELLS_SIGINT], at=tmp_path, log=tmp_path / "log", environment=os.environ
        )
        child.wait()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)

    assert "False\n" == (tmp_path / "log").read_text()


def test_ps_tells_the_same_where_there_is_no_proc() -> None:
    """
    Systems without /proc find a process, its start and its variables too.
    """
    with sleeper(**{MARK: SERVICE, "PREFECT_HOME": "/some where"}) as found:
        carried = dict(process_table.listed_by_ps())[found.pid]

        assert find_by_ps(found.pid) == find_by_ps(found.pid) is not None
        assert SERVICE == carried.value_of(MARK)
        assert carried.hold("PREFECT_HOME", "/some where")
        assert not carried.hold("PREFECT_HOME", "/some")
    assert find_by_ps(found.pid) is None


def test_status_tells_of_a_server_that_ended_by_itself(hub: Repository, state: Path) -> None:
    """
    A server that was killed is not reported as if nobody had started one.
    """
    hub.write("harvest.toml", "")
    write_service(Service(port=4210, server=Process(1, "never")))

    done = harvest("status", "--hub", str(hub.path), cwd=state.parent, state=state)

    assert "server    down: it ended without being asked to; `harvest up` starts it again" in done.stdout


def test_status_waits_for_no_server(hub: Repository, state: Path) -> None:
    """
    A server that takes the call and says nothing costs half a second, and the line says so.
    """
    hub.write("harvest.toml", "")
    with socket.create_server(("127.0.0.1", 0)) as silent, sleeper() as server:
        write_service(Service(port=silent.getsockname()[1], server=server))
        before = time.monotonic()

        done = harvest("status", "--hub", str(hub.path), "--json", cwd=state.parent, state=state)

        took = time.monotonic() - before
    assert {"state": "silent", "worker": "down"}.items() <= json.loads(done.stdout)["server"].items()
    assert took < 10


def test_up_refuses_a_port_that_is_taken(state: Path) -> None:
    """
    The line names the port and the way out, and nothing was started.
    """
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        done = harvest("up", "--port", str(port), cwd=state.parent, state=state)

    assert 2 == done.returncode
    assert f"port {port} is taken; name another with --port, or none" in done.stderr
    assert read_service() is None


@pytest.mark.parametrize("port", ["0", "80", "65536", "-1", "x", "４２１０", ""])
def test_up_refuses_what_is_no_port(port: str, state: Path) -> None:
    """
    A mistyped port is the caller's error and named as such.
    """
    done = harvest("up", f"--port={port}", cwd=state.parent, state=state)

    assert 2 == done.returncode
    assert "is no port from 1024 to 65535" in done.stderr


@pytest.mark.parametrize("told", [b"", b"{", b"[]", b'{"port": 1}', b'{"port": "x", "server": {}, "worker": null}'])
def test_a_record_that_can_not_be_read_stops_nothing(told: bytes, state: Path) -> None:
    """
    What runs is found by what it carries, so a broken record is as good as none.
    """
    place = state / "service" / "service.json"
    place.parent.mkdir(parents=True)
    place.write_bytes(told)

    assert "server    was not up\n" == down(state)
    assert not place.exists()


def test_the_service_holds_no_setting_of_the_shell_it_was_started_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Each run reads its hub's settings, and no engine of the person's own is named to it.
    """
    monkeypatch.setenv("HARVEST_LOOP_MIN_PATTERNS", "9")
    monkeypatch.setenv("PREFECT_API_KEY", "mine")
    monkeypatch.setenv("PREFECT_API_URL", "https://elsewhere.example/api")

    held = service_environment(4210)

    assert not {"HARVEST_LOOP_MIN_PATTERNS", "PREFECT_API_KEY"} & held.keys()
    assert "http://127.0.0.1:4210/api" == held["PREFECT_API_URL"]
    assert os.environ["PATH"] == held["PATH"]


def test_deploy_needs_a_server(state: Path) -> None:
    """
    Without a server of ours nothing is told to anybody else's, and the way out is named.
    """
    done = harvest("deploy", cwd=state.parent, state=state)

    assert 2 == done.returncode
    assert "no server is up; run `harvest up`, which deploys too" in done.stderr
