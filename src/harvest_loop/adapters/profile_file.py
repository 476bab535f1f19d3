"""The door to the user's profile: its frontmatter is read and spliced, all else in the file is theirs (SPEC 8.1)."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.errors import HarvestError, HubError
from harvest_loop.schemas.hub import FrontmatterFailure, FrontmatterValue
from harvest_loop.schemas.places import PROFILE
from harvest_loop.schemas.profile import ProfileDiff, ProfileWrite
from harvest_loop.schemas.settings import HubSettings

OPERATORS = "CLAUDE.local.md"
EPHEMERAL = "this machine is ephemeral"
NONE = "there is no profile"

_NEW = "---\n---\n\n# User adaptation profile\n"

Change = Callable[[str | None], str]
DiffCheck = Callable[[ProfileDiff], tuple[str, ...]]


class ProfileKeys(NamedTuple):
    """The keys of the profile's frontmatter, or why there are none to go by."""

    keys: Mapping[str, FrontmatterValue]
    absent: str = ""
    broken: bool = False


class _NotWrittenError(Exception):
    """The change is not made; says why."""


def read_keys(root: Path, settings: HubSettings) -> ProfileKeys:
    """Return what stands in the profile; a machine that is ephemeral has none, whatever lies there."""
    if is_ephemeral():
        return ProfileKeys({}, EPHEMERAL)
    try:
        found = hub_files.read_file(profile_place(root, settings))
    except HubError as error:
        return ProfileKeys({}, f"the profile can't be read: {error.what}", broken=True)
    if found is None:
        return ProfileKeys({}, NONE)
    from harvest_loop.adapters import yaml_files  # its parser would cost every start of a session that has no profile

    head = yaml_files.read_frontmatter(found.text)
    if isinstance(head, FrontmatterFailure):
        return ProfileKeys({}, f"the profile can't be read: {head}", broken=True)
    return ProfileKeys(head.keys)


def change_profile(
    root: Path, settings: HubSettings, change: Change, *, check: DiffCheck, creates: bool = True
) -> ProfileWrite:
    """Let `change` make the profile's new text from the present one (None: no file), and write it if `check` allows it.

    `check` returns what of the difference may not be written, in words; then nothing is. Only an answer of the person
    `creates` the file. An ephemeral machine is written nothing (SPEC 8.1).

    Raises: HubError when what stands there can't be read or spliced, or not written; ConflictError when others keep
    writing it.
    """
    from harvest_loop.adapters.profile_diff import profile_diff

    if is_ephemeral():
        return ProfileWrite(EPHEMERAL)
    place = profile_place(root, settings)

    def checked(text: str | None) -> str:
        if text is None and not creates:
            raise _NotWrittenError(NONE)
        before = _NEW if text is None else text
        after = change(text)
        refused = check(profile_diff(before, after, where=str(place)))
        if refused:
            raise _NotWrittenError(f"refused: {'; '.join(refused)}")
        return after

    try:
        hub_files.change(root, place, checked)
    except _NotWrittenError as error:
        return ProfileWrite(str(error))
    return ProfileWrite()


def new_profile() -> str:
    """Return the text that a profile begins with."""
    return _NEW


def with_ground(text: str, ground: str) -> str:
    """Return the text with one more line at its end: when, and on what, a value was set (SPEC 2)."""
    return f"{text}{'' if text.endswith(chr(10)) else chr(10)}\n- {ground}\n"


def profile_place(root: Path, settings: HubSettings) -> Path:
    """Return where the profile is, or would be."""
    return root / settings.paths.meta / PROFILE


def is_operators(root: Path) -> bool:
    """Return whether this is the operator's own context: a CLAUDE.local.md at the hub root that git doesn't track."""
    from harvest_loop.adapters.git_command import ask_git

    if not (root / OPERATORS).is_file():
        return False
    try:
        return not ask_git(root, "ls-files", "-z", "--", OPERATORS)
    except HarvestError:  # the hub is no repository: nothing is tracked
        return True
