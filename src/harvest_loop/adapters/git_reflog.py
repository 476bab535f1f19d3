"""Reads from reflogs which commits came to be here, and which were brought from elsewhere (SPEC 3.2)."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harvest_loop.adapters.git_command import GitFailed, ask_git

Deed = Literal["made", "amended", "brought", "moved", "reset", "rebase begun", "rebase ended", "unknown"]

# Tried in this order; the first that fits says what was done.
_DEEDS: tuple[tuple[re.Pattern[str], Deed], ...] = (
    (re.compile(r"commit \(amend\): "), "amended"),
    (re.compile(r"commit(?: \([^)]*\))?: "), "made"),
    (re.compile(r"(?:merge|pull|fetch|rebase|cherry-pick|revert|am)\b.*: [Ff]ast[- ]forward$"), "brought"),
    (re.compile(r"(?:rebase|pull)\b[^:]*\(start\): |rebase: checkout "), "rebase begun"),
    (re.compile(r"(?:rebase|pull)\b[^:]*\((?:finish|abort)\): |rebase finished: "), "rebase ended"),
    (re.compile(r"(?:rebase|pull)\b[^:]*\([a-z]+\): |rebase: "), "made"),
    (re.compile(r"(?:pull|fetch)\b|initial pull|merge [^:]*: updating HEAD"), "brought"),
    (re.compile(r"(?:cherry-pick|revert|am|merge)\b"), "made"),
    (re.compile(r"reset: "), "reset"),
    (re.compile(r"checkout: |clone: |branch: |Branch: |$"), "moved"),
)
_HEAD = re.compile(r"(?:main-worktree/|worktrees/[^/]+/)?HEAD")
_MAIN = "main-worktree/HEAD"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a reflog: where the ref came to stand, when, by which deed, and where it stood before."""

    ref: str
    sha: str
    at: int
    deed: Deed
    message: str
    before: str | None

    @property
    def of_head(self) -> bool:
        """Whether it is of the HEAD of a worktree, rather than of a branch."""
        return _HEAD.fullmatch(self.ref) is not None


@dataclass(frozen=True)
class Reflogs:
    """What the HEADs of all worktrees and the local branches remember, newest first within each."""

    entries: tuple[Entry, ...] = ()
    whole: bool = True

    def cover(self, since: int) -> bool:
        """Whether everything that was done here from then on is remembered."""
        oldest = {entry.ref: entry for entry in self.entries if entry.of_head}
        main = _MAIN if _MAIN in oldest else "HEAD"

        def knows(entry: Entry) -> bool:
            """Nothing was done before the first commit, or in a linked worktree before its first entry."""
            is_first = entry.message.startswith("commit (initial): ") or (entry.message == "" and entry.ref != main)
            return is_first or entry.at <= since

        return self.whole and "HEAD" in oldest and all(knows(entry) for entry in oldest.values())

    def made(self, *, since: int | None = None) -> frozenset[str]:
        """Return the commits that came to be here."""
        return frozenset(
            entry.sha
            for entry in self.entries
            if entry.deed in ("made", "amended") and (since is None or entry.at >= since)
        )

    def made_here(self) -> frozenset[str]:
        """Return the commits that came to be in this worktree, whatever the others did meanwhile."""
        made = (entry for entry in self.entries if entry.ref == "HEAD" and entry.deed in ("made", "amended"))
        return frozenset(entry.sha for entry in made)

    def unknown(self) -> frozenset[str]:
        """Return the commits that a ref came to stand on by a deed that we have no word for."""
        return frozenset(entry.sha for entry in self.entries if entry.deed == "unknown")

    def brought(self, *, since: int) -> tuple[tuple[str, str], ...]:
        """Return from where to where refs were moved onto the work of others."""
        bringing = ("brought", "rebase begun")
        moves = (entry for entry in self.entries if entry.deed in bringing and entry.at >= since)
        return tuple(sorted({(entry.before, entry.sha) for entry in moves if entry.before}))


def deed_of(message: str) -> Deed:
    """Return what a reflog's message says was done."""
    return next((deed for pattern, deed in _DEEDS if pattern.match(message)), "unknown")


def read_reflogs(root: Path) -> Reflogs:
    """Return what the reflogs remember; where a ref leads nowhere git tells of none but one that it is asked for."""
    try:
        return Reflogs(_entries(_ask(root, "--all")))
    except GitFailed:
        pass
    try:
        return Reflogs(_entries(_ask(root, "HEAD")), whole=False)
    except GitFailed:
        return Reflogs(whole=False)


def _ask(root: Path, refs: str) -> list[bytes]:
    printed = ask_git(root, "log", "-g", "-s", "-z", "--date=unix", "--format=%H%x00%gD%x00%gs", refs, "--")
    return printed.split(b"\0")


def _entries(fields: list[bytes]) -> tuple[Entry, ...]:
    before: dict[str, str] = {}
    entries: list[Entry] = []
    for at in reversed(range(0, len(fields) - 2, 3)):
        ref, moment = _place(fields[at + 1])
        if ref.startswith("refs/heads/") or _HEAD.fullmatch(ref):
            sha, message = fields[at].decode("ascii"), fields[at + 2].decode("utf-8", "replace")
            was = before.get(ref)
            deed = deed_of(message) if message or was == sha else "unknown"
            entries.append(Entry(ref, sha, moment, deed, message, was))
            before[ref] = sha
    return tuple(reversed(entries))


def _place(selector: bytes) -> tuple[str, int]:
    """Return the ref and the time of a selector such as HEAD@{1773133200}."""
    ref, _, at = selector.decode("utf-8", "backslashreplace").rpartition("@{")
    return ref, int(at.removesuffix("}") or 0)
