"""Which repositories a session worked in: by its folders, each once by its git common directory (SPEC 3.1)."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_repository_id import id_of
from harvest_loop.errors import FieldError

NO_REPOSITORY = "none:"


class SessionField(NamedTuple):
    """A repository of a session: the first of its folders there, and why there is none, where that is so.

    `place` is its git common directory: two clones have one id and are two repositories.
    """

    folder: str
    repository: str
    name: str
    place: str
    root: str
    why_not: str = ""


class FieldFinder:
    """Answers for many sessions, asking git once a folder."""

    def __init__(self) -> None:
        self._known: dict[str, SessionField] = {}

    def fields_of(self, folders: Iterable[str]) -> tuple[SessionField, ...]:
        """Return the repositories that these folders belong to, in order of first sight.

        A folder that is gone or in no repository counts only where no other is in one.
        """
        by_place: dict[str, SessionField] = {}
        for folder in folders:
            if folder not in self._known:
                self._known[folder] = _look(folder)
            by_place.setdefault(self._known[folder].place, self._known[folder])
        real = tuple(field for field in by_place.values() if not field.why_not)
        return real or tuple(by_place.values())[:1]


def stood_in(folders: Iterable[str], root: Path) -> bool:
    """Return whether a session worked in this checkout, by the folders that its transcript names."""
    return any(_is_in(folder, root) for folder in folders)


def _is_in(folder: str, root: Path) -> bool:
    try:
        return Path(folder).resolve().is_relative_to(root.resolve())
    except (ValueError, OSError, RuntimeError):  # no path, or one that leads in circles
        return False


def _look(folder: str) -> SessionField:
    name = Path(folder).name or "root"
    try:
        field = find_field(Path(folder))
        return SessionField(folder, id_of(field), field.name, str(field.common), str(field.root))
    except (FieldError, ValueError) as error:  # a path with a NUL is none
        hashed = hashlib.sha256(os.fsencode(folder.encode("utf-8", "replace"))).hexdigest()[:16]
        what = error.what if isinstance(error, FieldError) else "is no path"
        why = f"its folder {what}" if what.startswith(("is ", "does ")) else what
        none = f"{NO_REPOSITORY}{hashed}"
        return SessionField(folder, none, name, place=none, root=folder, why_not=why)
