"""Bytes that reach the disk whole or not at all."""

import hashlib
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def put(target: Path, data: bytes, *, mode: int | None, check: Callable[[], None]) -> None:
    """Put the bytes in place of the target; `check` has the last word before they take it.

    A writer that is killed leaves the old file, or none, and a temporary one that the next writer takes away.
    """
    temporary = _written_beside(target, data, mode)
    try:
        _give_to_owner_of(target, temporary)
        check()
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def put_new(target: Path, data: bytes) -> None:
    """Put the bytes where nothing is yet.

    Raises:
        FileExistsError: something came to be there in between.
    """
    temporary = _written_beside(target, data, None)
    try:
        _take_free_name(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(target.parent)


def add(target: Path, data: bytes) -> None:
    """Add the bytes at the end of the file, which is made when it isn't there."""
    handle = os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        _write_all(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in the folder outlive a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _written_beside(target: Path, data: bytes, mode: int | None) -> Path:
    temporary = target.with_name(f".harvest-{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:12]}.tmp")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, _NEW_FILE, 0o666)
    try:
        _write_all(handle, data)
        if mode is not None:
            os.fchmod(handle, mode)
        os.fsync(handle)
    finally:
        os.close(handle)
    return temporary


def _give_to_owner_of(target: Path, temporary: Path) -> None:
    """Leave the file to whom it belonged, where the system lets us: a hub may be worked on as another user."""
    with suppress(FileNotFoundError, PermissionError):
        was, now = target.stat(), temporary.stat()
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            os.chown(temporary, was.st_uid, was.st_gid)
            temporary.chmod(stat.S_IMODE(now.st_mode))  # the system takes set-id bits away on a change of owner


def _write_all(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def _take_free_name(temporary: Path, target: Path) -> None:
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links: under the hub's lock, looking first is as good.
        if target.exists() or target.is_symlink():
            raise FileExistsError(target) from None
        temporary.replace(target)
