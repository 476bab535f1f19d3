"""Read what a run must know of the user's profile: the one answer that step 0-d needs (SPEC 4.5, 8.1)."""

import os
from pathlib import Path
from typing import Literal, get_args

from harvest_loop.adapters import hub_files, yaml_files
from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.errors import HarvestError, HubError
from harvest_loop.schemas.hub import FrontmatterFailure
from harvest_loop.schemas.settings import HubSettings

PROFILE = "user_adaptation_profile.md"
OPERATORS = "CLAUDE.local.md"
CloseRetro = Literal["granted", "declined", "unset"]

_EPHEMERAL = ("CI", "GITHUB_ACTIONS", "CLAUDE_CODE_REMOTE", "HARVEST_EPHEMERAL")
_NO = ("", "0", "false")


def close_retro(root: Path, settings: HubSettings) -> tuple[CloseRetro, str]:
    """Return what the person said of the retrospective; unset where that can't be read, and why."""
    if any(os.environ.get(name, "").lower() not in _NO for name in _EPHEMERAL):
        return "unset", "this machine is ephemeral"
    try:
        found = hub_files.read_file(meta_folder(root, settings) / PROFILE)
    except HubError as error:
        return "unset", f"the profile can't be read: {error.what}"
    if found is None:
        return "unset", "there is no profile"
    head = yaml_files.read_frontmatter(found.text)
    if isinstance(head, FrontmatterFailure):
        return "unset", f"the profile can't be read: {head}"
    said = head.keys.get("close_retro")
    answer = next((word for word in get_args(CloseRetro) if word == said), None)
    if said is not None and answer is None:
        return "unset", "close_retro of the profile is none of granted, declined and unset"
    return answer or "unset", "" if answer in ("granted", "declined") else "close_retro is unset"


def is_operators(root: Path) -> bool:
    """Return whether this is the operator's own context: a CLAUDE.local.md at the hub root that git doesn't track."""
    if not (root / OPERATORS).is_file():
        return False
    try:
        return not ask_git(root, "ls-files", "-z", "--", OPERATORS)
    except HarvestError:  # the hub is no repository: nothing is tracked
        return True
