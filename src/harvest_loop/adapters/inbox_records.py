"""The inbox, as a sweep finds it: markers are folded into one file a session, which goes from sweep to sweep."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from filelock import FileLock
from pydantic import BaseModel, ValidationError

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.inbox import OLDER_LOG, SKIPPED_LOG, markers_folder, session_file_stem
from harvest_loop.adapters.state_folder import inbox_folder
from harvest_loop.schemas.inbox import InboxSession, Marker, SweepLog

M = TypeVar("M", bound=BaseModel)

_LARGEST = 1_000_000  # bytes; a hook leaves a few thousand at most
_LEFT_BEHIND = 60 * 60  # seconds; a hook that was killed in the middle is over long before


class SkippedSessions(BaseModel):
    """What the log of skipped sessions holds; `at_least`: older lines are gone."""

    sessions: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    at_least: bool = False


@contextmanager
def one_sweep_at_a_time() -> Iterator[None]:
    """Hold the inbox; another sweep waits for this one (SPEC 11-7)."""
    with FileLock(inbox_folder() / "sweep.lock"):
        yield


def read_markers() -> tuple[dict[Path, Marker], tuple[Path, ...]]:
    """Return the markers that wait and the files that are none, which stay where they are."""
    return _read_all(markers_folder(), Marker)


def forget_markers(files: Iterable[Path]) -> None:
    """Take away markers that were folded into their sessions."""
    for file in files:
        file.unlink(missing_ok=True)


def read_inbox_sessions() -> tuple[tuple[InboxSession, ...], tuple[Path, ...]]:
    """Return the sessions that earlier sweeps know, and the files that can't be read."""
    found, unreadable = _read_all(_sessions_folder(), InboxSession)
    return tuple(found.values()), unreadable


def write_inbox_session(session: InboxSession) -> None:
    """Keep what is known of a session, whole or not at all.

    Raises: OSError when the disk doesn't take it.
    """
    target = _file_of(session)
    whole_file.put(target, session.model_dump_json().encode(), mode=0o600, check=lambda: None)


def forget_inbox_session(session: InboxSession) -> None:
    """Take away what is over and done with."""
    _file_of(session).unlink(missing_ok=True)


def read_sweep_log() -> SweepLog:
    """Return what earlier sweeps remember; nothing when there was none."""
    with suppress(OSError, ValidationError):
        return SweepLog.model_validate_json((inbox_folder() / "sweep.json").read_bytes())
    return SweepLog()


def write_sweep_log(log: SweepLog) -> None:
    """Remember for the next sweep."""
    whole_file.put(inbox_folder() / "sweep.json", log.model_dump_json().encode(), mode=0o600, check=lambda: None)


def read_skipped() -> SkippedSessions:
    """Return whose sessions were skipped at their end because the loop itself had started them (SPEC 3.1)."""
    sessions: list[tuple[str, str]] = []
    lines = 0
    for name in (OLDER_LOG, SKIPPED_LOG):
        with suppress(OSError):
            for line in (inbox_folder() / name).read_bytes().splitlines():
                lines += 1
                with suppress(ValueError, KeyError, TypeError):
                    told = json.loads(line)
                    sessions.append((str(told["agent"]), str(told["session"])))
    return SkippedSessions(
        sessions=tuple(dict.fromkeys(sessions)), lines=lines, at_least=(inbox_folder() / OLDER_LOG).exists()
    )


def tidy_markers(*, now: int) -> None:
    """Take away what hooks that were killed left half written."""
    for file in markers_folder().glob(".harvest-*.tmp"):
        with suppress(OSError):
            if now - file.stat().st_mtime > _LEFT_BEHIND:
                file.unlink()


def _read_all(folder: Path, model: type[M]) -> tuple[dict[Path, M], tuple[Path, ...]]:
    found: dict[Path, M] = {}
    unreadable: list[Path] = []
    for file in sorted(folder.glob("[!.]*.json")):
        try:
            if file.stat().st_size > _LARGEST or not file.is_file():
                raise ValueError(file)
            found[file] = model.model_validate_json(file.read_bytes())
        except FileNotFoundError:  # another sweep has just folded it
            continue
        except (OSError, ValueError):  # pydantic's error is a ValueError
            unreadable.append(file)
    return found, tuple(unreadable)


def _sessions_folder() -> Path:
    folder = inbox_folder() / "sessions"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _file_of(session: InboxSession) -> Path:
    return _sessions_folder() / f"{session_file_stem(session.agent, session.session)}.json"
