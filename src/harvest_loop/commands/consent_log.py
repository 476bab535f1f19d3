"""`harvest consent log`: both logs, and who alone can audit them (SPEC 8.4)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.consent_records import ConsentLine, ConsentLog, RunLine

SELF_ATTESTED = (
    "These lines are written by the program that profits from being asked less: only you can audit them."
    " `harvest consent audit` checks the runs against the grants."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", nargs="?", metavar="CLASS", help="only what is about this class")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Print the lines, oldest first, and that nobody but the user can audit them.

    Raises: HubError when a log can't be read.
    """
    from pathlib import Path

    from harvest_loop.adapters.consent_log import read_log
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import count_of
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    log = _only(read_log(hub, settings_of_hub(hub)), arguments.name)
    unreadable = log.unreadable_outcomes + log.unreadable_runs
    if arguments.json:
        outcomes, runs = ([line.model_dump(mode="json", by_alias=True) for line in lines] for lines in log[:2])
        show_json(
            {"hub": str(hub), "note": SELF_ATTESTED, "outcomes": outcomes, "runs": runs, "unreadable": unreadable}
        )
        return 0
    lines = [*map(_outcome, log.outcomes), "", "Done without asking:", *map(_run, log.runs)]
    lines = lines if log.runs else [*map(_outcome, log.outcomes), "", "Nothing was done without asking."]
    torn = [f"{count_of(unreadable, 'line')} can't be read"] if unreadable else []
    show([*(lines if log.outcomes else ["Nothing was said about a class yet.", *lines]), *torn, "", SELF_ATTESTED])
    return 0


def _only(log: "ConsentLog", name: str | None) -> "ConsentLog":
    if name is None:
        return log
    wanted = name.strip()
    outcomes = tuple(line for line in log.outcomes if line.name == wanted)
    return log._replace(outcomes=outcomes, runs=tuple(line for line in log.runs if line.name == wanted))


def _outcome(line: "ConsentLine") -> str:
    from harvest_loop.domain.quoting import one_line

    until = f" until {line.expires}" if line.expires and line.event in ("granted", "seen") else ""
    did = f": {line.did}" if line.did else ""
    return one_line(f"{line.day or line.at[:10]}  {line.name}  {line.event}{until} ({line.channel}){did}")


def _run(line: "RunLine") -> str:
    from harvest_loop.domain.quoting import one_line

    return one_line(f"{line.day}  {line.name}  {line.did}; harvest undo {line.undo}")
