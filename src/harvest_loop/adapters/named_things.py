"""Looks up in git and on disk whether the files and commits that a memory names are still there (SPEC 4.4)."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.hub_walk import stands

State = Literal["holds", "gone", "unknown"]


class Looked(NamedTuple):
    """Whether a named thing is there, and where it went."""

    name: str
    state: State
    now: str | None = None


class Places:
    """The repositories that a memory may speak of."""

    def __init__(self, roots: Sequence[Path], folder: Path) -> None:
        self._roots = tuple(dict.fromkeys(roots))
        self._folder = folder

    def look_for_paths(self, names: Iterable[str]) -> tuple[Looked, ...]:
        """Return each path's state: gone is what git knew and what is there no more; else it is unknown."""
        return tuple(self._path(name) for name in names)

    def look_for_commits(self, names: Iterable[str]) -> tuple[Looked, ...]:
        """Return each commit's state: one that no repository here has may be another repository's."""
        return tuple(Looked(name, "holds" if self._has_commit(name) else "unknown") for name in names)

    def _path(self, name: str) -> Looked:
        inside = [(root, below) for root in self._roots if (below := _below(root, name)) is not None]
        near = [] if name.startswith("/") or ".." in name.split("/") else [self._folder / name]
        if any(stands(place) for place in (*(root / below for root, below in inside), *near)):
            return Looked(name, "holds")
        for root, below in inside:
            last = self._last_commit(root, below)
            if last:
                return Looked(name, "gone", self._renamed(root, last, below))
        return Looked(name, "unknown")

    def _last_commit(self, root: Path, path: str) -> str:
        try:
            return ask_git(root, "rev-list", "-1", "HEAD", "--", path).decode("ascii").strip()
        except GitFailed:
            return ""

    def _renamed(self, root: Path, commit: str, path: str) -> str | None:
        """Where the commit that took the file away put it; a path that is there no more itself tells nothing."""
        try:
            told = ask_git(root, "diff-tree", "-r", "-z", "-M", "--root", "--no-commit-id", "--name-status", commit)
        except GitFailed:
            return None
        words = told.split(b"\0")
        for at, word in enumerate(words[:-2]):
            if word.startswith(b"R") and word[1:].isdigit() and words[at + 1] == os.fsencode(path):
                now = os.fsdecode(words[at + 2])
                return now if stands(root / now) else None
        return None

    def _has_commit(self, name: str) -> bool:
        for root in self._roots:
            try:
                if ask_git(root, "cat-file", "-t", name, allow=(0, 128)).strip() == b"commit":
                    return True
            except GitFailed:
                continue
        return False


def _below(root: Path, name: str) -> str | None:
    """The path relative to the repository; None: it leads out of it."""
    if name.startswith("/"):
        return os.path.relpath(name, root) if name.startswith(f"{root}/") else None
    clean = name.removeprefix("./")
    return None if ".." in clean.split("/") or not clean else clean.rstrip("/")
