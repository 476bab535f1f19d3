"""The door to the user's profile: its frontmatter is read and spliced, all else in the file is theirs (SPEC 8.1)."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters import hub_files
from harvest_loop.errors import HarvestError, HubError
from harvest_loop.schemas.hub import FrontmatterFailure, FrontmatterValue
from harvest_loop.schemas.settings import HubSettings

PROFILE = "user_adaptation_profile.md"
OPERATORS = "CLAUDE.local.md"

_EPHEMERAL = ("CI", "GITHUB_ACTIONS", "CLAUDE_CODE_REMOTE", "HARVEST_EPHEMERAL")
_NO = ("", "0", "false")
_NEW = "---\n---\n\n# User adaptation profile\n"


class ProfileKeys(NamedTuple):
    """The keys of the profile's frontmatter, or why there are none to go by."""

    keys: Mapping[str, FrontmatterValue]
    absent: str = ""
    broken: bool = False


def read_keys(root: Path, settings: HubSettings) -> ProfileKeys:
    """Return what stands in the profile; a machine that is ephemeral has none, whatever lies there."""
    if is_ephemeral():
        return ProfileKeys({}, "this machine is ephemeral")
    try:
        found = hub_files.read_file(profile_place(root, settings))
    except HubError as error:
        return ProfileKeys({}, f"the profile can't be read: {error.what}", broken=True)
    if found is None:
        return ProfileKeys({}, "there is no profile")
    from harvest_loop.adapters import yaml_files  # its parser would cost every start of a session that has no profile

    head = yaml_files.read_frontmatter(found.text)
    if isinstance(head, FrontmatterFailure):
        return ProfileKeys({}, f"the profile can't be read: {head}", broken=True)
    return ProfileKeys(head.keys)


def write_answer(root: Path, settings: HubSettings, key: str, value: str, ground: str) -> None:
    """Set one key of the profile to the person's answer, and add its ground as a line of the body.

    Nothing else in the file changes. A file that is not there is made: an answer is what creates it (SPEC 8.1).

    Raises: HubError when what stands there can't be read or spliced, or not written; ConflictError when others keep
    writing it.
    """
    from harvest_loop.adapters.yaml_splice import with_key

    place = profile_place(root, settings)

    def answered(text: str | None) -> str:
        spliced = with_key(_NEW if text is None else text, key, value, where=str(place))
        return f"{spliced}{'' if spliced.endswith(chr(10)) else chr(10)}\n- {ground}\n"

    hub_files.change(root, place, answered)


def profile_place(root: Path, settings: HubSettings) -> Path:
    """Return where the profile is, or would be."""
    return root / settings.paths.meta / PROFILE


def is_ephemeral() -> bool:
    """Return whether this machine is gone after its work: nothing is invented there, and nothing written (SPEC 8.1)."""
    return any(os.environ.get(name, "").lower() not in _NO for name in _EPHEMERAL)


def is_operators(root: Path) -> bool:
    """Return whether this is the operator's own context: a CLAUDE.local.md at the hub root that git doesn't track."""
    from harvest_loop.adapters.git_command import ask_git

    if not (root / OPERATORS).is_file():
        return False
    try:
        return not ask_git(root, "ls-files", "-z", "--", OPERATORS)
    except HarvestError:  # the hub is no repository: nothing is tracked
        return True
