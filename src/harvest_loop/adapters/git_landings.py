"""Tells which accepted edits are part of the hub's current branch, and since when (SPEC 7.3)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_changes import ReadChanges, read_changes
from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.git_commits import Step
from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.git_holes import walk_past_holes
from harvest_loop.adapters.git_objects import open_objects
from harvest_loop.adapters.git_reflog import Entry, read_reflogs
from harvest_loop.adapters.git_trailers import carried_edits
from harvest_loop.errors import FieldError
from harvest_loop.schemas.verification import Landing

_ABBREVIATED = re.compile(r"[0-9a-f]{7,64}")
_AT_ONCE = 200  # paths in one question


class Sought(NamedTuple):
    """An accepted edit: its id, the file that it changes, relative to the hub root, and its commit if one is named."""

    id: str
    file: str
    commit: str | None = None


def find_landings(hub: Path, sought: Sequence[Sought]) -> dict[str, Landing]:
    """Return for each edit whether it landed: its commit, one that carries its id, or one with the same patch.

    A commit that carries the id counts only if it changes the file that the edit is about.
    """
    if not sought:
        return {}
    try:
        place = find_field(hub)
        if place.head_sha is None:
            return {one.id: Landing(state="not landed") for one in sought}
        return _Branch.read(place, hub).landings(sought)
    except (FieldError, GitFailed) as error:
        return {
            one.id: Landing(state="unknown", why=f"the hub's history can't be read ({error.what})") for one in sought
        }


@dataclass
class _Branch:
    """The current branch's history, and which commit of its mainline brought each commit."""

    place: Field
    prefix: str
    history: dict[str, Step]
    missing: bool
    mainline: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    brought: dict[str, int] = field(default_factory=dict)
    log: tuple[Entry, ...] = ()

    @classmethod
    def read(cls, place: Field, hub: Path) -> "_Branch":
        missing: set[str] = set()
        head = place.head_sha or ""
        history = {step.sha: step for step in walk_past_holes(place.root, (head,), missing)}
        return cls(place, place.prefix_of(hub), history, bool(missing) or place.shallow)

    def landings(self, sought: Sequence[Sought]) -> dict[str, Landing]:
        claims = _claims(self.place.root, frozenset(one.id for one in sought))
        shas = sorted({sha for many in claims.values() for sha in many})
        changes = read_changes(self.place.root, shas, lambda _: False)
        known = {one.id: self._known(one, claims.get(one.id, ()), changes) for one in sought}
        patches = self._patches([one for one in sought if not self._reached(known[one.id])], known, changes)
        return {one.id: self._landing(known[one.id], patches.get(one.id, ())) for one in sought}

    def _known(self, one: Sought, claims: Iterable[str], changes: ReadChanges) -> tuple[str, ...]:
        """The commits that are this edit: the one that is named, and those that carry its id and change its file."""
        path = self.prefix + one.file.removeprefix("./")
        carrying = [sha for sha in claims if path in _paths(changes, sha)]
        named = [] if one.commit is None else [sha for sha in (self._resolved(one.commit),) if sha]
        return tuple(dict.fromkeys([*carrying, *named]))

    def _resolved(self, commit: str) -> str | None:
        if commit in self.history:
            return commit
        if not _ABBREVIATED.fullmatch(commit):
            return None
        with open_objects(self.place.root) as objects:
            found = objects.find(f"{commit}^{{commit}}".encode("ascii"))
        return None if found is None or found.kind != "commit" else found.sha

    def _reached(self, shas: Iterable[str]) -> list[str]:
        return [sha for sha in shas if sha in self.history]

    def _patches(
        self, left: Sequence[Sought], known: Mapping[str, tuple[str, ...]], changes: ReadChanges
    ) -> dict[str, tuple[str, ...]]:
        """For edits whose own commits did not land: commits of the branch with the same patch."""
        wanted = {one.id: known[one.id] for one in left if known[one.id]}
        if not wanted:
            return {}
        named = sorted({sha for many in wanted.values() for sha in many} - set(changes.by_sha))
        changes = changes.joined(read_changes(self.place.root, named, lambda _: False))
        paths = sorted({self.prefix + one.file.removeprefix("./") for one in left if one.id in wanted})
        touching = [sha for sha in self._touching(paths) if sha in self.history]
        landed: dict[str, list[str]] = defaultdict(list)
        there = read_changes(self.place.root, touching, lambda _: False)
        for sha in touching:
            landed[there.of(sha).patch_id or ""].append(sha)
        return {
            name: tuple(copy for sha in shas for copy in landed.get(changes.of(sha).patch_id or "none", ()))
            for name, shas in wanted.items()
        }

    def _touching(self, paths: Sequence[str]) -> list[str]:
        found: list[str] = []
        usable = [path for path in paths if path and "\0" not in path]
        for at in range(0, len(usable), _AT_ONCE):
            question = (
                "log",
                "-s",
                "--no-color",
                "--full-history",
                "--no-merges",
                "--format=%H",
                str(self.place.head_sha),
            )
            listed = ask_git(self.place.root, *question, "--", *usable[at : at + _AT_ONCE])
            found += listed.decode("ascii").split()
        return list(dict.fromkeys(found))

    def _landing(self, known: Sequence[str], copies: Sequence[str]) -> Landing:
        landed = self._reached((*known, *copies))
        if landed:
            self._follow_mainline()
            first = max(landed, key=lambda sha: (self.brought.get(sha, 0), sha))
            return Landing(state="landed", sha=first, at=self._moment(first))
        draft = known[0] if known else None
        if self.missing:
            return Landing(state="unknown", sha=draft, why="part of the hub's history is missing")
        return Landing(state="not landed", sha=draft)

    def _follow_mainline(self) -> None:
        """Find out which commit of the mainline brought each commit; 0 is the newest."""
        if self.mainline:
            return
        sha: str | None = self.place.head_sha
        while sha is not None and sha in self.history:
            self.mainline.append(sha)
            sha = next(iter(self.history[sha].parents), None)
        self.places = {met: number for number, met in enumerate(self.mainline)}
        for at in reversed(range(len(self.mainline))):
            waiting = [self.mainline[at]]
            while waiting:
                met = waiting.pop()
                if met in self.history and met not in self.brought:
                    self.brought[met] = at
                    waiting.extend(self.history[met].parents)
        self.log = self._log_of_branch()

    def _log_of_branch(self) -> tuple[Entry, ...]:
        """What the current branch's reflog remembers, oldest first."""
        entries = read_reflogs(self.place.root).entries
        own = [entry for entry in entries if entry.ref == f"refs/heads/{self.place.head}"]
        return tuple(reversed(own or [entry for entry in entries if entry.ref == "HEAD"]))

    def _moment(self, sha: str) -> int:
        """Since when the branch reaches a commit: by its reflog, else by the date of what brought it."""
        at = self.brought.get(sha, 0)
        for number, entry in enumerate(self.log):
            if self.places.get(entry.sha, len(self.mainline)) <= at:
                if number == 0:
                    break  # it was there before the reflog begins
                return entry.at
        return self.history[self.mainline[at]].committed_at


def _claims(root: Path, wanted: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """The commits on any ref that carry each of these ids, oldest first."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for edit in carried_edits(root):
        if edit.id in wanted:
            found[edit.id][edit.sha] = None
    return {name: tuple(shas) for name, shas in found.items()}


def _paths(changes: ReadChanges, sha: str) -> frozenset[str]:
    return frozenset(name for change in changes.of(sha).files for name in (change.path, change.old_path) if name)
