"""The engine's server for one run in a process; it ends with that process, however that ends (SPEC 10.2, 11.1)."""

import atexit
import os
import signal
import sys
import threading
import time

from harvest_loop.adapters import ports, processes
from harvest_loop.adapters.engine_server import answers, start_and_wait
from harvest_loop.adapters.engine_settings import temporary_environment
from harvest_loop.adapters.prefect_api import HOST, ServerError
from harvest_loop.adapters.service_record import log_of
from harvest_loop.adapters.state_folder import prefect_home


def start_temporary_server() -> int:
    """Start a server that ends with this process, and return its port.

    Raises: ServerError when it doesn't come up.
    """
    owner = processes.find(os.getpid())
    if owner is None:
        raise ServerError("this process can't be found among the system's")
    port, log = ports.passing_port(), log_of("temporary")
    log.unlink(missing_ok=True)
    server = start_and_wait(
        [sys.executable, "-m", "harvest_loop.commands.temporary_server", str(port), str(owner.pid)],
        name="temporary server",
        at=prefect_home(),
        log=log,
        environment=temporary_environment(port, owner),
        ready=lambda: answers(port),
    )
    atexit.register(processes.end, [server], patience=5.0)
    return port


def main(port: int, owner: int) -> None:
    """Serve until asked to end, or until the process that started this one is gone."""
    threading.Thread(target=_end_with, args=(owner,), daemon=True).start()
    import uvicorn

    uvicorn.run(
        "prefect.server.api.server:create_app", factory=True, host=HOST, port=port, log_level="error", lifespan="on"
    )


def _end_with(owner: int) -> None:
    while os.getppid() == owner:
        time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(5.0)
    os._exit(1)  # it still waits for somebody who is gone


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
