"""Bytes that reach the disk whole or not at all."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def put(target: Path, *data: bytes | memoryview, mode: int | None, check: Callable[[], None]) -> None:
    """Put the bytes, one after the other, in place of the target; `check` has the last word before they take it.

    A writer that is killed leaves the old file, or none, and a temporary one that the next writer takes away.
    """
    with _written_beside(target, *data, mode=mode) as temporary:
        _give_to_owner_of(target, temporary)
        check()
        temporary.replace(target)
    sync_folder(target.parent)


def put_new(target: Path, data: bytes, *, mode: int | None = None) -> None:
    """Put the bytes where nothing is yet; without a mode the file has the one that the system gives.

    Raises:
        FileExistsError: something came to be there in between.
    """
    with _written_beside(target, data, mode=mode) as temporary:
        _take_free_name(temporary, target)
    sync_folder(target.parent)


def give_name(source: Path, target: Path) -> None:
    """Give a file another name on the same disk; a killed writer leaves it under the old name, the new one, or both.

    Raises:
        FileExistsError: something else has that name.
    """
    try:
        _take_free_name(source, target)
    except FileExistsError:
        if not (target.is_file() and source.exists() and target.samefile(source)):
            raise
    source.unlink(missing_ok=True)
    sync_folder(target.parent)
    sync_folder(source.parent)


def add(target: Path, data: bytes) -> None:
    """Add the bytes at the end of the file, which is made when it isn't there; all of them, or none on an error."""
    handle = os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        _add_all(handle, data)
    finally:
        os.close(handle)
    sync_folder(target.parent)


def clear_beside(target: Path) -> None:
    """Take away what a killed writer of this file left; the caller holds the lock that writers take."""
    _beside(target).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a new name in the folder outlive a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _beside(target: Path) -> Path:
    return target.with_name(f".harvest-{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:12]}.tmp")


@contextmanager
def _written_beside(target: Path, *data: bytes | memoryview, mode: int | None) -> Iterator[Path]:
    """Yield a temporary file that holds the bytes, and take it away however the block ends."""
    temporary = _beside(target)
    temporary.unlink(missing_ok=True)
    try:
        handle = os.open(temporary, _NEW_FILE, 0o666 if mode is None else mode)
        try:
            for part in data:
                _write_all(handle, part)
            if mode is not None:
                os.fchmod(handle, mode)
            os.fsync(handle)
        finally:
            os.close(handle)
        yield temporary
    finally:
        with suppress(OSError):  # what went wrong before counts
            temporary.unlink(missing_ok=True)


def _give_to_owner_of(target: Path, temporary: Path) -> None:
    """Leave the file to whom it belonged, where the system lets us: a hub may be worked on as another user."""
    with suppress(FileNotFoundError, PermissionError):
        was, now = target.stat(), temporary.stat()
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            os.chown(temporary, was.st_uid, was.st_gid)
            temporary.chmod(stat.S_IMODE(now.st_mode))  # the system takes set-id bits away on a change of owner


def _add_all(handle: int, data: bytes) -> None:
    """Add the bytes; where the disk is full half-way, what came of them is taken off again."""
    before, written = os.fstat(handle).st_size, 0
    try:
        while written < len(data):
            written += os.write(handle, memoryview(data)[written:])
        os.fsync(handle)
    except BaseException:
        if os.fstat(handle).st_size == before + written:  # nobody else added to it meanwhile
            os.ftruncate(handle, before)
        raise


def _write_all(handle: int, data: bytes | memoryview) -> None:
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
