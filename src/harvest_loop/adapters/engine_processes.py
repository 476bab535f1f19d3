"""Processes that were started for the engine, found by what they carry, whoever started them and died (SPEC 10.2)."""

from collections.abc import Iterator

from harvest_loop.adapters import processes
from harvest_loop.adapters.engine_settings import MARK, SERVICE, owner_mark
from harvest_loop.adapters.process_table import read_processes
from harvest_loop.adapters.processes import Process
from harvest_loop.adapters.state_folder import prefect_home


def service_processes() -> tuple[Process, ...]:
    """Return every process of our service: server, worker, the worker's runs and what those started."""
    return tuple(process for process, mark in _ours() if mark == SERVICE)


def end_servers_left_behind() -> tuple[Process, ...]:
    """End temporary servers of ours whose run is gone, and return them."""
    left = tuple(process for process, mark in _ours() if mark != SERVICE and not _has_owner(mark))
    processes.end(left, patience=5.0)
    return left


def _ours() -> Iterator[tuple[Process, str]]:
    home = str(prefect_home())
    for process, surroundings in read_processes():
        mark = surroundings.value_of(MARK)
        if mark and surroundings.hold("PREFECT_HOME", home):
            yield process, mark


def _has_owner(mark: str) -> bool:
    pid = mark.partition(":")[0]
    owner = processes.find(int(pid)) if pid.isdecimal() else None
    return owner is not None and owner_mark(owner) == mark
