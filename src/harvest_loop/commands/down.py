"""`harvest down`: end the server, the worker and what runs left behind (SPEC 10.2)."""

import argparse
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """End every process of ours that runs for the engine, and no other; a run in a terminal goes on.

    Raises: ServerError when a process can't be ended.
    """
    del arguments
    from harvest_loop.adapters.engine_lock import alone_at_the_engine
    from harvest_loop.adapters.service import running_service, stop_service
    from harvest_loop.commands.progress import tell

    with alone_at_the_engine(tell):
        was_up = running_service() is not None
        ended = stop_service()
    said = "down" if was_up else "was not up"
    sys.stdout.write(f"server    {said}" + _counted(len(ended)) + "\n")
    return 0


def _counted(ended: int) -> str:
    return f"; {ended} process{'es' if ended > 1 else ''} ended" if ended else ""
