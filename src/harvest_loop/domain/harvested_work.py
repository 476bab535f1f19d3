"""What of a session's work an earlier close of its field harvested already: each piece is harvested once (SPEC 3.1)."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from harvest_loop.schemas.evidence import AddedLine, Commit, FileChange, GitEvidence, UncommittedChange
from harvest_loop.schemas.records import SessionLine

C = TypeVar("C", UncommittedChange, FileChange)

_ABBREVIATED = 12
_LINE = 6
_NO_LINES: Counter[str] = Counter()


@dataclass(frozen=True)
class Harvested:
    """What earlier closes of one field harvested: commits, uncommitted changes, and the lines that those added."""

    commits: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    lines: Mapping[str, Counter[str]] = field(default_factory=dict)

    @property
    def knows_lines(self) -> bool:
        """Whether anything is known by its lines, beside the commits."""
        return bool(self.changes or self.lines)

    def has(self, commit: Commit) -> bool:
        """Whether a commit, or the same work under another sha, was harvested."""
        return not self.commits.isdisjoint(sha[:_ABBREVIATED] for sha in (commit.sha, *commit.same_work_as))

    def with_changes(self, known: Iterable[FileChange]) -> "Harvested":
        """The same, with what commits changed that were harvested and are not part of HEAD's history."""
        lines = dict(self.lines)
        changes = set(self.changes)
        for change in known:
            changes.add(change_digest(change))
            path = _digest(change.path, _ABBREVIATED)
            # Versions of one commit hold the same lines: what each of them has counts once.
            lines[path] = lines.get(path, Counter()) | Counter(_digest(line.text, _LINE) for line in change.added_lines)
        return replace(self, changes=frozenset(changes), lines=lines)

    def lines_of(self, path: str) -> Counter[str]:
        """How often each line of a path was harvested, but for what stands in HEAD's history."""
        return self.lines.get(_digest(path, _ABBREVIATED), _NO_LINES)


@dataclass(frozen=True)
class NewWork:
    """A window's work less what was harvested before; `before` counts the commits that were left out."""

    git: GitEvidence
    before: int = 0
    committed: tuple[Commit, ...] = ()
    """Commits that hold nothing but what was harvested before: uncommitted, or as commits that they are a squash of."""
    committed_lines: tuple[str, ...] = ()
    """The lines harvested before that these and other commits hold now: they are waited for no longer."""
    changes_before: int = 0

    @property
    def left_something_out(self) -> bool:
        """Whether an earlier close harvested a part of the window."""
        return bool(self.before or self.committed or self.changes_before)


def harvested_in(sessions: Iterable[SessionLine], repository_id: str) -> Harvested:
    """Return what any close of this field harvested, whatever its window and key were."""
    commits: set[str] = set()
    changes: set[str] = set()
    lines: dict[str, Counter[str]] = {}
    for session in sessions:
        if session.field != repository_id:
            continue
        commits.update(session.commits)
        changes.update(session.uncommitted)
        for path, found in map(_read_lines, session.uncommitted_lines):
            lines[path] = lines.get(path, Counter()) + found
        for path, found in map(_read_lines, session.committed_lines):
            lines[path] = lines.get(path, Counter()) - found
    return Harvested(frozenset(commits), frozenset(changes), lines)


def only_new_work(git: GitEvidence, harvested: Harvested) -> NewWork:
    """Return the commits and uncommitted changes that no close harvested; of one harvested in part, the rest.

    A commit of which only the message could be read is not harvested by it: it is found again when it can be read.
    """
    harvested = harvested.with_changes(git.known)
    unreadable = frozenset(git.unreadable)
    new = [commit for commit in git.commits if not harvested.has(commit) and commit.sha not in unreadable]
    rest = [(commit, _rest_of_commit(commit, harvested)) for commit in new]
    left = [_rest_of(change, harvested) for change in git.uncommitted]
    commits = tuple(one for _, one in rest if one is not None)
    uncommitted = tuple(change for change in left if change is not None)
    return NewWork(
        git=git.model_copy(update={"commits": commits, "uncommitted": uncommitted, "known": ()}),
        before=sum(harvested.has(commit) for commit in git.commits),
        committed=tuple(commit for commit, one in rest if one is None),
        committed_lines=tuple(told for commit, one in rest for told in _committed_lines(commit, one)),
        changes_before=len(git.uncommitted) - len(uncommitted),
    )


