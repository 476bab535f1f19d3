"""Walks the history by commit date, in whatever order the dates are, and reads what commits say (SPEC 3.2)."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from harvest_loop.adapters.git_command import start_question
from harvest_loop.adapters.git_text import read_text

_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LOG = ("log", "-s", "-z", "--no-color", "--stdin")
_STEP = "--format=%H %ct %at %P"
_MESSAGE = "--format=%H%x00%P%x00%ct%x00%ci%x00%at%x00%an%x00%ae%x00%s%x00%b"
_FIELDS = 9
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Step:
    """One commit as the walk meets it."""

    sha: str
    committed_at: int
    authored_at: int
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """What one commit says of itself; a shallow clone's last commits name no parents."""

    sha: str
    parents: tuple[str, ...]
    committed_at: int
    zone_minutes: int
    authored_at: int
    author: str
    subject: str
    body: str


def is_sha(text: str) -> bool:
    """Whether a text is a full object name and nothing else."""
    return _SHA.fullmatch(text) is not None


def walk(root: Path, tips: Iterable[str], *, without: Iterable[str] = (), only_roots: bool = False) -> Iterator[Step]:
    """Yield every commit reachable from the tips but not from the others; no date prunes anything.

    With `only_roots` those of the mainline that have no parent: what was merged in from another project has its own.

    Raises:
        GitFailed: an object is missing; what was met before was yielded.
    """
    asked = sorted(set(tips))
    if not asked:
        return
    left_out = [f"^{sha}" for sha in sorted(set(without))]
    how = (*_LOG, "--first-parent", "--max-parents=0") if only_roots else _LOG
    with start_question(root, *how, _STEP, stdin=_lines([*asked, *left_out])) as git:
        for record in _records(git.stdout):
            sha, committed, authored, *parents = record.decode("ascii").split(" ")
            yield Step(sha, int(committed or 0), int(authored or 0), tuple(filter(None, parents)))


def read_messages(root: Path, shas: Iterable[str]) -> dict[str, Message]:
    """Return what the commits say, by sha; a message in another encoding is turned into UTF-8 by git."""
    asked = list(shas)
    if not asked:
        return {}
    options = ("--no-walk=unsorted", "--no-mailmap", "--no-notes")
    with start_question(root, *_LOG, *options, _MESSAGE, stdin=_lines(asked)) as git:
        fields = list(_records(git.stdout))
    messages = (_message(fields[at : at + _FIELDS]) for at in range(0, len(fields) - _FIELDS + 1, _FIELDS))
    return {message.sha: message for message in messages}


def _message(fields: list[bytes]) -> Message:
    sha, parents, committed, local, authored, name, mail, subject, body = fields
    return Message(
        sha=sha.decode("ascii"),
        parents=tuple(parents.decode("ascii").split()),
        committed_at=int(committed or 0),
        zone_minutes=_zone_minutes(local),
        authored_at=int(authored or 0),
        author=hashlib.sha256(name + b"\0" + mail).hexdigest()[:12],
        subject=read_text(subject),
        body=read_text(body).strip("\n"),
    )


def _zone_minutes(local: bytes) -> int:
    """Return the minutes east of UTC at the end of a date such as 2026-03-10 09:00:00 +0530."""
    found = re.search(rb"([+-])(\d\d)(\d\d)$", local)
    if found is None:
        return 0
    return (-1 if found[1] == b"-" else 1) * (int(found[2]) * 60 + int(found[3]))


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode("ascii")


def _records(stream: BinaryIO) -> Iterator[bytes]:
    """Yield what stands between NUL bytes, block by block."""
    rest = b""
    while block := stream.read(_BLOCK):
        *whole, rest = (rest + block).split(b"\0")
        yield from whole
    if rest:
        yield rest
