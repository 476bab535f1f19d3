"""Reads changed assets as they stood before the session and as they stand now, and what both can be held against."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from harvest_loop.adapters.asset_versions import AssetVersions, Stood
from harvest_loop.domain.quench.axes import Version
from harvest_loop.domain.quench.changed import WORKTREE, ChangedAsset, changed_assets, moves_of, same_files
from harvest_loop.domain.quench.phantoms import files_asked
from harvest_loop.domain.quench.units import Elsewhere, difference, units_of
from harvest_loop.domain.quench.world import World, before
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.rooms_of_assets import Room

_MOST_GONE, _MOST_NEW, _MOST_TEXTS = 200, 100, 200
_MOST_SENTENCES = 4000
_TEXTS = (".md", ".mdc", ".markdown", ".txt")


class Changed(NamedTuple):
    """The changed assets of one room, with the hub as it is and as it was; paths are the room's."""

    versions: tuple[Version, ...]
    changes: tuple[ChangedAsset, ...]
    world: World
    earlier: World
    moves: Mapping[str, str]
    deleted: tuple[str, ...]
    notes: tuple[str, ...]
    new_texts: Mapping[str, tuple[str, ...]]
    """Path and sentences of what the session wrote or added."""
    beside: Mapping[str, tuple[str, ...]]
    """Path and sentences of the texts that stand beside changed skills."""

    @property
    def gone_assets(self) -> tuple[str, ...]:
        """The assets that are not where they were."""
        renamed = (change.old_path for change in self.changes if change.old_path != change.path)
        return (*self.deleted, *renamed)

    def elsewhere(self, version: Version) -> Elsewhere:
        """Return what was written in the session, or stands beside an asset, outside of the asset itself."""
        own = version.now.path
        folder = f"{own.rpartition('/')[0]}/"
        found = [texts for path, texts in self.new_texts.items() if path != own]
        if version.now.kind in ("skill", "skill detail"):
            found += [texts for path, texts in self.beside.items() if path.startswith(folder) and path != own]
        return Elsewhere(tuple(dict.fromkeys(sentence for texts in found for sentence in texts))[:_MOST_SENTENCES])


def read_changed(room: Room, versions: AssetVersions, settings: HubSettings) -> Changed:
    """Return the room's changed assets that are not again what they were; a file with two paths is one asset."""
    moved = _uncommitted_moves(room, versions)
    told = changed_assets(room.git, settings.paths, prefix=room.prefix, moved=moved)
    inside = {each.path for each in room.changed} | set(moved)
    changes = [_in_room(each, room.prefix) for each in told if each.path in inside]
    gone, new = _gone(room), _new(room)
    read: dict[str, tuple[ChangedAsset, Version]] = {}
    deleted, notes = [], []
    for change in changes:
        now = _now(change, room, versions)
        base = versions.before(change.first, change.old_path, change.kind)
        if now.asset is None:
            notes += [f"{change.path} could not be read: {now.unread}"] if now.unread else []
            deleted += [] if now.unread or base.asset is None else [change.path]
        elif base.asset is None or base.asset.sha256 != now.asset.sha256 or change.old_path != change.path:
            version = Version(base.asset, now.asset, base.unread, away=change.last != WORKTREE)
            read.setdefault(now.asset.path, (change, version))
    pairs = tuple(version for _, version in read.values())
    texts = _texts(room, versions, pairs, new)
    kept_local = tuple(f"{each.rstrip('/')}/" for each in (settings.paths.meta.split("/")[0], settings.paths.memory))
    was = {version.base.path: version.base.text for version in pairs if version.base is not None}
    return Changed(
        versions=pairs,
        changes=tuple(change for change, _ in read.values()),
        world=World(room.hub, texts, kept_local),
        earlier=World(before(room.hub, gone=gone, new=new), {**texts, **was}, kept_local),
        moves={_cut(old, room): _cut(name, room) for old, name in moves_of(room.git, moved).items()},
        deleted=tuple(deleted),
        notes=tuple(notes),
        new_texts=dict(_written(pairs, texts, new)),
        beside={path: tuple(text.split("\n")) for path, text in texts.items() if path not in new},
    )


