"""`harvest consent audit`: every unprompted run again, against the grant then in force (SPEC 8.4)."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.consent_records import Audit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = "Exit 0: every run was covered by the grant then in force; 1: one was not, or a line can't be read."
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Print each run with what speaks against it; return 0 where nothing does.

    Raises: HubError when a log can't be read.
    """
    from pathlib import Path

    from harvest_loop.adapters.consent_log import read_log
    from harvest_loop.adapters.hub_lock import locked
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.adapters.undo_entries import read_entries
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.consent.audit import audit
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    settings = settings_of_hub(hub)
    with locked(hub):
        log, (entries, torn) = read_log(hub, settings), read_entries(hub, settings)
    found = audit(log, entries)
    found = found._replace(unreadable=found.unreadable + torn)
    code = 0 if found.is_clean else 1
    if arguments.json:
        runs = [run._asdict() for run in found.runs]
        show_json({"hub": str(hub), **found._asdict(), "runs": runs, "code": code})
    else:
        show([*_told(found)])
    return code


def _told(found: "Audit") -> Iterator[str]:
    from harvest_loop.domain.quoting import count_of, one_line

    for run in found.runs:
        yield one_line(f"{run.at}  {run.name}  {run.did} ({run.state}; harvest undo {run.undo})")
        yield from (f"  {one_line(f'not covered: {wrong}')}" for wrong in run.wrong)
    yield from (one_line(f"made by a lease, and in no line of the log: {text}") for text in found.unlogged)
    if found.unreadable:
        yield f"{count_of(found.unreadable, 'line')} can't be read: what they said is unknown"
    wrong = sum(bool(run.wrong) for run in found.runs) + len(found.unlogged)
    covered = f"{count_of(len(found.runs), 'run')} without asking, {wrong} of them not covered"
    yield covered if found.runs or wrong else "nothing was done without asking"
