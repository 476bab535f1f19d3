"""Finds the work that is not committed yet and was changed after the session's start (SPEC 3.2)."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harvest_loop.adapters.git_command import GitFailed, ask_git, start_question
from harvest_loop.adapters.git_diff import WantText, read_one
from harvest_loop.adapters.git_field import Field
from harvest_loop.adapters.git_objects import open_objects
from harvest_loop.adapters.git_patch import LONGEST_LINE, MOST_LINES, added_lines
from harvest_loop.adapters.git_text import name_of, read_file_lines
from harvest_loop.adapters.git_worktree import read_from_disk
from harvest_loop.schemas.evidence import FileChange, UncommittedChange

_STATUS = ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--find-renames", "--ignore-submodules=dirty")
_DIFF = (
    *("diff-index", "--raw", "-p", "-U0", "--full-index", "--no-renames", "--no-color"),
    *("--diff-algorithm=myers", "--no-ext-diff", "--no-textconv"),
)
# How many fields stand before the path, by the letter that a record begins with.
_FIELDS = {b"1": 8, b"2": 9, b"u": 10}
_PATHS_A_CALL = 200
_MOST_PATHS = 5000


@dataclass(frozen=True, slots=True)
class Uncommitted:
    """Uncommitted work, and what could not be read of it."""

    changes: tuple[UncommittedChange, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    path: bytes
    state: Literal["staged", "unstaged", "untracked"]
    moved: bool


def read_uncommitted(field: Field, since: int, want_text: WantText) -> Uncommitted:
    """Return what was changed after the start and is not committed, by path; older changes are not the session's."""
    if field.bare:
        return Uncommitted()
    try:
        found = sorted(_status(field.root), key=lambda change: change.path)
        new = [change for change in found if _changed_at(field.root, change) >= since]
        changes = tuple(_changes(field, new[:_MOST_PATHS], want_text))
    except GitFailed as error:
        return Uncommitted(notes=(f"uncommitted work could not be read: {error.what}",))
    more = len(new) - len(changes)
    return Uncommitted(changes, notes=(f"{more} more uncommitted paths were not looked at",) if more else ())


def _changes(field: Field, found: Sequence[_Found], want_text: WantText) -> Iterator[UncommittedChange]:
    tracked = [change.path for change in found if change.state != "untracked" and want_text(name_of(change.path))]
    patches = _patches(field, tracked)
    for change in found:
        if change.state == "untracked":
            yield _untracked(field.root, change, want_text)
        else:
            yield _tracked(field.root, change, patches.get(name_of(change.path)))


def _status(root: Path) -> Iterator[_Found]:
    records = iter(ask_git(root, *_STATUS).split(b"\0"))
    for record in records:
        kind = record[:1]
        if kind == b"?":
            yield _Found(record[2:], "untracked", moved=False)
        elif kind in _FIELDS:
            *facts, path = record.split(b" ", _FIELDS[kind])
            if kind == b"2":
                next(records)  # where it was renamed from
            state: Literal["staged", "unstaged"] = "staged" if facts[1][1:] == b"." else "unstaged"
            yield _Found(path, state, moved=kind == b"2" or len(set(facts[3:6])) > 1)


def _changed_at(root: Path, change: _Found) -> int:
    """Return when a path was last changed; a rename or a new mode leaves the time of its content alone."""
    place = root / os.fsdecode(change.path)
    try:
        found = place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return _emptied_at(place)
    return int(max(found.st_mtime, found.st_ctime) if change.moved else found.st_mtime)


def _emptied_at(place: Path) -> int:
    """Return when something was last taken out of the nearest folder that is still there."""
    left = next(folder for folder in place.parents if folder.is_dir())
    return int(left.lstat().st_mtime)


def _patches(field: Field, paths: Sequence[bytes]) -> dict[str, FileChange]:
    """Return the changes of tracked paths from HEAD to the disk, whether staged or not."""
    base = field.head_sha or ask_git(field.root, "hash-object", "-t", "tree", "--stdin", stdin=b"").decode().strip()
    changes: dict[str, FileChange] = {}
    with open_objects(field.root) as objects:
        for at in range(0, len(paths), _PATHS_A_CALL):
            names = [os.fsdecode(path) for path in paths[at : at + _PATHS_A_CALL]]
            with (
                suppress(GitFailed),  # a missing object: the paths are named without their lines
                start_question(field.root, *_DIFF, base, "--", *names) as git,
            ):
                read = read_one(git.stdout, lambda _: True, objects)
                changes |= {change.path: change for change in read.files}
    return changes


def _tracked(root: Path, change: _Found, patch: FileChange | None) -> UncommittedChange:
    """Return a tracked path with the lines that the disk has and HEAD has not."""
    name = name_of(change.path)
    data = read_from_disk(root, change.path) if patch and patch.text_read else None
    if patch is None or data is None:
        return UncommittedChange(path=name, state=change.state)
    whole = read_file_lines(data)
    numbers = [line.number for line in patch.added_lines if line.number <= len(whole)]
    return UncommittedChange(
        path=name,
        state=change.state,
        added_lines=added_lines(numbers, [whole[number - 1] for number in numbers]),
        text_read=True,
        text_cut=patch.text_cut,
    )


def _untracked(root: Path, change: _Found, want_text: WantText) -> UncommittedChange:
    """Return an untracked path with all of its lines."""
    name = name_of(change.path)
    data = read_from_disk(root, change.path) if want_text(name) else None
    if data is None:
        return UncommittedChange(path=name, state="untracked")
    whole = read_file_lines(data)
    texts = whole[:MOST_LINES]
    return UncommittedChange(
        path=name,
        state="untracked",
        added_lines=added_lines(list(range(1, len(texts) + 1)), texts),
        text_read=True,
        text_cut=len(texts) < len(whole) or any(len(text) > LONGEST_LINE for text in texts),
    )