def _in_room(change: ChangedAsset, prefix: str) -> ChangedAsset:
    return change._replace(path=change.path[len(prefix) :], old_path=change.old_path.removeprefix(prefix))


def _now(change: ChangedAsset, room: Room, versions: AssetVersions) -> Stood:
    if change.last != WORKTREE:
        return versions.at(change.last, change.path, change.kind)
    for asset in room.hub.assets:
        if change.path == asset.path or change.path in asset.mirrors:
            return Stood(asset)
    return versions.on_disk(change.path, change.kind)


def _uncommitted_moves(room: Room, versions: AssetVersions) -> dict[str, str]:
    """Return new names to old ones of what was renamed and not committed yet; git was not asked to find them."""
    head = room.git.head_paths
    new = [each.path for each in room.git.uncommitted if each.path not in head and each.path.startswith(room.prefix)]
    gone = [f"{room.prefix}{path}" for path in _gone(room) if f"{room.prefix}{path}" in head] if new else []
    if not gone:
        return {}
    then = ((path, versions.text_at_head(_cut(path, room))) for path in gone[:_MOST_GONE])
    now = ((path, versions.text_on_disk(_cut(path, room))) for path in new[:_MOST_NEW])
    return same_files({path: text for path, text in then if text}, {path: text for path, text in now if text})


def _gone(room: Room) -> tuple[str, ...]:
    """Return what the session took away: paths that a commit or HEAD had and that are not there now."""
    named = {*(path for path in room.git.head_paths if room.git.uncommitted)}
    for commit in room.git.commits:
        for change in commit.changes:
            named |= {change.old_path} if change.status == "renamed" and change.old_path else set()
            named |= {change.path} if change.status == "deleted" else set()
    there, unlisted = set(room.hub.paths), room.hub.unlisted
    inside = (_cut(path, room) for path in named if path.startswith(room.prefix))
    return tuple(sorted(path for path in inside if path not in there and not path.startswith(unlisted)))


def _new(room: Room) -> tuple[str, ...]:
    """Return what the session brought."""
    changes = [change for commit in room.git.commits for change in commit.changes]
    named = {change.path for change in changes if change.status in ("added", "renamed", "copied")}
    named |= {each.path for each in room.git.uncommitted if each.path not in room.git.head_paths}
    return tuple(sorted(_cut(path, room) for path in named if path.startswith(room.prefix)))


def _texts(room: Room, versions: AssetVersions, pairs: Iterable[Version], new: Iterable[str]) -> dict[str, str]:
    """Return the texts of files that are no assets and that the axes ask about."""
    known = {asset.path for asset in room.hub.assets}
    folders = tuple(f"{each.now.path.rpartition('/')[0]}/" for each in pairs if each.now.kind == "skill")
    asked = {path for each in pairs for one in (each.base, each.now) if one is not None for path in files_asked(one)}
    beside = [path for path in room.hub.paths if path.startswith(folders) and path.endswith(_TEXTS)] if folders else []
    wanted = (*sorted(asked & set(room.hub.paths)), *beside, *(path for path in new if path.endswith(_TEXTS)))
    paths = [path for path in dict.fromkeys(wanted) if path not in known and not path.endswith("/")][:_MOST_TEXTS]
    read = ((path, versions.text_on_disk(path)) for path in paths)
    details = {asset.path: asset.text for asset in room.hub.assets if asset.path.startswith(folders) and folders}
    return {**details, **{path: text for path, text in read if text is not None}}


def _written(
    pairs: Iterable[Version], texts: Mapping[str, str], new: Iterable[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for base, now, *_ in pairs:
        before_it = units_of(base) if base is not None and base.readable else ()
        yield now.path, tuple(unit.text for unit in difference(before_it, units_of(now)).added)
    for path in new:
        if path in texts:
            yield path, tuple(texts[path].split("\n"))


def _cut(path: str, room: Room) -> str:
    return path.removeprefix(room.prefix)
