"""What is written down of the running service: its port and its processes, so that any later command finds it."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.processes import Process
from harvest_loop.adapters.state_folder import service_folder


@dataclass(frozen=True)
class Service:
    """A server and its worker; None: that one was not started yet."""

    port: int
    server: Process
    worker: Process | None = None


def read_service() -> Service | None:
    """Return what was last written down; None when nothing was, or it can't be read."""
    try:
        told = json.loads(_record().read_bytes())
        worker = told["worker"]
        return Service(int(told["port"]), _process(told["server"]), None if worker is None else _process(worker))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # what runs is then found by what it carries


def write_service(service: Service) -> None:
    """Write the service down, whole or not at all."""
    told = {"schema_version": 1, **asdict(service)}
    whole_file.put(_record(), json.dumps(told).encode(), mode=0o600, check=lambda: None)


def forget_service() -> None:
    """Take the record away; the port is remembered."""
    _record().unlink(missing_ok=True)


def remembered_port() -> int | None:
    """Return the port of the last start, so that the UI's address stays the same; None the first time."""
    with suppress(OSError, ValueError):
        port = int(_port().read_text(encoding="ascii"))
        return port if 0 < port < 65536 else None
    return None


def remember_port(port: int) -> None:
    """Keep the port for the next start."""
    whole_file.put(_port(), f"{port}\n".encode(), mode=0o600, check=lambda: None)


def log_of(name: str) -> Path:
    """Return where a process of the service writes what it says."""
    return service_folder() / f"{name}.log"


def _process(told: Any) -> Process:
    return Process(int(told["pid"]), str(told["started"]))


def _record() -> Path:
    return service_folder() / "service.json"


def _port() -> Path:
    return service_folder() / "port"
