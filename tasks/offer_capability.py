"""Ask once whether a costlier call may be made, and keep the answer; a no is a mode, not a fault (SPEC 8.1).

Loads no engine: the question is asked where a person is, before a run.
"""

from pathlib import Path
from typing import Literal

from harvest_loop.adapters.clock import local_day, stamp
from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.adapters.harvest_state import note_offer, read_state
from harvest_loop.domain.capabilities import CONSENT_OF, QUESTIONS, Capability, recommendation
from harvest_loop.domain.quoting import in_page, one_line
from harvest_loop.schemas.profile import ProfileWrite
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.write_profile import keep_in_profile

_WORDS = 200


def is_due(root: Path, settings: HubSettings, kind: Capability) -> bool:
    """Return whether the person has still to be asked: nothing said, and not asked yet.

    Raises: HubError when harvest_state.json can't be read.
    """
    if is_ephemeral():
        return False
    read = read_profile(root, settings)
    consent = CONSENT_OF[kind]
    if read.problems or getattr(read.profile, consent) != "unset":
        return False
    return consent not in read_state(root, settings).offered


def take_offer(root: Path, settings: HubSettings, kind: Capability, *, now: int) -> bool:
    """Write down that it is asked now; False: another command has just done so.

    Raises: HubError when the file can't be written, ConflictError when others keep writing it.
    """
    return note_offer(root, settings, CONSENT_OF[kind], at=stamp(now))


def keep_answer(
    root: Path,
    settings: HubSettings,
    kind: Capability,
    answer: Literal["accepted", "declined"],
    words: str,
    *,
    now: int,
    zone: str,
) -> ProfileWrite:
    """Write the answer into the profile, which it creates, with the person's words as its ground.

    Raises: HubError when the profile can't be read or written, ConflictError when others keep writing it.
    """
    said, key = in_page(one_line(words, limit=_WORDS)), CONSENT_OF[kind]
    ground = f"{local_day(now, zone)} {key}: {answer}. Asked: “{QUESTIONS[kind]}” Answered: “{said}”"
    return keep_in_profile(root, settings, {(key,): answer}, ground=ground)


def recommend_once(root: Path, settings: HubSettings, kind: Capability, *, now: int) -> str:
    """Return what a declined capability would have brought, the first time only; empty: said before, or muted.

    Raises: HubError and ConflictError as take_offer.
    """
    read = read_profile(root, settings)
    text = recommendation(kind, read)
    if not text or not note_offer(root, settings, f"recommended {CONSENT_OF[kind]}", at=stamp(now)):
        return ""
    return text
