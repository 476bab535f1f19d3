"""Step 6: near copies to merge and long skills to split, as they are committed in the hub (SPEC 4.13)."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_committed import as_committed
from harvest_loop.domain import lifecycle
from harvest_loop.domain.asset_references import NamedAssets, references_of
from harvest_loop.domain.curation import SHOWN_OF_A_KIND, not_refused
from harvest_loop.domain.merge_skills import merge_line
from harvest_loop.domain.overlap import near_copies
from harvest_loop.domain.split_skill import split_line
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.examination import Reference
from harvest_loop.schemas.hub import Asset, NearCopy
from harvest_loop.schemas.opened_hub import OpenedHub

_NAMED = 5
# More than a form shows: some can't be drafted. A hub that is one large family of copies stays quick to look at.
_TRIED = 20


class Reshaped(NamedTuple):
    """The lines for the form, what was found, and why some of it has no line."""

    lines: tuple[CurationLine, ...]
    measured: tuple[str, ...]


def reshape_skills(opened: OpenedHub) -> Reshaped:
    """Return a line for each split and each merge that a program can draft, none of a skill twice.

    Raises: GitFailed when git can't be asked.
    """
    work = _Work(opened)
    lines = [*work.merges(), *work.splits()]
    return Reshaped(tuple(lines), tuple(work.said))


class _Work:
    def __init__(self, opened: OpenedHub) -> None:
        self._opened, self._root = opened, Path(opened.hub.root)
        self._skills = {skill.path: skill for skill in opened.hub.skills}
        self._named = NamedAssets(opened.hub)
        self._taken: set[str] = set()
        self.said: list[str] = []

    def merges(self) -> Iterator[CurationLine]:
        """The near copies, the closest first; a skill that is merged here is in no other line."""
        made = 0
        for at, copy in enumerate(near_copies(self._opened.hub.skills)):
            named = f"merge candidates: {copy.a} and {copy.b}, shingle containment {copy.containment:.2f}"
            if at < _NAMED:
                self.said.append(named)
            if at >= _TRIED or made == SHOWN_OF_A_KIND or not self._taken.isdisjoint((copy.a, copy.b)):
                continue
            line = self._merge(copy)
            if isinstance(line, str):
                self.said += [f"not merged: {copy.a} and {copy.b}: {line}"] if at < _NAMED else []
            elif not_refused((line,), self._opened.tombstones):
                self._taken.update((copy.a, copy.b))
                made += 1
                yield line

    def splits(self) -> Iterator[CurationLine]:
        """The skills that are too long as they are committed, in the hub's order."""
        made = 0
        hub = self._opened.hub
        for at, (skill, count) in enumerate(lifecycle.too_long(hub.skills, hub.paths)):
            if at < _NAMED:
                self.said.append(f"split proposed: {skill.path} has {count} lines and no detail file")
            if at >= _TRIED or made == SHOWN_OF_A_KIND or skill.path in self._taken:
                continue
            base = self._base(skill)
            line = "it is not committed" if base is None else split_line(base, hub.assets)
            if isinstance(line, str):
                self.said += [f"not split: {skill.path}: {line}"] if at < _NAMED else []
            elif not_refused((line,), self._opened.tombstones):
                self._taken.add(skill.path)
                made += 1
                yield line

    def _merge(self, copy: NearCopy) -> CurationLine | str:
        """The skill that more others lead to is the first, of two that are equal the longer one, then by path."""
        both = [self._skills[path] for path in (copy.a, copy.b)]
        inbound = {skill.path: tuple(self._inbound(skill)) for skill in both}
        both.sort(key=lambda skill: (-len(inbound[skill.path]), -len(skill.text), skill.path))
        first, second = (self._base(skill) for skill in both)
        if first is None or second is None:
            return "one of them is not committed"
        return merge_line(first, second, copy, inbound[second.path])

    def _base(self, skill: Asset) -> Asset | None:
        """The skill as a branch would have it."""
        return None if self._opened.hub.head_sha is None else as_committed(self._root, skill)

    def _inbound(self, skill: Asset) -> Iterator[Reference]:
        """Where other assets send their reader to the skill; only those that hold its name can."""
        words = {skill.name, lifecycle.folder_of(skill).rpartition("/")[2]}
        for asset in self._opened.hub.assets:
            if asset.path != skill.path and any(word in asset.text for word in words):
                yield from (one for one in references_of(asset, self._named) if one.target == skill.path)
