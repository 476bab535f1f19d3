"""`harvest propose --mid-session`: the literal question, once a session, when it is worth one (SPEC 4)."""

import argparse
import sys
from pathlib import Path

from harvest_loop.errors import UsageError


def ask(arguments: argparse.Namespace) -> int:
    """Print the question when a condition holds, and nothing else on stdout; a person here is asked, and yes harvests.

    With --yes the person was asked before, by the agent, and said yes.

    Raises: UsageError when no transcript is named, or it is none that is known.
    """
    if arguments.yes:
        return _harvest(_with_transcript(arguments))
    question = question_for(arguments)
    if question is None:
        return 0
    from harvest_loop.commands.asking import at_terminal

    if not at_terminal():
        sys.stdout.write(f"{question}\n")
        return 0
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        return 0
    return _harvest(arguments)


def question_for(arguments: argparse.Namespace) -> str | None:
    """Return the question where it is to be asked now; the reasons go to stderr.

    Raises: as ask.
    """
    from harvest_loop.adapters import clock
    from harvest_loop.commands.progress import tell
    from harvest_loop.domain.early_conditions import QUESTION
    from harvest_loop.tasks.ask_mid_session import ask_mid_session

    reasons = ask_mid_session(Path(_with_transcript(arguments).transcript), now=clock.now())
    for one in reasons:
        tell(one.detail)
    return QUESTION if reasons else None


def _with_transcript(arguments: argparse.Namespace) -> argparse.Namespace:
    if arguments.transcript is None:
        raise UsageError("whose session is meant is not said", remedy="pass --transcript FILE")
    return arguments


def _harvest(arguments: argparse.Namespace) -> int:
    """Steps 1, 2 and 5 of the session so far."""
    from harvest_loop.commands.close import asked_request
    from harvest_loop.commands.engine import prepare_engine, run_flow
    from harvest_loop.commands.results import print_outcome

    request = asked_request(arguments, mode="mid-session")
    prepare_engine(debug=arguments.debug)
    from harvest_loop.flows.harvest_wave import harvest_wave

    return print_outcome(run_flow(harvest_wave, request), as_json=arguments.json)
