"""Finds the commits that an amend, a rebase or a squash by hand replaced: earlier versions of what is there now."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.git_holes import walk_past_holes
from harvest_loop.adapters.git_reflog import Entry, Reflogs


def replaced(root: Path, reflogs: Reflogs, *, since: int) -> frozenset[str]:
    """Return commits of which another commit is the newer version; those still on a branch may be among them."""
    found: set[str] = set()
    for ref in sorted({entry.ref for entry in reflogs.entries}):
        entries = [entry for entry in reversed(reflogs.entries) if entry.ref == ref and entry.at >= since]
        found |= {entry.before for entry in entries if entry.deed == "amended" and entry.before}
        for old, new in (*_rebases(entries), *_squashes(root, entries)):
            found |= {step.sha for step in walk_past_holes(root, old, set(), without=(new,))}
    return frozenset(found)


def _rebases(entries: list[Entry]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the tips that each rebase left and the one it ended on; a branch remembers the end of it only."""
    old: list[str] = []
    for entry in entries:
        if entry.deed == "rebase begun":
            old = [entry.before] if entry.before else []
        elif entry.deed == "rebase ended":
            tips = [*old, *([entry.before] if entry.before else [])]
            if tips:
                yield tuple(tips), entry.sha
            old = []
        elif old and entry.deed in ("made", "amended"):
            old.append(entry.sha)


def _squashes(root: Path, entries: list[Entry]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what was taken back by a reset and committed again as it was, in one."""
    for reset, made in pairwise(entries):
        taken_back = reset.before if reset.deed == "reset" and made.deed == "made" else None
        if taken_back and _tree(root, taken_back) == _tree(root, made.sha):
            yield (taken_back,), reset.sha


def _tree(root: Path, sha: str) -> bytes:
    return ask_git(root, "rev-parse", "--verify", "--quiet", f"{sha}^{{tree}}", allow=(0, 1, 128))
