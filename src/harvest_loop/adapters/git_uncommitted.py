"""Finds the work that is not committed yet and was changed after the session's start (SPEC 3.2)."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harvest_loop.adapters.git_command import GitFailed, ask_git, start_question
from harvest_loop.adapters.git_diff import WantText, read_one
from harvest_loop.adapters.git_field import Field
from harvest_loop.adapters.git_objects import Objects, open_objects
from harvest_loop.adapters.git_patch import LONGEST_LINE, MOST_LINES, added_lines
from harvest_loop.adapters.git_text import name_of, read_file_lines
from harvest_loop.adapters.git_worktree import is_locked, read_from_disk, stamp_of
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
_SHOWN = 3
_SHA1 = 40
_UNSEEN = re.compile(r"(?:could|can) ?not (?:open|read|access|stat)|unable to (?:open|read|access|stat)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Uncommitted:
    """Uncommitted work, and in words what could not be read of it."""

    changes: tuple[UncommittedChange, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    path: bytes
    state: Literal["staged", "unstaged", "untracked"]
    moved: bool


def read_uncommitted(
    field: Field, since: int, want_text: WantText, edited: frozenset[str] = frozenset()
) -> Uncommitted:
    """Return what was changed after the start and is not committed, by path; older changes are not the session's.

    What a transcript shows being `edited`, by absolute paths, is the session's whatever the time of the file.
    """
    if field.bare:
        return Uncommitted()
    try:
        found, complaints = _status(field.root)
        shown, top = _places(edited), field.root.resolve()
        new = [
            change
            for change in found
            if str(top / os.fsdecode(change.path)) in shown or _changed_at(field.root, change) >= since
        ]
        changes = tuple(_changes(field, new[:_MOST_PATHS], want_text))
    except GitFailed as error:
        return Uncommitted(unread=(f"uncommitted work could not be read: {error.what}",))
    return Uncommitted(changes, unread=tuple(_unread(changes, complaints, more=len(new) - len(changes))))


def _unread(changes: Sequence[UncommittedChange], complaints: Sequence[str], *, more: int) -> Iterator[str]:
    yield from (f"uncommitted work could not be read: {complaint}" for complaint in complaints)
    locked = [change.path for change in changes if change.unread]
    if locked:
        rest = f" and {len(locked) - _SHOWN} more" if len(locked) > _SHOWN else ""
        yield f"uncommitted work could not be read: {', '.join(locked[:_SHOWN])}{rest}"
    if more:
        yield f"{more} more uncommitted paths were not looked at"


def _changes(field: Field, found: Sequence[_Found], want_text: WantText) -> Iterator[UncommittedChange]:
    base = field.head_sha or ask_git(field.root, "hash-object", "-t", "tree", "--stdin", stdin=b"").decode().strip()
    tracked = [change.path for change in found if change.state != "untracked" and want_text(name_of(change.path))]
    patches, lost = _patches(field, base, tracked)
    algorithm = "sha1" if len(base) == _SHA1 else "sha256"
    for change in found:
        name = name_of(change.path)
        if change.state == "untracked":
            told = _untracked(field.root, change, want_text)
        else:
            told = _tracked(field.root, change, patches.get(name))
        # A file that can't be opened is no deletion, and no picture.
        locked = want_text(name) and not told.text_read and is_locked(field.root, change.path)
        by_lines = told.added_lines and not told.text_cut
        blob = None if by_lines else stamp_of(field.root, change.path, algorithm=algorithm)
        yield told.model_copy(update={"blob": blob, "unread": locked or name in lost})


def _status(root: Path) -> tuple[list[_Found], tuple[str, ...]]:
    """Return what git found by name, and what it said of folders and files that it could not look into."""
    with start_question(root, *_STATUS) as git:
        found = sorted(_found(git.stdout.read().split(b"\0")), key=lambda change: change.path)
    return found, tuple(line for line in git.said.splitlines() if _UNSEEN.search(line))


def _found(fields: Iterable[bytes]) -> Iterator[_Found]:
    records = iter(fields)
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


def _places(paths: Iterable[str]) -> frozenset[str]:
    """Return where absolute paths lead; a text that is none of them leads nowhere."""
    found = set()
    for path in map(Path, paths):
        with suppress(OSError, RuntimeError, ValueError):  # too long, a ring of links, a NUL
            found |= {str(path.parent.resolve() / path.name)} if path.is_absolute() else set()
    return frozenset(found)


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


def _patches(field: Field, base: str, paths: Sequence[bytes]) -> tuple[dict[str, FileChange], frozenset[str]]:
    """Return the changes of tracked paths from HEAD to the disk, staged or not, and the paths that can't be compared.

    Git gives up at the first missing object: then each path is asked for alone.
    """
    changes: dict[str, FileChange] = {}
    lost: set[str] = set()
    with open_objects(field.root) as objects:
        for at in range(0, len(paths), _PATHS_A_CALL):
            batch = paths[at : at + _PATHS_A_CALL]
            read = _compared(field.root, base, batch, objects)
            alone = [(path, _compared(field.root, base, [path], objects)) for path in batch] if read is None else []
            lost |= {name_of(path) for path, one in alone if one is None}
            for found in (read, *(one for _, one in alone)):
                changes |= found or {}
    return changes, frozenset(lost)


def _compared(root: Path, base: str, paths: Sequence[bytes], objects: Objects) -> dict[str, FileChange] | None:
    names = [os.fsdecode(path) for path in paths]
    try:
        with start_question(root, *_DIFF, base, "--", *names) as git:
            read = read_one(git.stdout, lambda _: True, objects)
    except GitFailed:
        return None
    return {change.path: change for change in read.files}


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
