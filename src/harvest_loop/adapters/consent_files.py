"""The door to the two files that consent rests on, read once, standard library and YAML only (SPEC 8.3)."""

import os
import re
import stat
from collections.abc import Sequence

from harvest_loop.adapters import consent_yaml
from harvest_loop.errors import words_of
from harvest_loop.schemas.consent import ProfileFile, RegistryFile

FILE_LIMIT = 4 * 1024 * 1024

_OPENING = re.compile(r"---[ \t]*(?:[ \t]#.*)?")
_CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*(?:[ \t]#.*)?")


class _UnreadError(Exception):
    """The file is there, and can't be read."""


def read_registry(path: str | os.PathLike[str]) -> RegistryFile:
    """Return the registry as it stands; one that isn't there is absent, one that can't be read a problem."""
    try:
        text = _read(path)
    except _UnreadError as error:
        return RegistryFile(problem=str(error))
    return RegistryFile(absent="there is no registry") if text is None else registry_of(text)


def registry_of(text: str) -> RegistryFile:
    """Return what a registry's text holds, or why it can't be parsed."""
    try:
        return RegistryFile(consent_yaml.load(text))
    except consent_yaml.UnreadableConsentError as error:
        return RegistryFile(problem=f"can't be parsed: {error.reason} (line {error.line})")


def read_profile(path: str | os.PathLike[str]) -> ProfileFile:
    """Return the profile as it stands, as `read_registry` does."""
    try:
        text = _read(path)
    except _UnreadError as error:
        return ProfileFile(problem=str(error))
    return ProfileFile(absent="there is no profile") if text is None else profile_of(text)


def profile_of(text: str) -> ProfileFile:
    """Return the first `---` block of a profile's text as values, and the text that no machine reads."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    opening = _opening(lines)
    if opening is None:
        return ProfileFile(rest="\n".join(lines))
    closing = next((at for at in range(opening + 1, len(lines)) if _CLOSING.fullmatch(lines[at])), None)
    if closing is None:
        return ProfileFile(problem=f"the block that begins on line {opening + 1} never ends")
    rest, first = "\n".join(lines[closing + 1 :]), closing + 2
    try:
        content = consent_yaml.load("\n".join([*lines[:closing], ""]))  # with its directives and its own fence
    except consent_yaml.UnreadableConsentError as error:
        problem = f"the block can't be parsed: {error.reason} (line {error.line})"
        return ProfileFile(problem=problem, rest=rest, first_line=first)
    return ProfileFile(content, rest=rest, first_line=first)


def _opening(lines: Sequence[str]) -> int | None:
    """Find the opening fence: the first line but for empty ones, and for directives with their comments."""
    directed = False
    for at, line in enumerate(lines):
        if line.startswith("%"):
            directed = True
        elif line.strip() and not (directed and line.lstrip().startswith("#")):
            return at if _OPENING.fullmatch(line) else None
    return None


def _read(path: str | os.PathLike[str]) -> str | None:
    """Return the text of a file, None where there is none.

    Raises:
        _UnreadError: it can't be read, is no file, or no text.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # ValueError: no path at all
        raise _UnreadError(f"can't be read: {words_of(error)}") from error
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise _UnreadError("is no file")
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(FILE_LIMIT + 1)
    except OSError as error:
        raise _UnreadError(f"can't be read: {words_of(error)}") from error
    finally:
        os.close(handle)
    if len(data) > FILE_LIMIT:
        raise _UnreadError(f"is longer than {FILE_LIMIT // 1024 // 1024} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _UnreadError("is no text in UTF-8") from error
