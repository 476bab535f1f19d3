"""What a person says of how they like to work, kept in the profile when it is said (SPEC 8.1)."""

from pathlib import Path
from typing import Literal, get_args

from harvest_loop.adapters.clock import local_day
from harvest_loop.domain.profile import profile_of
from harvest_loop.domain.profile_answers import allowed_again, declined_once, muted, taken_up, unmuted
from harvest_loop.errors import UsageError
from harvest_loop.schemas.profile import Nag, Profile, ProfileWrite
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.write_profile import keep_in_profile

Key = Literal[
    "preferred_depth",
    "preferred_language",
    "preferred_cadence",
    "close_retro",
    "sidecar_consent",
    "floorup_consent",
]
CONSENTS: tuple[Key, ...] = ("close_retro", "sidecar_consent", "floorup_consent")
KEYS: tuple[Key, ...] = get_args(Key)
UNSET = "unset"


def set_preference(
    root: Path, settings: HubSettings, key: Key, value: str, *, now: int, zone: str, asked: str = ""
) -> ProfileWrite:
    """Set one key to what the person said; `unset` makes it say nothing. A consent gets its ground, and who `asked`.

    Raises: UsageError for a value that the key can't have, HubError and ConflictError as keep_in_profile.
    """
    problems = () if value == UNSET else profile_of({key: value}).problems
    if problems:
        raise UsageError(problems[0], remedy=f"nothing was written; or `{UNSET}`")
    kept = None if value == UNSET and key not in CONSENTS else value
    ground = f"{local_day(now, zone)} {key}: {value}. {asked or 'Set by `harvest profile set`.'}"
    return keep_in_profile(root, settings, {(key,): kept}, ground=ground if key in CONSENTS else None)


def allow_skill(root: Path, settings: HubSettings, skill: str) -> ProfileWrite:
    """Let a skill be proposed again, however often it was refused (SPEC 8.1).

    Raises: UsageError when the profile has no counts of it, HubError and ConflictError as keep_in_profile.
    """
    read = read_profile(root, settings)
    if skill not in read.profile.skills:
        known = ", ".join(read.profile.suppressed)
        remedy = f"not proposed are: {known}" if known else "no skill is kept from being proposed"
        raise UsageError(f"the profile has no outcomes of a skill '{skill}'", remedy=remedy)
    return keep_in_profile(root, settings, lambda profile: allowed_again(profile, skill), skills=(skill,))


def mute(root: Path, settings: HubSettings, nag: Nag) -> ProfileWrite:
    """Keep a question from being asked.

    Raises: HubError and ConflictError as keep_in_profile.
    """
    return keep_in_profile(root, settings, lambda profile: muted(profile, nag))


def unmute(root: Path, settings: HubSettings, nag: Nag) -> ProfileWrite:
    """Let a question be asked again; what was declined before is forgotten. Where there is no profile none is made.

    Raises: HubError and ConflictError as keep_in_profile.
    """
    if not _says_anything(read_profile(root, settings).profile, nag):
        return ProfileWrite()
    return keep_in_profile(root, settings, lambda profile: unmuted(profile, nag))


def note_answer(root: Path, settings: HubSettings, nag: Nag, *, taken: bool) -> ProfileWrite:
    """Write down that a question was declined, the third time in a row muting it, or that it was taken up.

    Raises: HubError and ConflictError as keep_in_profile.
    """
    if taken and not _says_anything(read_profile(root, settings).profile, nag):
        return ProfileWrite()
    change = taken_up if taken else declined_once
    return keep_in_profile(root, settings, lambda profile: change(profile, nag))


def _says_anything(profile: Profile, nag: Nag) -> bool:
    return nag in profile.muted_nags or bool(profile.declined_nags.get(nag))
