"""`harvest propose`: ask `run harvest-loop?` first, then as close (SPEC 4)."""

import argparse
import sys

from harvest_loop.commands import close


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options, the same as close's."""
    close.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Harvest when the person says yes; without a terminal, say how to and change nothing."""
    from harvest_loop.commands.asking import at_terminal

    request = close.request_of(arguments, mode="proposal")
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