def without_own_records(git: GitEvidence, folders: Sequence[str]) -> GitEvidence:
    """Return the evidence without what lies in the folders of the loop's own records: it never harvests itself."""
    prefixes = tuple(f"{folder}/" for folder in folders)
    if not prefixes:
        return git
    commits = [(commit, _outside(commit, prefixes)) for commit in git.commits]
    return git.model_copy(
        update={
            # A commit of nothing but records is nobody's work.
            "commits": tuple(kept for commit, kept in commits if kept.changes or not commit.changes),
            "uncommitted": tuple(change for change in git.uncommitted if not change.path.startswith(prefixes)),
        }
    )


def _outside(commit: Commit, prefixes: tuple[str, ...]) -> Commit:
    kept = tuple(change for change in commit.changes if not change.path.startswith(prefixes))
    return commit if len(kept) == len(commit.changes) else commit.model_copy(update={"changes": kept})


def change_digest(change: UncommittedChange | FileChange) -> str:
    """What a change is, as twelve hex digits: its path and the text it adds, else what the file holds now."""
    told = [line.text for line in change.added_lines] if _is_told_by_lines(change) else [change.blob or ""]
    return _digest("\n".join([change.path, *told]), _ABBREVIATED)


def told_lines(path: str, lines: Iterable[AddedLine]) -> str:
    """Lines of a path as a record holds them: the path's digest, a colon, and six hex digits a line."""
    return f"{_digest(path, _ABBREVIATED)}:{''.join(_digest(line.text, _LINE) for line in lines)}"


def _read_lines(told: str) -> tuple[str, Counter[str]]:
    path, _, digests = told.partition(":")
    return path, Counter(digests[at : at + _LINE] for at in range(0, len(digests), _LINE))


def _is_told_by_lines(change: UncommittedChange | FileChange) -> bool:
    return bool(change.added_lines) and not change.text_cut


def _rest_of_commit(commit: Commit, harvested: Harvested) -> Commit | None:
    """The commit without what was harvested before it was committed; None where nothing is left of it."""
    rest = [_rest_of(change, harvested) for change in commit.changes] if harvested.knows_lines else commit.changes
    kept = tuple(change for change in rest if change is not None)
    if kept == commit.changes:
        return commit
    return commit.model_copy(update={"changes": kept}) if kept else None


def _committed_lines(commit: Commit, rest: Commit | None) -> Iterator[str]:
    """The lines of a commit that are not in its rest."""
    if rest is commit:
        return
    left = {change.path: change.added_lines for change in rest.changes} if rest else {}
    for change in commit.changes:
        kept = set(left.get(change.path, ()))
        taken = [line for line in change.added_lines if line not in kept]
        if taken:
            yield told_lines(change.path, taken)


def _rest_of(change: C, harvested: Harvested) -> C | None:
    """A change without the lines that were harvested before; None where nothing is left of it."""
    if change_digest(change) in harvested.changes:
        return None
    lines = _without(change.added_lines, harvested.lines_of(change.path))
    if len(lines) == len(change.added_lines):
        return change
    if not lines and not change.text_cut:
        return None
    return change.model_copy(update={"added_lines": lines, **_as_a_change(change)})


def _as_a_change(change: UncommittedChange | FileChange) -> dict[str, object]:
    """What brought the file into being was harvested: the rest is a change of it."""
    if isinstance(change, UncommittedChange):
        return {"known": True}
    return {"status": "modified" if change.status == "added" else change.status}


def _without(lines: tuple[AddedLine, ...], known: Counter[str]) -> tuple[AddedLine, ...]:
    """The lines that are not among the known ones, each of which counts as often as it was there."""
    if not known:
        return lines
    left = Counter(known)
    kept = []
    for line in lines:
        digest = _digest(line.text, _LINE)
        left[digest] -= 1
        if left[digest] < 0:
            kept.append(line)
    return tuple(kept)


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]
