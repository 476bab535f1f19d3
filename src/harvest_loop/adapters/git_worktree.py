"""Reads files of a work tree as git would store them: nothing outside is reached, and no link is followed."""

import hashlib
import os
import stat
from pathlib import Path

MOST_BYTES = 1 << 20
_ABBREVIATED = 12
_GONE = "0" * _ABBREVIATED  # as git names it


def read_from_disk(root: Path, path: bytes) -> bytes | None:
    """Return what a path of the work tree holds, or None when it is no text that can be read.

    Of a symbolic link it is the place it names. A file that is too big or holds NUL bytes is no text.
    """
    place = _inside(root, path)
    if place is None:
        return None
    try:
        if place.is_symlink():
            return os.fsencode(place.readlink())
        data = _regular(os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK))
    except OSError:
        return None
    return None if data is None or b"\0" in data else data


def is_locked(root: Path, path: bytes) -> bool:
    """Whether a file stands at a path of the work tree and can't be opened."""
    place = _inside(root, path)
    if place is None or place.is_symlink() or not place.is_file():
        return False
    try:
        os.close(os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK))
    except OSError:
        return True
    return False


def stamp_of(root: Path, path: bytes, *, algorithm: str) -> str:
    """Return what stands at a path, abbreviated: as git names the file, else by its size and time.

    A file that git changes on its way in, its line ends say, is not known by this name once it is committed.
    """
    place = root / os.fsdecode(path)
    try:
        found = place.lstat()
        if stat.S_ISLNK(found.st_mode):
            return _object_name(os.fsencode(place.readlink()), algorithm)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            return f"{found.st_size}@{found.st_mtime_ns}"
        return _object_name(place.read_bytes(), algorithm)
    except (FileNotFoundError, NotADirectoryError):
        return _GONE
    except OSError:
        return "unknown"


def is_on_disk(root: Path, path: bytes) -> bool:
    """Whether a file, or a link, stands at a path of the work tree."""
    place = _inside(root, path)
    return place is not None and (place.is_symlink() or (place.exists() and not place.is_dir()))


def is_plain(path: bytes) -> bool:
    """Whether a path names a place below the top by folders' names alone."""
    return b"\0" not in path and not any(part in (b"", b".", b"..", b".git") for part in path.split(b"/"))


def _object_name(data: bytes, algorithm: str) -> str:
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()[:_ABBREVIATED]


def _regular(handle: int) -> bytes | None:
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            return None
        return file.read()


def _inside(root: Path, path: bytes) -> Path | None:
    """Return the place on disk, unless a `..` or a linked folder leads out of the work tree."""
    if not is_plain(path):
        return None
    *folders, name = (os.fsdecode(part) for part in path.split(b"/"))
    top = root.resolve()
    folder = top.joinpath(*folders).resolve()
    return folder / name if folder.is_relative_to(top) else None
