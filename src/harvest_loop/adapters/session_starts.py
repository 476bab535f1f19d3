"""When and where sessions started: a marker a session, for a close that no transcript tells of (SPEC 3.1).

Standard library only where a start is noted: a host waits.
"""

import json
from contextlib import suppress
from pathlib import Path

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.inbox import SessionEnd, session_file_stem
from harvest_loop.adapters.old_files import KEPT, forget_old
from harvest_loop.adapters.state_folder import starts_folder
from harvest_loop.errors import FieldError

_MOST = 50  # folders that git is asked about


def note_start(start: SessionEnd, *, at: int) -> None:
    """Leave the marker of a session's start; one that is there stays: the session was only taken up again.

    Raises: OSError when the disk doesn't take it, UsageError when there is no state folder.
    """
    if start.folder is None:
        return
    forget_old(starts_folder(), now=at)
    told = {"schema_version": 1, "at": at, "folder": start.folder}
    place = starts_folder() / f"{session_file_stem(start.agent, start.session)}.json"
    with suppress(FileExistsError):
        whole_file.put_new(place, json.dumps(told).encode("ascii"))


def newest_start(common: Path, *, now: int) -> int | None:
    """Return when the newest session began that started in this repository, by its git common directory; None: none.

    Raises: UsageError when there is no state folder.
    """
    from harvest_loop.adapters.git_field import find_field

    for folder, at in list(_by_folder(now).items())[:_MOST]:
        with suppress(FieldError, ValueError):  # gone, or no repository, or no path
            if find_field(Path(folder)).common == common:
                return at
    return None


def _by_folder(now: int) -> dict[str, int]:
    """The newest start in each folder, the newest first."""
    found: list[tuple[int, str]] = []
    for file in starts_folder().glob("*.json"):
        with suppress(OSError, ValueError, KeyError, TypeError):  # not one of ours
            told = json.loads(file.read_bytes())
            found.append((int(told["at"]), str(told["folder"])))
    newest: dict[str, int] = {}
    for at, folder in sorted(found, reverse=True):
        if now - KEPT <= at <= now:
            newest.setdefault(folder, at)
    return newest
