"""The local service: one server and one worker in the background, with a pool and the deployments (SPEC 10.2)."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

from harvest_loop.adapters import ports, processes
from harvest_loop.adapters.cut_off_runs import mark_cut_off
from harvest_loop.adapters.engine_processes import end_servers_left_behind, service_processes
from harvest_loop.adapters.engine_server import answers, start_and_wait
from harvest_loop.adapters.engine_settings import (
    POOL,
    RUNS_AT_ONCE,
    has_database,
    service_environment,
    temporary_folder,
)
from harvest_loop.adapters.prefect_api import HOST, PrefectApi, ServerError
from harvest_loop.adapters.processes import Process
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.service_record import (
    Service,
    forget_service,
    log_of,
    read_service,
    remember_port,
    remembered_port,
    write_service,
)
from harvest_loop.adapters.state_folder import service_folder
from harvest_loop.errors import UsageError

Tell = Callable[[str], None]

_DEPLOY_PATIENCE = 120.0  # seconds
_HOW_TO_WORK = ("--pool", POOL, "--type", "process", "--name", POOL, "--limit", str(RUNS_AT_ONCE))


def running_service() -> Service | None:
    """Return the service whose server process runs, whether it answers or not; None when there is none."""
    service = read_service()
    return service if service is not None and processes.is_alive(service.server) else None


def worker_runs(service: Service) -> bool:
    """Tell whether the service has a worker that runs."""
    return service.worker is not None and processes.is_alive(service.worker)


def answers_in_time(service: Service) -> bool:
    """Give a server that may be busy some seconds to answer."""
    until = time.monotonic() + 10.0
    while not answers(service.port):
        if time.monotonic() > until or not processes.is_alive(service.server):
            return False
        time.sleep(0.5)
    return True


def start_server(asked: int | None, tell: Tell) -> Service:
    """End what an earlier service left behind, start the server, and return the service once it answers.

    Raises: UsageError when the port that was asked for is taken, ServerError when the server doesn't come up.
    """
    stop_service()
    port = _choose_port(asked, tell)
    first = "" if has_database() else "; the first time it sets up its database, about 15 seconds"
    tell(f"starting the server{first}")
    server = start_and_wait(
        [sys.executable, "-m", "prefect", "server", "start", "--host", HOST, "--port", str(port)],
        name="server",
        at=service_folder(),
        log=_new_log("server"),
        environment=service_environment(port),
        ready=lambda: answers(port),
    )
    service = Service(port, server)
    write_service(service)
    remember_port(port)
    mark_cut_off(PrefectApi(port))
    return service


def start_worker(service: Service) -> Service:
    """Make the pool, start the worker and return the service once the worker has reported to the server.

    Raises: ServerError when it doesn't come up.
    """
    api = PrefectApi(service.port)
    _make_pool(api)
    begun = datetime.now(UTC)
    worker = start_and_wait(
        [sys.executable, "-m", "prefect", "worker", "start", *_HOW_TO_WORK],
        name="worker",
        at=service_folder(),
        log=_new_log("worker"),
        environment=service_environment(service.port),
        ready=lambda: _worker_reported(api, since=begun),
    )
    complete = replace(service, worker=worker)
    write_service(complete)
    return complete


def deploy(service: Service) -> tuple[str, ...]:
    """Deploy what prefect.yaml lists and return the deployments of the pool, as flow/deployment.

    Raises: ServerError when the engine refuses one.
    """
    _make_pool(PrefectApi(service.port))
    with as_file(files("harvest_loop.deployments") / "prefect.yaml") as listed:
        _run_deploy(listed, service.port)
    return _deployed(PrefectApi(service.port))


def stop_service() -> tuple[Process, ...]:
    """End worker, runs and server, and what a run in a process left behind; return what was ended.

    The server goes last, so that it still learns which runs were cut off.

    Raises: ServerError when a process could not be ended.
    """
    recorded = read_service()
    server = None if recorded is None else recorded.server
    worker = None if recorded is None else recorded.worker
    found = set(service_processes()) | {one for one in (server, worker) if one and processes.is_alive(one)}
    left = processes.end(found - {server}, patience=15.0)
    if recorded is not None and answers(recorded.port):
        with suppress(ServerError):  # the next start marks them
            mark_cut_off(PrefectApi(recorded.port))
    left += processes.end({*service_processes(), *([] if server is None else [server])}, patience=10.0)
    if left:
        numbers = ", ".join(str(one.pid) for one in left)
        raise ServerError(f"these processes can't be ended: {numbers}", remedy="end them by hand")
    forget_service()
    shutil.rmtree(temporary_folder(), ignore_errors=True)  # a worker that was killed leaves its runs' folders there
    return tuple(sorted(found, key=lambda one: one.pid)) + end_servers_left_behind()


def _choose_port(asked: int | None, tell: Tell) -> int:
    """Return the port that was asked for, else the one of the last start, else a free one."""
    if asked is not None:
        if not ports.is_free(asked):
            raise UsageError(f"port {asked} is taken", remedy="name another with --port, or none")
        return asked
    last = remembered_port()
    if last is not None and ports.is_free(last):
        return last
    port = ports.lasting_port()
    if last is not None:
        tell(f"port {last} of the last start is taken; the server moves to {port}")
    return port


def _make_pool(api: PrefectApi) -> None:
    with suppress(ServerError):  # it was there before; where it wasn't, the worker says why it can't be made
        api.post("/work_pools/", {"name": POOL, "type": "process"})


def _worker_reported(api: PrefectApi, *, since: datetime) -> bool:
    try:
        workers = api.post(f"/work_pools/{POOL}/workers/filter", {})
    except ServerError:
        return False
    # The server takes one that was killed for online for another minute and a half.
    beats = [datetime.fromisoformat(worker["last_heartbeat_time"]) for worker in workers]
    return any(beat >= since for beat in beats)


def _run_deploy(listed: Path, port: int) -> None:
    command = [sys.executable, "-m", "prefect", "--no-prompt", "deploy", "--all", "--prefect-file", str(listed)]
    try:
        done = subprocess.run(
            command,
            cwd=service_folder(),
            env=service_environment(port),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_DEPLOY_PATIENCE,
        )
    except subprocess.TimeoutExpired as error:
        raise ServerError(f"the deployments took more than {_DEPLOY_PATIENCE:.0f} s", where=str(listed)) from error
    if done.returncode:
        said = " ".join((done.stdout + done.stderr).decode(errors="replace").split())
        raise ServerError(f"the deployments were refused: {redact(said[-600:])}", where=str(listed))


def _deployed(api: PrefectApi) -> tuple[str, ...]:
    flows = {flow["id"]: flow["name"] for flow in api.post("/flows/filter", {})}
    found = api.post("/deployments/filter", {"work_pools": {"name": {"any_": [POOL]}}})
    return tuple(sorted(f"{flows.get(one['flow_id'], '?')}/{one['name']}" for one in found))


def _new_log(name: str) -> Path:
    log = log_of(name)
    with suppress(FileNotFoundError):
        log.replace(log.with_suffix(".previous.log"))
    return log
