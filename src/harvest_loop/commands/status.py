"""`harvest status`: which hub, what waits, what was last closed, whether a server is up; starts nothing (SPEC 10.1)."""

import argparse
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Print the state of the hub's loop."""
    import json
    from pathlib import Path

    from harvest_loop.adapters import hub_records
    from harvest_loop.adapters.redaction import redact
    from harvest_loop.commands.progress import show
    from harvest_loop.settings import find_hub, load_settings

    hub = find_hub(arguments.hub, Path.cwd())
    settings = load_settings(hub)
    forms, unreadable = hub_records.read_waiting(hub, settings)
    sessions, bad_lines = hub_records.read_sessions(hub, settings)
    server = _server()
    last = {line.source: line for line in sessions if line.harvested_to is not None}
    shown = {
        "hub": str(hub),
        "waiting": [{"run": w.form.run, "asked": w.form.asked_at, "lines": len(w.form.lines)} for w in forms],
        "unreadable_forms": list(unreadable),
        "last_closes": {source: line.seen for source, line in sorted(last.items())},
        "unreadable_sessions": bad_lines,
        "inbox": "not built yet",
        "server": server,
    }
    if arguments.json:
        sys.stdout.write(redact(json.dumps(shown, ensure_ascii=False, indent=2)) + "\n")
        return 0
    lines = [f"hub       {hub}"]
    lines += [f"waiting   {w.form.run}: {len(w.form.lines)} line(s), asked {w.form.asked_at}" for w in forms]
    lines += [] if forms else ["waiting   no form"]
    lines += [f"waiting   {name} can't be read" for name in unreadable]
    lines += [f"closed    {source}: last at {line.seen}" for source, line in sorted(last.items())]
    lines += [] if last else ["closed    no session yet"]
    lines += [f"closed    {bad_lines} line(s) of sessions.jsonl can't be read"] if bad_lines else []
    lines += ["inbox     not built yet: nothing is captured at a session's end", f"server    {_in_words(server)}"]
    show(lines)
    return 0


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
