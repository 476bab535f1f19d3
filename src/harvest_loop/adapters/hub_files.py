"""The only writer of hub files: atomic, locked, compare-and-swap, in the form found, redacted (SPEC 2, 11-1, 11-4)."""

import hashlib
import os
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.hub_reading import (
    FoundFile,
    FoundLines,
    holds,
    must_be_regular,
    read_bytes,
    read_file,
    read_lines,
    told,
)
from harvest_loop.adapters.redaction import redact, redact_lines
from harvest_loop.adapters.redaction_json import SUFFIXES, redact_json
from harvest_loop.adapters.text_form import Form, decode, encode_like
from harvest_loop.adapters.whole_file import add, clear_beside, give_name, put, put_new
from harvest_loop.errors import ConflictError, HubError

__all__ = [
    "PRIVATE",
    "Form",
    "FoundFile",
    "FoundLines",
    "append_line",
    "append_text",
    "change",
    "decode",
    "encode_like",
    "locked",
    "move",
    "place_in_hub",
    "put_in",
    "read_bytes",
    "read_file",
    "read_lines",
    "replace",
    "rewrite",
    "write_bytes",
    "write_new",
]

PRIVATE = 0o600  # what may hold a piece of a file that only its owner can read
R = TypeVar("R")

_ROUNDS = 20


def write_new(hub_root: Path, path: Path | str, text: str, *, mode: int | None = None) -> FoundFile:
    """Write a file where none is, with the folders above it, and return it; `mode` as the system's where it is None.

    Raises:
        ConflictError: a file is there already.
        HubError: the place is outside of the hub or can't be written.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            put_new(target, encode_like(_redacted(target, text), Form()), mode=mode)
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
    clean = redact_json(text) if target.suffix in SUFFIXES else _only_added_redacted(text, found.text)
    data = encode_like(clean, found.form)
    with locked(hub_root), told(target):
        put(target, data, mode=found.form.mode, check=lambda: _must_be(found, target))
    return _found_again(target)


def change(hub_root: Path, path: Path | str, edit: Callable[[str | None], str]) -> FoundFile:
    """Let `edit` make the new text from the present one (None: no file), and write it; read again when others write.

    Raises:
        ConflictError: others kept writing in between.
        HubError: the file can't be read or written, or is outside of the hub.
    """
    target = place_in_hub(hub_root, path)
    return _until_nobody_wrote(hub_root, target, lambda: _changed_once(hub_root, target, edit))


def put_in(hub_root: Path, path: Path | str, place: Callable[[bytes], tuple[int, bytes] | None]) -> bool:
    """Put bytes into a file where `place` says; no other byte of it is read as text or changes. False: it says nowhere.

    The bytes are the caller's to redact.

    Raises:
        ConflictError: others kept writing in between.
        HubError: the file can't be read or written, or is outside of the hub.
    """
    target = place_in_hub(hub_root, path)
    return _until_nobody_wrote(hub_root, target, lambda: _put_in_once(target, place))


def rewrite(hub_root: Path, path: Path | str, data: bytes, *, base_sha256: str) -> None:
    """Put bytes in place of a file that must still be the one that was read.

    The bytes are the caller's to redact: what was in the file has to stay to the byte.

    Raises:
        ConflictError: the file is not the one that was read, or is gone.
        HubError: it can't be read or written, or is outside of the hub.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), told(target):
        read = read_bytes(target)
        put(target, data, mode=None if read is None else read[1], check=lambda: _must_hold(target, base_sha256))


def move(hub_root: Path, path: str, to: str, *, base_sha256: str) -> None:
    """Give a file another name, unless it is not the one that was read or something stands there already.

    Raises:
        ConflictError: the file is not the one that was read, or the new name is taken.
        HubError: it is a link, can't be moved, or either place is outside of the hub.
    """
    source, target = hub_root.resolve() / path, place_in_hub(hub_root, to)
    if place_in_hub(hub_root, path) != source:
        raise HubError("is reached by a link; not moved", where=path)
    with locked(hub_root), told(target):
        _must_hold(source, base_sha256)
        target.parent.mkdir(parents=True, exist_ok=True)
        give_name(source, target)


def write_bytes(hub_root: Path, path: Path | str, data: bytes) -> None:
    """Write bytes, such as an archive, where no file is yet; they are not looked into, and their owner's alone.

    Raises: as write_new.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            put_new(target, data, mode=PRIVATE)
        except FileExistsError as error:
            raise _conflict(target, "a file has come to be there") from error


def append_line(hub_root: Path, path: Path | str, line: str) -> None:
    """Add one line at the end of a .jsonl or .log file; a last line torn by a crash is closed first (SPEC 2).

    A line end inside of the line becomes a blank.

    Raises:
        HubError: the place is outside of the hub or can't be written.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        end = _last_bytes(target)
        newline = b"\r\n" if end == b"\r\n" else b"\n"
        opening = b"" if not end or end.endswith(b"\n") else newline
        one = re.sub(r"[\r\n]+", " ", _redacted(target, line))
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


def _until_nobody_wrote(hub_root: Path, target: Path, attempt: Callable[[], R]) -> R:
    """Try again when others wrote the file between its reading and its writing."""
    with locked(hub_root):
        for _ in range(_ROUNDS):
            with suppress(ConflictError):
                return attempt()
    raise _conflict(target, "others keep writing it")


def _changed_once(hub_root: Path, target: Path, edit: Callable[[str | None], str]) -> FoundFile:
    found = read_file(target)
    text = edit(None if found is None else found.text)
    if found is None:
        return write_new(hub_root, target, text)
    if text != found.text:
        return replace(hub_root, found, text)
    with told(target):
        clear_beside(target)
    return found


def _put_in_once(target: Path, place: Callable[[bytes], tuple[int, bytes] | None]) -> bool:
    read = read_bytes(target)
    found = None if read is None else place(read[0])
    if read is None or found is None:
        return False
    (data, mode), (at, added) = read, found

    def check() -> None:
        if not holds(target, data):
            raise _conflict(target, "it was changed since it was read")

    whole = memoryview(data)  # what may be long is not copied
    with told(target):
        put(target, whole[:at], added, whole[at:], mode=mode, check=check)
    return True


def _redacted(target: Path, text: str) -> str:
    return redact_json(text) if target.suffix in SUFFIXES else redact(text)


def _only_added_redacted(text: str, before: str) -> str:
    """Redact the lines that were not there before."""
    if before.endswith("\n") and text.startswith(before):  # an append, maybe to a long file
        return before + "\n".join(redact_lines(text[len(before) :].split("\n")))
    known = set(before.split("\n"))
    lines: list[str] = []
    for old, group in groupby(text.split("\n"), key=known.__contains__):
        run = list(group)
        lines += run if old else redact_lines(run)
    return "\n".join(lines)


def _must_be(found: FoundFile, target: Path) -> None:
    _must_hold(target, found.sha256)


def _must_hold(target: Path, sha256: str) -> None:
    read = read_bytes(target)
    if read is None or hashlib.sha256(read[0]).hexdigest() != sha256:
        raise _conflict(target, "it was changed since it was read")


def _found_again(target: Path) -> FoundFile:
    found = read_file(target)
    if found is None:
        raise _conflict(target, "it was taken away as soon as it was written")
    return found


def _last_bytes(target: Path) -> bytes:
    try:
        must_be_regular(target.stat(), target)
        with target.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 2))
            return file.read()
    except FileNotFoundError:
        return b""


def _conflict(target: Path, what: str) -> ConflictError:
    return ConflictError(what, where=str(target), remedy="read it again and merge")
