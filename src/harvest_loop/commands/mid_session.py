"""`harvest propose --mid-session`: the literal question, once a session, when it is worth one (SPEC 4)."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harvest_loop.errors import UsageError

if TYPE_CHECKING:
    from harvest_loop.schemas.profile import Nag

_NAG: "Nag" = "mid-session"
_YES, _NO = ("y", "yes"), ("n", "no")


def ask(arguments: argparse.Namespace) -> int:
    """Print the question when a condition holds, and nothing else on stdout; a person here is asked, and yes harvests.

    With --yes or --no the person was asked before, by the agent, and said so; three times no in a row mute it.

    Raises: UsageError when no transcript is named, or it is none that is known.
    """
    if arguments.yes or arguments.no:
        _note(arguments, taken=arguments.yes)
        return _harvest(_with_transcript(arguments)) if arguments.yes else 0
    question = question_for(arguments)
    if question is None:
        return 0
    from harvest_loop.commands.asking import at_terminal

    if not at_terminal():
        sys.stdout.write(f"{question}\n")
        return 0
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    said = sys.stdin.readline().strip().lower()
    if said in (*_YES, *_NO):  # Enter says nothing, also of the next time
        _note(arguments, taken=said in _YES)
    return _harvest(arguments) if said in _YES else 0


def question_for(arguments: argparse.Namespace) -> str | None:
    """Return the question where it is to be asked now; the reasons go to stderr.

    Raises: as ask.
    """
    from harvest_loop.adapters import clock
    from harvest_loop.commands.progress import tell
    from harvest_loop.domain.early_conditions import QUESTION
    from harvest_loop.tasks.ask_mid_session import ask_mid_session

    if _is_muted(arguments):
        return None
    reasons = ask_mid_session(Path(_with_transcript(arguments).transcript), now=clock.now())
    for one in reasons:
        tell(one.detail)
    return QUESTION if reasons else None


def _is_muted(arguments: argparse.Namespace) -> bool:
    from harvest_loop.errors import HarvestError
    from harvest_loop.settings import find_hub, load_settings
    from harvest_loop.tasks.read_profile import read_profile

    try:
        hub = find_hub(arguments.hub, Path.cwd())
        return _NAG in read_profile(hub, load_settings(hub)).profile.muted_nags
    except HarvestError:  # a yes would say so
        return False


def _note(arguments: argparse.Namespace, *, taken: bool) -> None:
    """Keep the answer in the profile; where that can't be done it is said, and it is carried out all the same."""
    from harvest_loop.commands.progress import tell
    from harvest_loop.errors import HarvestError
    from harvest_loop.settings import find_hub, load_settings
    from harvest_loop.tasks.answer_profile import note_answer

    try:
        hub = find_hub(arguments.hub, Path.cwd())
        note_answer(hub, load_settings(hub), _NAG, taken=taken)
    except HarvestError as error:
        tell(f"the answer is not counted in the profile: {error}")


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
