"""Ports of this machine that nobody listens on."""

import socket
from contextlib import suppress

from harvest_loop.adapters.prefect_api import HOST

_OURS = range(4210, 4300)  # the same numbers from start to start, and none that the engine takes by itself


def is_free(port: int) -> bool:
    """Tell whether nobody listens on the port."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe, suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port))
        return True
    return False


def lasting_port() -> int:
    """Return a free port for a server that people come back to."""
    return next((port for port in _OURS if is_free(port)), 0) or passing_port()


def passing_port() -> int:
    """Return a free port for a server that is gone in a minute."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
