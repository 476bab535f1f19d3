"""Understands what `git diff-tree --raw -p` prints: a raw line a file, an empty line, then a patch a file."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from harvest_loop.adapters.git_objects import Objects
from harvest_loop.adapters.git_patch import FilePatch
from harvest_loop.adapters.git_text import name_of, unquoted
from harvest_loop.schemas.evidence import ChangeStatus, FileChange

WantText = Callable[[str], bool]

_STATUS: dict[bytes, ChangeStatus] = {
    b"A": "added",
    b"M": "modified",
    b"D": "deleted",
    b"R": "renamed",
    b"C": "copied",
    b"T": "type-changed",
}
_SUBMODULE = b"160000"
_DIGITS = frozenset(b"0123456789abcdef")
_COMMIT = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?\n?")


@dataclass(frozen=True, slots=True)
class Changes:
    """What one commit changed; no patch-id when it changed nothing, is a merge, or could not be read whole."""

    files: tuple[FileChange, ...] = ()
    patch_id: str | None = None


def read_commits(lines: Iterable[bytes], want_text: WantText, objects: Objects) -> Iterator[tuple[str, Changes]]:
    """Yield each commit and its changes; git prints the sha of a commit on a line before them."""
    sha = ""
    commit = _CommitPatch(want_text)
    for line in lines:
        if line[0] in _DIGITS and _COMMIT.fullmatch(line):
            if sha:
                yield sha, commit.changes(objects)
            sha, commit = line.decode("ascii").strip(), _CommitPatch(want_text)
        else:
            commit.take(line)
    if sha:
        yield sha, commit.changes(objects)


def read_one(lines: Iterable[bytes], want_text: WantText, objects: Objects) -> Changes:
    """Return the changes of a patch that belongs to no commit, such as that of uncommitted work."""
    patch = _CommitPatch(want_text)
    for line in lines:
        patch.take(line)
    return patch.changes(objects)


class _CommitPatch:
    """The patches of one commit while they are read."""

    def __init__(self, want_text: WantText) -> None:
        self._in_hunks = False
        self._of_merge = False
        self._file = _unheard_of()
        self._want_text = want_text
        self._files: dict[bytes, FilePatch] = {}

    def take(self, line: bytes) -> None:
        """Take the next line. What stands in a file has a mark before it, and so can't pass for anything else."""
        if self._in_hunks and line[:1] in b" +-\\@":
            self._file.body(line)
        elif line[:1] == b":":
            self._announce(line)
        elif line.startswith((b"diff --git ", b"diff --cc ")):
            self._in_hunks = False
            self._file = self._files.get(line) or _unheard_of()
        elif line.startswith(b"@@"):
            self._in_hunks = True
            self._file.body(line)
        elif line != b"\n":
            self._file.head(line)

    def _announce(self, line: bytes) -> None:
        """Take a raw line; git spells a name the same here and where the patch of the file begins."""
        facts, *names = line.removesuffix(b"\n").split(b"\t")
        modes_and_blobs = facts.lstrip(b":").split(b" ")
        parents = len(facts) - len(facts.lstrip(b":"))
        self._of_merge = parents > 1
        submodule = _SUBMODULE in modes_and_blobs[: parents + 1]
        path = unquoted(names[-1])
        self._files[_heading(names, parents)] = FilePatch(
            path,
            unquoted(names[0]) if len(names) > 1 else None,
            _status(modes_and_blobs[-1], parents),
            blob=modes_and_blobs[-2],
            parents=parents,
            is_text=not submodule,
            text_wanted=not submodule and self._want_text(name_of(path)),
        )

    def changes(self, objects: Objects) -> Changes:
        """Return what the commit changed."""
        own = [(heading, file) for heading, file in self._files.items() if file.own]
        digest = hashlib.sha256(b"".join(heading + file.fingerprint for heading, file in own))
        patch_id = digest.hexdigest() if own and not self._of_merge else None
        return Changes(tuple(file.change(objects) for _, file in own), patch_id)


def _unheard_of() -> FilePatch:
    """Return what takes in a patch that no raw line announced, to be forgotten."""
    return FilePatch(b"", None, "modified", blob=b"", parents=1, is_text=False, text_wanted=False)


def _status(letters: bytes, parents: int) -> ChangeStatus:
    """Return the status of a file; in a merge each parent has a letter, and they count when they agree."""
    if parents > 1 and len(set(letters)) > 1:
        return "modified"
    return _STATUS.get(letters[:1], "modified")


def _heading(names: list[bytes], parents: int) -> bytes:
    """Return the line that the patch of a file begins with."""
    if parents > 1:
        return b"diff --cc " + names[-1] + b"\n"
    return b"diff --git " + _prefixed(b"a/", names[0]) + b" " + _prefixed(b"b/", names[-1]) + b"\n"


def _prefixed(prefix: bytes, name: bytes) -> bytes:
    return b'"' + prefix + name[1:] if name.startswith(b'"') else prefix + name
