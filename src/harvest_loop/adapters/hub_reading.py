"""How a file of the hub is read: whole, as text, a regular file or an error that names it (SPEC 2)."""

import codecs
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.text_form import Form, decode
from harvest_loop.errors import HubError

_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A text file as it was read: `text` has LF line ends and no byte order mark, `sha256` is of the bytes."""

    path: Path
    text: str
    sha256: str
    form: Form


@dataclass(frozen=True, slots=True)
class FoundLines:
    """The lines of a .jsonl or .log file that are whole text, and how many are not; empty lines are left out.

    `before_torn` says how many of the whole ones stand above the last that is not.
    """

    texts: tuple[str, ...] = ()
    torn: int = 0
    before_torn: int = 0


def read_file(path: Path) -> FoundFile | None:
    """Return the file, or None where none is (SPEC 2).

    Raises:
        HubError: it can't be read, is no regular file, or is not UTF-8.
    """
    read = read_bytes(path)
    if read is None:
        return None
    data, mode = read
    try:
        text, form = decode(data, mode=mode)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise HubError(
            f"line {line} is not UTF-8", where=str(path), remedy="save the file as UTF-8, then run this again"
        ) from error
    return FoundFile(path=path.absolute(), text=text, sha256=hashlib.sha256(data).hexdigest(), form=form)


def read_lines(path: Path) -> FoundLines:
    """Return the lines of a file that is only appended to, each read for itself (SPEC 2).

    A crash may cut a line inside of a character, a power cut may leave zeros: such a line is counted, stays in the
    file as it is, and hides no other.

    Raises:
        HubError: the file can't be read, or is no regular file.
    """
    read = read_bytes(path)
    if read is None:
        return FoundLines()
    lines = read[0].removeprefix(codecs.BOM_UTF8).split(b"\n")
    texts = tuple(map(_whole_text, filter(bytes.strip, lines)))
    torn = [at for at, text in enumerate(texts) if text is None]
    above = torn[-1] + 1 - len(torn) if torn else 0
    return FoundLines(tuple(text for text in texts if text is not None), len(torn), above)


def _whole_text(line: bytes) -> str | None:
    try:
        return None if b"\0" in line else line.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError:
        return None


def read_bytes(path: Path) -> tuple[bytes, int] | None:
    """Return the bytes and the mode; a pipe is opened without waiting for its writer, and refused."""
    with told(path):
        try:
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            return None
        try:
            status = os.fstat(handle)
            must_be_regular(status, path)
            with os.fdopen(handle, "rb", closefd=False) as file:
                return file.read(), stat.S_IMODE(status.st_mode)
        finally:
            os.close(handle)


def holds(path: Path, data: bytes) -> bool:
    """Say whether the file holds exactly these bytes, piece by piece: it may be long."""
    with told(path):
        try:
            with path.open("rb") as file:
                pieces = (data[at : at + _PIECE] for at in range(0, len(data) + 1, _PIECE))
                return all(file.read(_PIECE) == piece for piece in pieces) and not file.read(1)
        except FileNotFoundError:
            return False


def must_be_regular(status: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise HubError("is no regular file", where=str(path), remedy="move it away, then run this again")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Say of a system error which file of the hub it is about."""
    try:
        yield
    except OSError as error:
        raise HubError(
            f"can't be read or written ({error.strerror or error})",
            where=str(path),
            remedy="check the file's rights and the space on the disk",
        ) from error
