"""The user's state folder: inbox, caches and results that belong to no hub."""

import os
import re
import sys
from pathlib import Path

from harvest_loop.errors import UsageError

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")


def state_folder() -> Path:
    """Return the folder, made for its owner only: HARVEST_STATE, else the system's place for state (SPEC 2).

    Raises:
        UsageError: the folder can't be made.
    """
    named = os.environ.get("HARVEST_STATE")
    if not named:
        return _own_folder(_system_place())
    place = Path(named).expanduser().absolute()
    # A folder that was there before is the user's: its rights stay as they are, only what we make in it is closed.
    return place if place.is_dir() else _own_folder(place)


def prefect_home() -> Path:
    """Return where the engine keeps its database and results."""
    return _own_folder(state_folder() / "prefect")


def results_folder() -> Path:
    """Return where the steps of runs keep their values until the run has ended (SPEC 10.2)."""
    return _own_folder(state_folder() / "results")


def open_runs_folder() -> Path:
    """Return where runs that have not ended are written down."""
    return _own_folder(state_folder() / "open_runs")


def service_folder() -> Path:
    """Return where the local service keeps its record, its port and its logs."""
    return _own_folder(state_folder() / "service")


def inbox_folder() -> Path:
    """Return where the ends of sessions wait until they are swept (SPEC 3.1)."""
    return _own_folder(state_folder() / "inbox")


def asked_folder() -> Path:
    """Return where it is kept which sessions were asked already, in their middle (SPEC 4)."""
    return _own_folder(state_folder() / "asked")


def turns_folder() -> Path:
    """Return where it is kept how far sessions were looked at in their middle (SPEC 10.4)."""
    return _own_folder(state_folder() / "turns")


def starts_folder() -> Path:
    """Return where the starts of sessions are kept (SPEC 3.1)."""
    return _own_folder(state_folder() / "starts")


def hubs_folder() -> Path:
    """Return where it is kept in which hubs forms were asked (SPEC 10.2)."""
    return _own_folder(state_folder() / "hubs")


def hosts_folder() -> Path:
    """Return where it is kept what was put into hosts' files, so that it can be taken out exactly."""
    return _own_folder(state_folder() / "hosts")


def runs_folder(run: str) -> Path:
    """Return the folder of one run.

    Raises:
        UsageError: the name could lead out of the folder.
    """
    if not _SAFE_NAME.fullmatch(run):
        raise UsageError(f"{run!r} is no name of a run", remedy="see `harvest status` for the runs that wait")
    return _own_folder(state_folder() / "runs" / run)


def _system_place() -> Path:
    # As platformdirs says, without loading it: a session's end has no time for a library.
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    usual = "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/state"
    return (named if named.is_absolute() else Path(usual).expanduser()) / "harvest-loop"


def _own_folder(folder: Path) -> Path:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise UsageError(
            f"the state folder can't be used ({error.strerror})",
            where=str(folder),
            remedy="set HARVEST_STATE to a folder that you can write",
        ) from error
    return folder
