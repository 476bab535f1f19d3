"""Reads assets as they stood in commits, and other texts as they stand on disk (SPEC 4.1)."""

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from harvest_loop.adapters.git_commits import is_sha
from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_objects import Found, Objects, open_objects
from harvest_loop.adapters.git_reader import WORKTREE, FieldReader
from harvest_loop.adapters.git_text import paths_of
from harvest_loop.adapters.git_worktree import is_on_disk, is_plain, read_from_disk
from harvest_loop.adapters.skills import SIZE_LIMIT, asset_as_committed
from harvest_loop.schemas.hub import Asset, AssetKind

_HEAD = "HEAD"


class Stood(NamedTuple):
    """What stood at a place: an asset, nothing, or something that could not be read."""

    asset: Asset | None = None
    unread: str = ""


class AssetVersions:
    """The assets of a repository at its commits; open it with `with`.

    `prefix` is the folder, as git names it, from which assets are named.

    Raises:
        FieldError: on opening, when there is no repository that can be read.
    """

    def __init__(self, root: Path, prefix: str = "") -> None:
        self._place = find_field(root)
        self._prefix = prefix
        self._stack = ExitStack()
        self._objects: Objects
        self._files: FieldReader

    def __enter__(self) -> Self:
        self._objects = self._stack.enter_context(open_objects(self._place.root))
        self._files = self._stack.enter_context(FieldReader(self._place.root))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def before(self, first: str, path: str, kind: AssetKind) -> Stood:
        """Return an asset as it stood before the commit that changed it first; of 'worktree' as HEAD has it."""
        if first == WORKTREE:
            return self.at(_HEAD, path, kind)
        parents = self._objects.parents(first) if is_sha(first) else None
        if parents is None:
            return Stood(unread=f"commit {first[:10]} is missing")
        if not parents:
            return Stood()
        if self._objects.find(parents[0].encode("ascii")) is None:
            return Stood(unread=f"the commit before {first[:10]} is missing")
        return self.at(parents[0], path, kind)

    def at(self, sha: str, path: str, kind: AssetKind) -> Stood:
        """Return an asset as a commit has it."""
        commit = self._place.head_sha if sha == _HEAD else sha
        if commit is None or not is_sha(commit):
            return Stood()
        found = self._blob(commit, path)
        if found is None:
            return Stood()
        if found.data is None or len(found.data) > SIZE_LIMIT:
            return Stood(unread=f"it is larger than {SIZE_LIMIT // 2**20} MB")
        return self._asset(found.data, path, kind)

    def on_disk(self, path: str, kind: AssetKind) -> Stood:
        """Return an asset as it stands on disk."""
        names = [name for name in paths_of(self._prefix + path) if is_on_disk(self._place.root, name)]
        if not names:
            return Stood()
        data = read_from_disk(self._place.root, names[0])
        return Stood(unread="it is no text, or too large") if data is None else self._asset(data, path, kind)

    def text_on_disk(self, path: str) -> str | None:
        """Return the text of any file as it stands on disk, redacted; None: there is no such text."""
        return self._files.file_at(WORKTREE, self._prefix + path)

    def text_at_head(self, path: str) -> str | None:
        """Return the text of any file as HEAD has it, redacted; None: there is no such text."""
        return self._files.file_at(_HEAD, self._prefix + path)

    def _blob(self, commit: str, path: str) -> Found | None:
        names = (name for name in paths_of(self._prefix + path) if is_plain(name))
        found = (self._objects.find(commit.encode("ascii") + b":" + name) for name in names)
        return next((blob for blob in found if blob is not None and blob.kind == "blob"), None)

    def _asset(self, data: bytes, path: str, kind: AssetKind) -> Stood:
        place = Asset(kind=kind, path=path, name="", sha256="")
        return Stood(asset_as_committed(place, data).model_copy(update={"uncommitted": False}))
