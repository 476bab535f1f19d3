"""Offer the session retrospective to the operator, once, and keep the answer in their words (SPEC 4.5, 8.1).

Loads no engine: the question is asked where a person is, after the form.
"""

from pathlib import Path
from typing import Literal

from harvest_loop.adapters.clock import local_day, stamp
from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.adapters.harvest_state import note_offer, read_state
from harvest_loop.adapters.profile_file import is_operators
from harvest_loop.domain.quoting import in_page, one_line
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.write_profile import keep_in_profile

OFFER = "close_retro"
QUESTION = "Let every close look back on its session, and write what it measured into the day's signal?"

_WORDS = 200


def is_due(root: Path, settings: HubSettings) -> bool:
    """Return whether the operator has still to be asked: nothing granted or declined, and not offered yet.

    Raises: HubError when harvest_state.json can't be read.
    """
    if is_ephemeral():
        return False
    read = read_profile(root, settings)
    if read.problems or read.profile.close_retro != "unset" or not is_operators(root):
        return False
    return OFFER not in read_state(root, settings).offered


def take_offer(root: Path, settings: HubSettings, *, now: int) -> bool:
    """Write down that it is offered now; False: another close has just done so.

    Raises: HubError when the file can't be written, ConflictError when others keep writing it.
    """
    return note_offer(root, settings, OFFER, at=stamp(now))


def keep_answer(
    root: Path, settings: HubSettings, answer: Literal["granted", "declined"], words: str, *, now: int, zone: str
) -> None:
    """Write the answer into the profile, which it creates, with the person's words as its ground.

    Raises: HubError when the profile can't be read or written, ConflictError when others keep writing it.
    """
    said = in_page(one_line(words, limit=_WORDS))
    ground = f"{local_day(now, zone)} {OFFER}: {answer}. Asked at a close: “{QUESTION}” Answered: “{said}”"
    keep_in_profile(root, settings, {(OFFER,): answer}, ground=ground)
