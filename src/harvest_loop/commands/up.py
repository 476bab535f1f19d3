"""`harvest up`: a server and a worker on this machine, so that people see runs in the UI (SPEC 10.2)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.adapters.service_record import Service


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--port", type=_port, metavar="N", help="port of the server (default: that of the last start, else a free one)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Bring up what isn't, and say where it is.

    Raises: UsageError for a port that can't be had, ServerError for what didn't come up; nothing is left running then.
    """
    from harvest_loop.adapters.engine_lock import alone_at_the_engine
    from harvest_loop.adapters.service import answers_in_time, running_service, stop_service, worker_runs
    from harvest_loop.commands.progress import tell
    from harvest_loop.errors import UsageError

    with alone_at_the_engine(tell):
        service = running_service()
        if service is not None and not answers_in_time(service):
            tell(f"the server on port {service.port} does not answer; it is started anew")
            service = None
        if service is not None and arguments.port not in (None, service.port):
            raise UsageError(f"the server is up on port {service.port}", remedy="run `harvest down` first")
        if service is not None and worker_runs(service):
            return _say(service, "already up", ())
        try:
            complete, deployed = _bring_up(service, arguments.port)
        except BaseException:
            stop_service()
            raise
    return _say(complete, "up", deployed)


def _bring_up(service: "Service | None", port: int | None) -> tuple["Service", tuple[str, ...]]:
    from concurrent.futures import ThreadPoolExecutor

    from harvest_loop.adapters.service import deploy, start_server, start_worker
    from harvest_loop.commands.progress import tell

    server = start_server(port, tell) if service is None else service
    tell("starting the worker and deploying")
    with ThreadPoolExecutor(max_workers=1) as beside:
        deploying = beside.submit(deploy, server)
        return start_worker(server), deploying.result()


def _say(service: "Service", state: str, deployed: tuple[str, ...]) -> int:
    from harvest_loop.adapters.engine_settings import POOL
    from harvest_loop.adapters.prefect_api import api_url

    url = api_url(service.port)
    lines = [f"server    {state}: {url.removesuffix('/api')}", f"worker    {state}: pool {POOL}"]
    lines += [f"deployed  {name}" for name in deployed]
    lines += [f"for prefect's own commands: PREFECT_API_URL={url}"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _port(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1024 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 1024 to 65535")
    return number
