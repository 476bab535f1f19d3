"""Reads what commits say of the edits they carry: id, prediction, check, confidence (SPEC 4.15, 7.6)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_text import read_text
from harvest_loop.errors import FieldError

_LINE = re.compile(r"^[ \t]*Harvest-(Id|Prediction|Check|Confidence):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_HOW = ("log", "-s", "-z", "--no-color", "--no-notes", "-E", "--grep=^[[:space:]]*Harvest-Id:", "--format=%H%x00%B")


class CarriedEdit(NamedTuple):
    """An edit as the trailers of a commit tell of it; a squashed commit carries several."""

    sha: str
    id: str
    prediction: str = ""
    check: str = ""
    confidence: str = ""


def carried_edits(root: Path) -> tuple[CarriedEdit, ...]:
    """Return the edits that commits on any ref of a repository carry, oldest commit first.

    Raises:
        GitFailed: the repository can't be read.
    """
    try:
        printed = ask_git(root, *_HOW, "--all", "HEAD", "--")
    except GitFailed:  # a ref that leads nowhere: what HEAD reaches is known all the same
        printed = ask_git(root, *_HOW, "HEAD", "--")
    return tuple(_edits(printed))


def edits_of_file(hub: Path, path: str) -> tuple[CarriedEdit, ...]:
    """Return the edits that commits on the hub's current branch made to a file of the hub, oldest first.

    Raises:
        FieldError: the hub is no repository.
        GitFailed: it can't be read.
    """
    place = find_field(hub)
    name = place.prefix_of(hub) + path
    if place.head_sha is None or "\0" in name:
        return ()
    return tuple(_edits(ask_git(place.root, *_HOW, "--full-history", place.head_sha, "--", name)))


def edits_of_id(hub: Path, wanted: str) -> tuple[CarriedEdit, ...]:
    """Return what commits on any ref of the hub say of one edit; nothing where the hub is no repository."""
    try:
        place = find_field(hub)
        return () if place.head_sha is None else tuple(one for one in carried_edits(place.root) if one.id == wanted)
    except FieldError:
        return ()


def _edits(printed: bytes) -> Iterator[CarriedEdit]:
    fields = printed.split(b"\0")
    commits = list(zip(fields[::2], fields[1::2], strict=False))
    for sha, body in reversed(commits):
        yield from _carried(sha.decode("ascii"), read_text(body))


def _carried(sha: str, body: str) -> Iterator[CarriedEdit]:
    """An id begins an edit; what follows until the next one is about it."""
    edit: CarriedEdit | None = None
    for name, value in _LINE.findall(body):
        if name == "Id":
            if edit is not None:
                yield edit
            edit = CarriedEdit(sha, value)
        elif edit is not None:
            edit = edit._replace(**{name.lower(): value})
    if edit is not None:
        yield edit
