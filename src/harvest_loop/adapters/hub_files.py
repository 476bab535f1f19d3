"""The only writer of hub files: atomic, locked, compare-and-swap, in the form found, redacted (SPEC 2, 11-1, 11-4)."""

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.redaction import redact, redact_lines
from harvest_loop.adapters.text_form import Form, decode, encode_like
from harvest_loop.adapters.whole_file import add, put, put_new
from harvest_loop.errors import ConflictError, HubError

__all__ = [
    "Form",
    "FoundFile",
    "append_line",
    "append_text",
    "change",
    "decode",
    "encode_like",
    "locked",
    "place_in_hub",
    "read_file",
    "replace",
    "write_new",
]

_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A text file as it was read: `text` has LF line ends and no byte order mark, `sha256` is of the bytes."""

    path: Path
    text: str
    sha256: str
    form: Form


def read_file(path: Path) -> FoundFile | None:
    """Return the file, or None where none is (SPEC 2).

    Raises:
        HubError: it can't be read, is no regular file, or is not UTF-8.
    """
    read = _read(path)
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


def write_new(hub_root: Path, path: Path | str, text: str) -> FoundFile:
    """Write a file where none is, with the folders above it, and return it.

    Raises:
        ConflictError: a file is there already.
        HubError: the place is outside of the hub or can't be written.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), _told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            put_new(target, encode_like(redact(text), Form()))
        except FileExistsError as error:
            raise _conflict(target, "a file has come to be there") from error
    return _found_again(target)


def replace(hub_root: Path, found: FoundFile, text: str) -> FoundFile:
    """Write the text in place of the file that was found, in its form, and return what stands there now.

    Lines that were in the file stay as the person wrote them; what is added is redacted.

    Raises:
        ConflictError: the file is not the one that was found.
        HubError: the place is outside of the hub or can't be written.
    """
    target = place_in_hub(hub_root, found.path)
    data = encode_like(_only_added_redacted(text, found.text), found.form)
    with locked(hub_root), _told(target):
        put(target, data, mode=found.form.mode, check=lambda: _must_be(found, target))
    return _found_again(target)


def change(hub_root: Path, path: Path | str, edit: Callable[[str | None], str]) -> FoundFile:
    """Let `edit` make the new text from the present one (None: no file), and write it; read again when others write.

    Raises:
        ConflictError: others kept writing in between.
        HubError: the file can't be read or written, or is outside of the hub.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root):
        for _ in range(_ROUNDS):
            try:
                return _changed_once(hub_root, target, edit)
            except ConflictError:
                continue
    raise _conflict(target, "others keep writing it")


def append_line(hub_root: Path, path: Path | str, line: str) -> None:
    """Add one line at the end of a .jsonl or .log file; a last line torn by a crash is closed first (SPEC 2).

    A line end inside of the line becomes a blank.

    Raises:
        HubError: the place is outside of the hub or can't be written.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), _told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        end = _last_bytes(target)
        newline = b"\r\n" if end == b"\r\n" else b"\n"
        opening = b"" if not end or end.endswith(b"\n") else newline
        one = re.sub(r"[\r\n]+", " ", redact(line))
        add(target, opening + encode_like(one, Form(final_newline=False)) + newline)


def append_text(hub_root: Path, path: Path | str, text: str) -> FoundFile:
    """Add text at the end of a file, on a line of its own, and return the file; nothing else in it changes.

    Raises:
        HubError: the file can't be read or written, or is outside of the hub.
    """

    def add_at_end(present: str | None) -> str:
        if not present:
            return text
        return present + ("" if present.endswith("\n") else "\n") + text

    return change(hub_root, path, add_at_end)


def place_in_hub(hub_root: Path, path: Path | str) -> Path:
    """Return where the path really leads, through links that stay inside of the hub.

    Raises:
        HubError: it leads out of the hub or into its git directory.
    """
    root = hub_root.resolve()
    try:
        target = (root / path).resolve()
        inside = target.relative_to(root)
    except (ValueError, OSError, RuntimeError) as error:
        raise HubError(
            "leads out of the hub", where=str(path), remedy="a link must stay inside of the hub to be written"
        ) from error
    if not inside.parts or any(part.lower() == ".git" for part in inside.parts):
        raise HubError("is no place for a file of the hub", where=str(path))
    return target


def _changed_once(hub_root: Path, target: Path, edit: Callable[[str | None], str]) -> FoundFile:
    found = read_file(target)
    text = edit(None if found is None else found.text)
    if found is None:
        return write_new(hub_root, target, text)
    return found if text == found.text else replace(hub_root, found, text)


def _only_added_redacted(text: str, before: str) -> str:
    """Redact the lines that were not there before."""
    known = set(before.split("\n"))
    lines: list[str] = []
    for old, group in groupby(text.split("\n"), key=known.__contains__):
        run = list(group)
        lines += run if old else redact_lines(run)
    return "\n".join(lines)


def _must_be(found: FoundFile, target: Path) -> None:
    read = _read(target)
    if read is None or hashlib.sha256(read[0]).hexdigest() != found.sha256:
        raise _conflict(target, "it was changed since it was read")


def _found_again(target: Path) -> FoundFile:
    found = read_file(target)
    if found is None:
        raise _conflict(target, "it was taken away as soon as it was written")
    return found


def _read(path: Path) -> tuple[bytes, int] | None:
    """Return the bytes and the mode; a pipe is opened without waiting for its writer, and refused."""
    with _told(path):
        try:
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            return None
        try:
            status = os.fstat(handle)
            _must_be_regular(status, path)
            with os.fdopen(handle, "rb", closefd=False) as file:
                return file.read(), stat.S_IMODE(status.st_mode)
        finally:
            os.close(handle)


def _must_be_regular(status: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise HubError("is no regular file", where=str(path), remedy="move it away, then run this again")


def _last_bytes(target: Path) -> bytes:
    try:
        _must_be_regular(target.stat(), target)
        with target.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 2))
            return file.read()
    except FileNotFoundError:
        return b""


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say of a system error which file of the hub it is about."""
    try:
        yield
    except OSError as error:
        raise HubError(
            f"can't be read or written ({error.strerror or error})",
            where=str(path),
            remedy="check the file's rights and the space on the disk",
        ) from error


def _conflict(target: Path, what: str) -> ConflictError:
    return ConflictError(what, where=str(target), remedy="read it again and merge")
