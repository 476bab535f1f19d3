"""Put our hooks into hosts, or take them out: the literal change is shown before it is made (SPEC 10.4)."""

import difflib
import sys
from collections.abc import Iterable

from harvest_loop.adapters.hosts import HOSTS
from harvest_loop.adapters.hosts.host import Host, HostPlan, own_program
from harvest_loop.adapters.hosts.host_files import FilePlan, carry_out
from harvest_loop.commands.asking import at_terminal
from harvest_loop.commands.progress import show, tell
from harvest_loop.domain.consent.actions import action_of_set_up
from harvest_loop.domain.consent.gate import asked_for
from harvest_loop.errors import HarvestError, UsageError


def chosen_hosts(words: str) -> tuple[Host, ...]:
    """Return the hosts that a comma-separated list names.

    Raises: UsageError for a name that is no host's.
    """
    names = [word.strip() for word in words.split(",") if word.strip()]
    unknown = [name for name in names if name not in HOSTS]
    if unknown:
        raise UsageError(f"{unknown[0]!r} is no host", remedy=f"one or more of {','.join(HOSTS)}")
    return tuple(HOSTS[name] for name in dict.fromkeys(names))


def ask_for_hosts() -> tuple[Host, ...]:
    """Ask the person in whose configuration to put our hooks; none where nobody is here or everything is there."""
    left = [host for host in HOSTS.values() if host.folder().is_dir() and not _is_installed(host)]
    if not left or not at_terminal():
        return ()
    there = ",".join(host.name for host in left)
    sys.stderr.write(
        f"capture sessions by themselves? hosts found here: {there}\nwhich (names, `all`, Enter for none): "
    )
    sys.stderr.flush()
    said = sys.stdin.readline().strip()
    return chosen_hosts(there if said == "all" else said)


def set_up_hosts(hosts: Iterable[Host], *, remove: bool) -> int:
    """Show each change, ask for it where a person is, make it, and say so; return 2 where a host could not be done."""
    code = 0
    for host in hosts:
        try:
            _set_up(host.plan(own_program(), remove=remove), remove=remove)
        except HarvestError as error:
            tell(f"{host.name}: {error}")
            code = UsageError.exit_code
    return code


def hosts_with_our_hook() -> tuple[Host, ...]:
    """Return the hosts that call our hook now; one that can't be read is none of them."""
    return tuple(host for host in HOSTS.values() if _is_installed(host))


def _set_up(plan: HostPlan, *, remove: bool) -> None:
    for note in plan.notes:
        tell(f"{plan.host}: {note}")
    if not plan.files:
        show([f"{plan.host}: {'nothing of ours is there' if remove else 'nothing to change'}"])
        return
    for change in plan.files:
        show(_diff(change))
    if at_terminal() and not _agreed(plan.host):
        show([f"{plan.host}: left as it is"])
        return
    for change in reversed(plan.files) if remove else plan.files:  # the folders that were made first go last
        carry_out(change, asked_for(action_of_set_up("set up a host", str(change.path)), by="harvest init"))
    show([f"{plan.host}: {'our hooks are taken out' if remove else 'our hooks are in place'}"])


def _agreed(name: str) -> bool:
    sys.stderr.write(f"change this for {name}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _diff(change: FilePlan) -> tuple[str, ...]:
    """The literal change, as `diff -u` shows it; a file that goes is as harvest-loop wrote it."""
    if change.after is None:
        return (f"takes {change.path} away",)
    lines = difflib.unified_diff(
        (change.before or "").splitlines(),
        change.after.splitlines(),
        "(none)" if change.before is None else str(change.path),
        str(change.path),
        n=1,
        lineterm="",
    )
    return tuple(lines)


def _is_installed(host: Host) -> bool:
    try:
        return host.is_installed()
    except UsageError:
        return False
