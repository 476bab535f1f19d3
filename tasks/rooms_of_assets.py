"""Where a session may have changed assets: the hub, and the field where it carries some (SPEC 4.1)."""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.adapters.skills import read_hub
from harvest_loop.domain.quench.changed import ChangedAsset, changed_assets
from harvest_loop.errors import FieldError
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.opened_hub import OpenedHub


class Room(NamedTuple):
    """A folder with assets: what git knows of the session there, and what stands there now."""

    root: Path
    prefix: str
    """The folder as its repository's git names it; empty for the top."""
    git: GitEvidence
    hub: Hub
    in_hub: bool
    changed: tuple[ChangedAsset, ...]


class _Places(NamedTuple):
    """The two repositories, as git has them."""

    field: Field
    hub: Field | None
    """None: the hub's git can't be asked."""
    unknown: tuple[str, ...] = ()
    """Why it can't, in words."""

    @property
    def shared(self) -> bool:
        """Whether the field is the hub, a folder of the hub's repository, or another worktree of it."""
        return self.hub is not None and self.hub.common.resolve() == self.field.common.resolve()


def rooms_of(opened: OpenedHub, evidence: SessionEvidence) -> tuple[list[Room], list[str]]:
    """Return the rooms in which assets changed, the hub first, and what could not be known of the hub.

    Raises: FieldError when the field is no repository that can be read any more.
    """
    places = _places(opened, evidence)
    room, notes = _hub_room(places, opened, evidence)
    field = _field_room(places, opened, evidence)
    return [each for each in (room, field) if each is not None], notes


def hub_room(opened: OpenedHub, evidence: SessionEvidence) -> tuple[Room | None, list[str]]:
    """Return the hub, if assets changed in it, and what could not be known of it; a field's own assets are not read.

    Raises: FieldError when the field is no repository that can be read any more.
    """
    return _hub_room(_places(opened, evidence), opened, evidence)


def _places(opened: OpenedHub, evidence: SessionEvidence) -> _Places:
    field = find_field(Path(evidence.git.field_root))
    if not opened.hub.is_git:
        return _Places(field, None, ("the hub is no git repository: its changes are unknown",))
    try:
        return _Places(field, find_field(Path(opened.hub.root)))
    except FieldError as error:
        return _Places(field, None, (f"the hub's changes are unknown: {error.what}",))


def _hub_room(places: _Places, opened: OpenedHub, evidence: SessionEvidence) -> tuple[Room | None, list[str]]:
    if places.hub is None:
        return None, list(places.unknown)
    if not places.shared:
        return _hub_alone(places.hub, opened, evidence)
    prefix = places.hub.prefix_of(Path(opened.hub.root))
    found = changed_assets(evidence.git, opened.settings.paths, prefix=prefix)
    root = places.field.root / prefix
    if not found or not root.is_dir():
        return None, []
    now = opened.hub if places.hub.root == places.field.root else read_hub(root, opened.settings)
    return Room(root, prefix, evidence.git, now, in_hub=True, changed=found), []


def _field_room(places: _Places, opened: OpenedHub, evidence: SessionEvidence) -> Room | None:
    """The field's own assets: where the hub is a folder of the field, those outside of it."""
    outside = places.hub.prefix_of(Path(opened.hub.root)) if places.hub is not None and places.shared else None
    if outside == "" or places.field.bare:
        return None
    found = changed_assets(evidence.git, opened.settings.paths)
    found = tuple(one for one in found if outside is None or not one.path.startswith(outside))
    if not found:
        return None
    root = places.field.root
    return Room(root, "", evidence.git, read_hub(root, opened.settings), in_hub=False, changed=found)


def _hub_alone(hub: Field, opened: OpenedHub, evidence: SessionEvidence) -> tuple[Room | None, list[str]]:
    """The hub is a repository of its own: what changed there in the session's window counts, whoever changed it."""
    window, root = evidence.git.window, Path(opened.hub.root)
    since = datetime.fromtimestamp(window.since, UTC).isoformat()
    try:
        git = read_git_evidence(
            root,
            since=since,
            last_close=None,
            marker=None,
            now=window.until,
            zone=window.zone,
            want_text=lambda _: False,
        )
    except FieldError as error:
        return None, [f"the hub's changes are unknown: {error.what}"]
    prefix = hub.prefix_of(root)
    found = changed_assets(git, opened.settings.paths, prefix=prefix)
    if not found:
        return None, []
    note = "the hub is another repository: all that changed there in the session's window counts, by whomever"
    return Room(root, prefix, git, opened.hub, in_hub=True, changed=found), [note]
