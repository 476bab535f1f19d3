"""Which assets a session changed, and where each stood before it (SPEC 4.1)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from harvest_loop.schemas.evidence import GitEvidence
from harvest_loop.schemas.hub import AssetKind
from harvest_loop.schemas.settings import PathSettings

WORKTREE = "worktree"
_TEXT = re.compile(r"(?i)\.(?:md|mdc|markdown|txt)$")
_BY_NAME: dict[str, AssetKind] = {
    "SKILL.md": "skill",
    "SKILL_detail.md": "skill detail",
    "CLAUDE.md": "CLAUDE.md",
    "AGENTS.md": "AGENTS.md",
}
_FOLDERS: dict[str, AssetKind] = {"agents": "agent", "templates": "template"}
_ANYWHERE = ("*.claude/rules/", "*.claude/agents/", "plugins/*/agents/")
_ALIKE = 0.5
_FEWEST_LINES = 3


class ChangedAsset(NamedTuple):
    """An asset that the session changed, named as it is called now; paths are the repository's."""

    path: str
    old_path: str
    kind: AssetKind
    first: str
    """The first commit of the session that changed it; 'worktree' where none did."""
    last: str
    """Where it stands now: 'worktree', or its last commit where the checked-out branch lacks it."""
    commits: tuple[str, ...] = ()


def kind_of(path: str, places: PathSettings) -> AssetKind | None:
    """Return what kind of asset a file below a hub or a field is by its place; None: it is none."""
    name = path.rsplit("/", 1)[-1]
    if name in _BY_NAME and not path.startswith(tuple(_folders(places, "templates"))):
        return _BY_NAME[name]
    if _TEXT.search(name) is None or name == "README.md":
        return None
    for glob in (*places.assets, *_ANYWHERE):
        if fnmatchcase(path, f"{glob.rstrip('/')}/*"):
            return _FOLDERS.get(glob.rstrip("/").rsplit("/", 1)[-1], "rule")
    return None


def changed_assets(
    git: GitEvidence, places: PathSettings, *, prefix: str = "", moved: Mapping[str, str] | None = None
) -> tuple[ChangedAsset, ...]:
    """Return the assets below `prefix` that the session's commits or its uncommitted work changed, by path.

    `moved` says of uncommitted work under which name a file stood before.
    """
    found: dict[str, ChangedAsset] = {}
    away, moved = frozenset(git.off_head), moved or {}

    def join(path: str, old: str, sha: str | None, last: str) -> None:
        kind = _kind(path, places, prefix)
        if kind is None:  # an asset that became none is gone
            path, kind = old, _kind(old, places, prefix)
        if kind is not None:
            _join(found, ChangedAsset(path, old, kind, sha or WORKTREE, last, (sha,) if sha else ()))

    for commit in git.commits:
        for change in commit.changes:
            old = change.old_path if change.status == "renamed" and change.old_path else change.path
            join(change.path, old, commit.sha, commit.sha if commit.sha in away else WORKTREE)
    for uncommitted in git.uncommitted:
        if uncommitted.path not in moved.values():
            join(uncommitted.path, moved.get(uncommitted.path, uncommitted.path), None, WORKTREE)
    return tuple(found[path] for path in sorted(found))


def moves_of(git: GitEvidence, uncommitted: Mapping[str, str]) -> dict[str, str]:
    """Return what the session renamed, old name to the name that it has now; `uncommitted` is new name to old."""
    names: dict[str, str] = {}
    for commit in git.commits:
        for change in commit.changes:
            if change.status == "renamed" and change.old_path:
                _follow(names, change.old_path, change.path)
    for new, old in uncommitted.items():
        _follow(names, old, new)
    return names


def same_files(gone: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return new paths with the vanished path whose text each carries on, most alike first, each used once."""
    pairs = [
        (-_alike(text, now), old, path)
        for path, now in new.items()
        for old, text in gone.items()
        if old.rpartition(".")[2] == path.rpartition(".")[2]
    ]
    told: dict[str, str] = {}
    for figure, old, path in sorted(pairs):
        if -figure >= _ALIKE and path not in told and old not in told.values():
            told[path] = old
    return told


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    ours, theirs = ({line.strip() for line in text.split("\n") if line.strip()} for text in (one, other))
    if min(len(ours), len(theirs)) < _FEWEST_LINES:
        return 0.0
    return len(ours & theirs) / max(len(ours), len(theirs))


def _follow(names: dict[str, str], old: str, new: str) -> None:
    for first in [first for first, last in names.items() if last == old]:
        names[first] = new
    names[old] = new


def _kind(path: str, places: PathSettings, prefix: str) -> AssetKind | None:
    return kind_of(path[len(prefix) :], places) if path.startswith(prefix) else None


def _join(found: dict[str, ChangedAsset], change: ChangedAsset) -> None:
    """Add a change to what is known of the same asset, under whichever name it was known."""
    before = found.pop(change.old_path, None)
    if before is not None:
        commits = (*before.commits, *change.commits)
        change = change._replace(old_path=before.old_path, first=before.first, commits=commits)
    found[change.path] = change


def _folders(places: PathSettings, name: str) -> Iterator[str]:
    return (f"{folder.rstrip('/')}/" for folder in _plain(places.assets) if folder.rstrip("/").endswith(name))


def _plain(folders: Iterable[str]) -> Iterator[str]:
    return (folder for folder in folders if "*" not in folder)
