"""When git last saw a folder change, by the commits of the current branch (SPEC 4.13, 6-1)."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.git_field import find_field
from harvest_loop.errors import FieldError

_COMMIT = re.compile(rb"\x02(\d+)\x02\n?")
_AT_ONCE = 500


def last_changes(root: Path, folders: Sequence[str]) -> tuple[dict[str, int], str]:
    """Return for each folder (or file) the newest commit that changed it, seconds since the epoch, and why some lack.

    A folder with changes that are not committed is being worked on, and is left out, as is one that git doesn't know.
    """
    try:
        place = find_field(root)
        if place.head_sha is None:
            return {}, "the hub has no commit yet"
        if place.shallow:
            return {}, "the hub is a shallow clone: when a file was changed is unknown"
        found: dict[str, int] = {}
        for at in range(0, len(folders), _AT_ONCE):
            found |= _newest(root, folders[at : at + _AT_ONCE], place.prefix_of(root))
    except (FieldError, GitFailed) as error:
        return {}, f"the hub's history can't be read ({error.what})"
    return found, ""


def _newest(root: Path, folders: Sequence[str], prefix: str) -> dict[str, int]:
    wanted = [folder.rstrip("/") for folder in folders]
    told = ask_git(root, "log", "-z", "--format=format:%x02%ct%x02", "--name-only", "--relative", "HEAD", "--", *wanted)
    pieces = _COMMIT.split(told)[1:]
    newest: dict[str, int] = {}
    for moment, names in zip(pieces[::2], pieces[1::2], strict=True):
        for name in names.split(b"\0"):
            for folder in _above(os.fsdecode(name.strip(b"\n"))):
                newest[folder] = max(newest.get(folder, 0), int(moment))
    changed = ask_git(root, "status", "--porcelain", "-z", "--untracked-files=all", "--", *wanted)
    touched = {folder for name in changed.split(b"\0") for folder in _above(os.fsdecode(name[3:]).removeprefix(prefix))}
    return {folder: newest[folder] for folder in wanted if folder in newest and folder not in touched}


def _above(path: str) -> list[str]:
    """The path and every folder that it lies in."""
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)] if path else []
