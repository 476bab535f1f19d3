"""`harvest propose`: ask `run harvest-loop?` first, then as close (SPEC 4)."""

import argparse
import sys

from harvest_loop.commands import close


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options: close's, and the question in the middle of a session."""
    close.add_arguments(parser)
    parser.add_argument(
        "--mid-session",
        action="store_true",
        help="with --transcript: print the question for a harvest before the session's end, once, if it is worth one",
    )
    parser.add_argument(
        "--yes", action="store_true", help="with --mid-session: the person was asked, and said yes; harvest now"
    )
    parser.add_argument("--no", action="store_true", help="with --mid-session: the person was asked, and said no")


def run(arguments: argparse.Namespace) -> int:
    """Harvest when the person says yes; without a terminal, say how to and change nothing."""
    if arguments.mid_session:
        from harvest_loop.commands.mid_session import ask

        return ask(arguments)
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.errors import UsageError

    if arguments.yes or arguments.no:
        raise UsageError(
            f"--{'yes' if arguments.yes else 'no'} goes with --mid-session",
            remedy="`harvest close` runs without asking first",
        )
    request = close.asked_request(arguments, mode="proposal")
    if arguments.answers is None:
        if not at_terminal():
            sys.stderr.write("harvest: run harvest-loop? Nobody is here to ask; `harvest close` runs it\n")
            return 0
        sys.stderr.write("run harvest-loop? [y/N] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            sys.stderr.write("harvest: not run; `harvest close` runs it later\n")
            return 0
    return close.run_request(request, arguments)
