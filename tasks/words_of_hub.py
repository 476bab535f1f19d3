"""Reads the hub's documents as they were before a session and as they are now, for the alarms of SPEC 4.6b."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.asset_versions import AssetVersions
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.drift.new_uses import ChangedDocument
from harvest_loop.domain.drift.sentences import is_glossary
from harvest_loop.domain.drift.vocabulary import Document, document_of
from harvest_loop.domain.quench.changed import WORKTREE, kind_of
from harvest_loop.errors import HubError
from harvest_loop.schemas.evidence import GitEvidence
from harvest_loop.schemas.hub import Asset, AssetKind, Hub
from harvest_loop.schemas.settings import HubSettings

_TEXTS = frozenset({".md", ".mdc", ".markdown"})
_MOST_GLOSSARIES, _MOST_CHANGED = 50, 500


class DocumentChange(NamedTuple):
    """A path of the hub that changed; `before` is the commit that still has it as it was, None: nothing has.

    `first` says the same by the commit that changed it first. `last` is where it stands now.
    """

    path: str
    old_path: str
    before: str | None = None
    first: str | None = None
    last: str = WORKTREE


class HubWords(NamedTuple):
    """The baseline's documents, those that changed, paths that are gone, and what could not be read, in words."""

    before: tuple[Document, ...]
    changed: tuple[ChangedDocument, ...] = ()
    gone: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def read_words(
    hub: Hub, settings: HubSettings, changes: Sequence[DocumentChange], versions: AssetVersions | None
) -> HubWords:
    """Return the hub's documents before and after the changes; paths are relative to the hub's root."""
    reader = _Reader(hub, settings, versions)
    changed: dict[str, ChangedDocument] = {}
    gone: set[str] = set()
    for change in changes[:_MOST_CHANGED] if versions is not None else ():
        now, was = reader.now(change), reader.before(change)
        if now is not None:
            changed.setdefault(now.path, ChangedDocument(now, was))
        gone |= {change.old_path} if now is None or now.path != change.old_path else set()
        if now is None and was is not None:
            reader.lost.append(was)
    standing = [document for document in reader.documents() if document.path not in changed]
    replaced = [one.before for one in changed.values() if one.before is not None]
    before = sorted((*standing, *replaced, *reader.lost), key=lambda document: document.path)
    more = len(changes) - _MOST_CHANGED
    notes = (*reader.notes, *((f"{more} changed documents over {_MOST_CHANGED} were not read",) if more > 0 else ()))
    return HubWords(tuple(before), tuple(changed.values()), frozenset(gone), notes)


def document_changes(git: GitEvidence, prefix: str, settings: HubSettings) -> tuple[DocumentChange, ...]:
    """Return what the session's commits and its uncommitted work changed of the hub's documents, by path."""
    found: dict[str, DocumentChange] = {}
    away = frozenset(git.off_head)
    for commit in git.commits:
        for change in commit.changes:
            old = change.old_path if change.status == "renamed" and change.old_path else change.path
            last = commit.sha if commit.sha in away else WORKTREE
            _join(found, DocumentChange(change.path, old, first=commit.sha, last=last))
    for uncommitted in git.uncommitted:
        _join(found, DocumentChange(uncommitted.path, uncommitted.path, first=WORKTREE))
    inside = (_below(change, prefix) for change in found.values() if change.path.startswith(prefix))
    return tuple(sorted(change for change in inside if is_document(change.path, settings)))


def is_document(path: str, settings: HubSettings) -> bool:
    """Whether it is a text of the hub's: not the loop's own records, memory, or what lies in an archive."""
    own = (settings.paths.meta.split("/")[0], settings.paths.memory.split("/")[0], ".archive")
    place = PurePosixPath(path)
    return place.suffix.lower() in _TEXTS and place.parts[0] not in own and ".archive" not in place.parts


def _join(found: dict[str, DocumentChange], change: DocumentChange) -> None:
    before = found.pop(change.old_path, None)
    if before is not None:
        change = change._replace(old_path=before.old_path, first=before.first)
    found[change.path] = change


def _below(change: DocumentChange, prefix: str) -> DocumentChange:
    return change._replace(path=change.path[len(prefix) :], old_path=change.old_path.removeprefix(prefix))


class _Reader:
    """Reads each document once, as the hub found it or as git has it."""

    def __init__(self, hub: Hub, settings: HubSettings, versions: AssetVersions | None) -> None:
        self._hub, self._settings, self._versions = hub, settings, versions
        self._assets: Mapping[str, Asset] = {
            path: asset for asset in hub.assets for path in (asset.path, *asset.mirrors)
        }
        unreadable = len(hub.unreadable)
        self.notes = [f"{unreadable} unreadable assets are not read for words"] if unreadable else []
        self.lost: list[Document] = []

    def documents(self) -> Iterator[Document]:
        """Yield the hub's readable assets and its glossaries as they are now."""
        yield from (document_of(asset) for asset in self._hub.assets if asset.readable)
        for path in self._glossaries():
            text = self._text(path)
            if text is not None:
                yield document_of(asset_of(path, text, "template"))

    def now(self, change: DocumentChange) -> Document | None:
        """The document as it stands, None: it is gone or can't be read."""
        asset = self._assets.get(change.path)
        if asset is None and self._versions is not None:
            kind = self._kind(change.path)
            at_last = change.last != WORKTREE
            stood = self._versions.at(change.last, change.path, kind) if at_last else None
            asset = (stood or self._versions.on_disk(change.path, kind)).asset
        return document_of(asset) if asset is not None and asset.readable else None

    def before(self, change: DocumentChange) -> Document | None:
        """The document as it was, None: there was none, or nobody knows."""
        if self._versions is None:
            return None
        kind = self._kind(change.old_path)
        if change.first is not None:
            stood = self._versions.before(change.first, change.old_path, kind)
        elif change.before is not None:
            stood = self._versions.at(change.before, change.old_path, kind)
        else:
            return None
        if stood.unread:
            self.notes.append(f"{change.old_path} before the session could not be read: {stood.unread}")
        return document_of(stood.asset) if stood.asset is not None and stood.asset.readable else None

    def _kind(self, path: str) -> AssetKind:
        asset = self._assets.get(path)
        return asset.kind if asset is not None else kind_of(path, self._settings.paths) or "template"

    def _glossaries(self) -> Iterable[str]:
        texts = (path for path in self._hub.paths if is_document(path, self._settings) and path not in self._assets)
        found = [path for path in texts if is_glossary(PurePosixPath(path).stem)]
        if len(found) > _MOST_GLOSSARIES:
            self.notes.append(f"{len(found) - _MOST_GLOSSARIES} glossaries over {_MOST_GLOSSARIES} were not read")
        return found[:_MOST_GLOSSARIES]

    def _text(self, path: str) -> str | None:
        try:
            found = hub_files.read_file(Path(self._hub.root) / path)
        except HubError as error:
            self.notes.append(f"{path} could not be read: {error.what}")
            return None
        return None if found is None else redact(found.text)
