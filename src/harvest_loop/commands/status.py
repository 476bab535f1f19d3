"""`harvest status`: which hub, what waits, what was last closed, whether a server is up; starts nothing (SPEC 10.1)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Print the state of the hub's loop, of the inbox, of the hosts and of the server; without a hub, all but its."""
    from harvest_loop.commands.capture_state import host_lines, host_states, inbox_state
    from harvest_loop.commands.progress import show, show_json

    of_hub, lines = _hub(arguments.hub)
    inbox, hosts, server = inbox_state(), host_states(), _server()
    if arguments.json:
        told = {**of_hub, "inbox": inbox.told, "hosts": [host._asdict() for host in hosts], "server": server}
        show_json(told)
        return 0
    lines += [f"inbox     {line}" for line in inbox.lines]
    lines += [f"hosts     {line}" for line in host_lines(hosts)]
    lines.append(f"server    {_in_words(server)}")
    show(lines)
    return 0


def _hub(named: str | None) -> tuple[dict[str, object], list[str]]:
    """Return the hub's forms and closes, for a program and in lines; where none is found that is what is said.

    Raises: UsageError when the one that was named is no folder, HubError when its settings can't be read.
    """
    from pathlib import Path

    from harvest_loop.adapters import hub_records
    from harvest_loop.errors import NoHub
    from harvest_loop.settings import find_hub, load_settings

    try:
        hub = find_hub(named, Path.cwd())
    except NoHub as error:
        return {"hub": None}, [f"hub       {error}"]
    settings = load_settings(hub)
    forms, unreadable = hub_records.read_waiting(hub, settings)
    sessions, _ = hub_records.read_sessions(hub, settings)
    torn, meta = hub_records.unreadable_lines(hub, settings), settings.paths.meta
    last = {line.source: line for line in sessions if line.harvested_to is not None}
    told: dict[str, object] = {
        "hub": str(hub),
        "waiting": [{"run": w.form.run, "asked": w.form.asked_at, "lines": len(w.form.lines)} for w in forms],
        "unreadable_forms": list(unreadable),
        "last_closes": {source: line.seen for source, line in sorted(last.items())},
        "unreadable_lines": torn,
    }
    lines = [f"hub       {hub}"]
    lines += [f"waiting   {w.form.run}: {len(w.form.lines)} line(s), asked {w.form.asked_at}" for w in forms]
    lines += [] if forms or unreadable else ["waiting   no form"]
    lines += [f"waiting   {meta}/{name} can't be read; {hub_records.UNREADABLE_FORM}" for name in unreadable]
    lines += [f"closed    {source}: last at {line.seen}" for source, line in sorted(last.items())]
    lines += [] if last else ["closed    no session yet"]
    lines += [f"records   {count} line(s) of {meta}/{name} can't be read" for name, count in torn.items()]
    return told, lines


def _server() -> dict[str, str]:
    """Ask the server that was written down, once and for half a second at most."""
    from harvest_loop.adapters import processes
    from harvest_loop.adapters.prefect_api import api_url, health_of
    from harvest_loop.adapters.service_record import read_service

    service = read_service()
    if service is None:
        return {"state": "down"}
    if not processes.is_alive(service.server):
        return {"state": "gone"}
    health = health_of(service.port, timeout=0.5)
    worker = service.worker is not None and processes.is_alive(service.worker)
    return {
        "state": "up" if health == "up" else "silent",
        "url": api_url(service.port).removesuffix("/api"),
        "worker": "up" if worker else "down",
    }


def _in_words(server: dict[str, str]) -> str:
    if server["state"] == "down":
        return "down: runs are in-process; `harvest up` starts it"
    if server["state"] == "gone":
        return "down: it ended without being asked to; `harvest up` starts it again"
    worker = "worker up" if server["worker"] == "up" else "worker down: `harvest up` starts it"
    answer = "up" if server["state"] == "up" else "does not answer: `harvest up` starts it anew"
    return f"{answer}: {server['url']}, {worker}"
