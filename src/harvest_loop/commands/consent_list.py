"""`harvest consent list`: the classes, whether each may be leased and why not, and what is granted (SPEC 8.2)."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.consent import ListedClass


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """List the classes; whether a grant holds is said by `harvest consent check` alone.

    Raises: NoHub, UsageError or HubError when the hub or its settings can't be read.
    """
    from pathlib import Path

    from harvest_loop.adapters import clock
    from harvest_loop.adapters.consent_places import read_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.consent.check import check_consent
    from harvest_loop.domain.consent.listing import list_consent
    from harvest_loop.hub_root import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    registry, profile = read_hub(hub)
    rows = list_consent(registry, profile, today=clock.today())
    checked = check_consent(registry, profile, today=clock.today())
    if arguments.json:
        told = [{**row._asdict(), "scope": row.scope and row.scope._asdict()} for row in rows]
        found = [finding._asdict() for finding in checked.findings]
        show_json({"hub": str(hub), "classes": told, "check": {"code": checked.code, "findings": found}})
        return 0
    show([*(line for row in rows for line in _told(row)), f"harvest consent check: {checked.summary}"])
    return 0


def _told(row: "ListedClass") -> Iterator[str]:
    from harvest_loop.domain.quoting import one_line

    yield one_line(f"{row.name}: {_state(row)}")
    if row.scope is None:
        yield "  no class of the registry, so nothing can be leased"
        return
    scope = row.scope
    sinks = ", ".join(scope.sinks) or "no sinks"
    yield f"  {one_line(' · '.join((scope.owner, scope.mode, scope.target, ', '.join(scope.capabilities), sinks)))}"
    if row.eligible:
        yield f"  may be leased, for {scope.lease_days} days"
    for why in row.why_not:
        yield f"  may not be leased: {one_line(why)}"


def _state(row: "ListedClass") -> str:
    if row.days_left is not None:
        from harvest_loop.domain.quoting import count_of

        return f"granted, {count_of(row.days_left, 'day')} left"
    return "; ".join((row.state, *row.wrong))
