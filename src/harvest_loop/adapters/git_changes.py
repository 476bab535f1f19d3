"""Reads what commits changed, going on past what is missing (SPEC 3.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, start_question
from harvest_loop.adapters.git_diff import Changes, WantText, read_commits
from harvest_loop.adapters.git_objects import Objects, open_objects

_TREE = ("diff-tree", "--stdin", "-r", "--root", "--always", "--raw", "--no-color", "--full-index")
_NAMES = (*_TREE, "-c")
_PATCHES = (
    *(*_TREE, "-p", "--cc", "-U3", "-M", "-l500"),
    *("--diff-algorithm=myers", "--no-ext-diff", "--no-textconv"),
)
# Beyond this many commits without text, the texts were never there (a clone without blobs): names must do.
_MOST_HOLES = 20


@dataclass(frozen=True, slots=True)
class ReadChanges:
    """The changes by sha, and the commits of which only names, or nothing at all, could be read."""

    by_sha: dict[str, Changes]
    without_text: frozenset[str] = frozenset()
    unreadable: frozenset[str] = frozenset()
    cut_off: frozenset[str] = frozenset()
    """Those at which a shallow clone ends."""

    def of(self, sha: str) -> Changes:
        """Return the changes of a commit; none when they could not be read."""
        return self.by_sha.get(sha, Changes())

    def joined(self, other: "ReadChanges") -> "ReadChanges":
        """Return both together."""
        return ReadChanges(
            self.by_sha | other.by_sha,
            without_text=self.without_text | other.without_text,
            unreadable=self.unreadable | other.unreadable,
            cut_off=self.cut_off | other.cut_off,
        )


def read_changes(root: Path, shas: Sequence[str], want_text: WantText) -> ReadChanges:
    """Return what each commit changed, a merge only what it changed itself; a missing object costs its commit only."""
    if not shas:
        return ReadChanges({})
    with open_objects(root) as objects:
        found, holes = _Reading(root, objects, want_text).past_holes(shas, _PATCHES, most=_MOST_HOLES)
        if not holes:
            return ReadChanges(found)
        named, lost = _Reading(root, objects, lambda _: False).past_holes(holes, _NAMES, most=len(holes))
    bare = {sha: Changes(files=changes.files) for sha, changes in named.items()}
    return ReadChanges(found | bare, without_text=frozenset(bare), unreadable=frozenset(lost))


def merge_patch_ids(root: Path, merges: Mapping[str, str]) -> dict[str, str]:
    """Return the patch-ids of merges (each with its first parent) by all that they brought to that parent."""
    if not merges:
        return {}
    asked = "".join(f"{sha} {parent}\n" for sha, parent in merges.items()).encode("ascii")
    try:
        with open_objects(root) as objects, start_question(root, *_PATCHES, stdin=asked, objects_only=True) as git:
            read = list(read_commits(git.stdout, lambda _: False, objects))
    except GitFailed:
        return {}
    return {sha: changes.patch_id for sha, changes in read if changes.patch_id}


@dataclass(frozen=True, slots=True)
class _Reading:
    root: Path
    objects: Objects
    want_text: WantText

    def past_holes(
        self, shas: Sequence[str], how: tuple[str, ...], *, most: int
    ) -> tuple[dict[str, Changes], list[str]]:
        """Return what could be read, and the commits at which git gave up; after `most` of them, all that are left."""
        found: dict[str, Changes] = {}
        holes: list[str] = []
        left = list(shas)
        while left and not self._read(left, how, found):
            left = [sha for sha in left if sha not in found]
            # Git gave up at the first one left, or else that one is whole and the next one isn't: alone it shows.
            if not self._read(left[:1], how, found):
                holes += left[:1]
            left = left[1:]
            if len(holes) >= most:
                return found, holes + left
        return found, holes

    def _read(self, shas: Sequence[str], how: tuple[str, ...], found: dict[str, Changes]) -> bool:
        """Add the changes of the commits that were read whole; return whether all were."""
        asked = "".join(f"{sha}\n" for sha in shas).encode("ascii")
        last: tuple[str, Changes] | None = None
        try:
            with start_question(self.root, *how, stdin=asked, objects_only=True) as git:
                for read in read_commits(git.stdout, self.want_text, self.objects):
                    found |= [last] if last else []
                    last = read
        except GitFailed:
            return False
        found |= [last] if last else []
        return True
