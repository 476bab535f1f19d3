"""What `harvest status` says of capture: the inbox, and what each host does and can't do (SPEC 3.1, 10.4)."""

from collections.abc import Iterable
from typing import NamedTuple

from harvest_loop.adapters import inbox_records
from harvest_loop.adapters.hosts import HOSTS
from harvest_loop.adapters.hosts.host import Host
from harvest_loop.domain.inbox_coverage import cover, inbox_line
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.sweep_page import session_lines
from harvest_loop.errors import HarvestError

_SHOWN = 10  # sessions
_IN_PLACE, _MISSING = "in place", "not in place"
_BUT_FOR = f"{_IN_PLACE} but for "


class InboxState(NamedTuple):
    """The inbox for a program, and in lines."""

    told: dict[str, object]
    lines: tuple[str, ...]


class HostState(NamedTuple):
    """One host: whether it is set up on this machine, whether it calls our hook, and what can't be had with it."""

    name: str
    there: bool
    hook: str
    limits: tuple[str, ...]


def inbox_state() -> InboxState:
    """Return what sessions left, as far as a sweep has looked at it, and how many markers wait for one.

    Raises: UsageError when the state folder can't be used.
    """
    markers, bad_markers = inbox_records.read_markers()
    sessions, bad_sessions = inbox_records.read_inbox_sessions()
    skipped = inbox_records.read_skipped()
    unreadable = tuple(file.name for file in (*bad_markers, *bad_sessions))
    coverage = cover(
        sessions, skipped_at_their_end=skipped.lines, at_least=skipped.at_least, unreadable_files=unreadable
    )
    waiting = [line for session in sessions for line in session_lines(session)]
    lines = [inbox_line(coverage)]
    if markers:
        lines.append(f"{count_of(len(markers), 'marker')} not swept yet: `harvest sweep`")
    lines += waiting[:_SHOWN]
    if len(waiting) > _SHOWN:
        lines.append(f"… and {len(waiting) - _SHOWN} more: --json")
    told = {"coverage": coverage.model_dump(mode="json"), "not_swept": len(markers), "waiting": waiting}
    return InboxState(told, tuple(lines))


def host_states() -> tuple[HostState, ...]:
    """Return every host that is known."""
    found = []
    for host in HOSTS.values():
        try:
            hook = _hook_of(host)
        except HarvestError as error:
            hook = f"unknown: {error}"
        found.append(HostState(host.name, host.folder().is_dir(), hook, host.limits))
    return tuple(found)


def _hook_of(host: Host) -> str:
    missing = host.missing()
    if not missing:
        return _IN_PLACE
    return _BUT_FOR + ", ".join(missing) if host.is_installed() else _MISSING


def host_lines(hosts: Iterable[HostState]) -> tuple[str, ...]:
    """Say it in lines, for the hosts that are set up on this machine."""
    lines: list[str] = []
    for host in hosts:
        if host.there:
            is_lacking = host.hook == _MISSING or host.hook.startswith(_BUT_FOR)
            remedy = f"; `harvest init --hosts {host.name}` puts it there" if is_lacking else ""
            lines.append(f"{host.name}: our hook is {host.hook}{remedy}")
            lines += [f"{host.name}: {limit}" for limit in host.limits]
    return tuple(lines) or (f"none of {', '.join(HOSTS)} is set up here",)
