"""What became of the works of a window: reverted, removed again, or still standing (SPEC 4.7)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harvest_loop.domain.practice import Practice
from harvest_loop.domain.works import WORKTREE
from harvest_loop.schemas.evidence import Commit

_UNDONE = re.compile(r'^(?P<what>revert|reapply)\s+"(?P<subject>.+?)"?$', re.IGNORECASE)


@dataclass(frozen=True)
class Afterlife:
    """Which commits were taken back, under which name each path ended, and when a path went away."""

    reverted: frozenset[str]
    last_name: dict[str, str]
    gone_at: dict[str, int]
    head_paths: frozenset[str]

    def stands(self, path: str) -> bool:
        """Whether a path, under whatever name it has now, is in HEAD; true where HEAD is unknown."""
        return not self.head_paths or self.last_name.get(path, path) in self.head_paths

    def name_now(self, path: str) -> str:
        """The name under which a path stands in HEAD; the path itself where it stands under none."""
        name = self.last_name.get(path, path)
        return name if name in self.head_paths else path

    def lived_for(self, practice: Practice) -> int | None:
        """How long what a practice brought into being lived, in seconds; None while any of it stands."""
        born = [touch.change.path for touch in practice.touches if touch.grows]
        if not born or practice.first.sha == WORKTREE or any(self.stands(path) for path in born):
            return None
        ends = [
            self.gone_at[name] for name in (self.last_name.get(path, path) for path in born) if name in self.gone_at
        ]
        return max(ends) - practice.first.at if ends else None


def follow(commits: Sequence[Commit], head_paths: frozenset[str]) -> Afterlife:
    """Follow reverts, renames and deletions through a window, oldest commit first."""
    reverted: dict[str, str] = {}
    by_subject: dict[str, str] = {}
    names: dict[str, str] = {}
    gone: dict[str, int] = {}
    for commit in commits:
        undone = _UNDONE.match(commit.subject)
        if undone is not None:
            _undo(undone, by_subject, reverted)
        by_subject[commit.subject] = commit.sha
        for change in commit.changes:
            if change.status == "renamed" and change.old_path is not None:
                names.pop(change.path, None)  # it is back under a name that it left before
                names[change.old_path] = change.path
            elif change.status == "deleted":
                gone[change.path] = commit.authored_at
            elif change.status == "added":
                names.pop(change.path, None)
    return Afterlife(frozenset(reverted.values()), {path: _resolve(path, names) for path in names}, gone, head_paths)


def _undo(undone: re.Match[str], by_subject: dict[str, str], reverted: dict[str, str]) -> None:
    subject = undone["subject"]
    if undone["what"].lower() == "reapply":
        reverted.pop(subject, None)
    elif subject in by_subject:
        reverted[subject] = by_subject[subject]


def _resolve(path: str, names: dict[str, str]) -> str:
    seen = {path}
    while names.get(path, path) not in seen:
        path = names[path]
        seen.add(path)
    return path
