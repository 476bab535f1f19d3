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


def rooms_of(opened: OpenedHub, evidence: SessionEvidence) -> tuple[list[Room], list[str]]:
    """Return the rooms in which assets changed, the hub first, and what could not be known of the hub.

    Raises: FieldError when the field is no repository that can be read any more.
    """
    field = find_field(Path(evidence.git.field_root))
    try:
        hub = find_field(Path(opened.hub.root)) if opened.hub.is_git else None
    except FieldError as error:
        return _field_alone(field, opened, evidence), [f"the hub's changes are unknown: {error.what}"]
    if hub is None:
        return _field_alone(field, opened, evidence), ["the hub is no git repository: its changes are unknown"]
    if hub.common.resolve() == field.common.resolve():
        return _shared(hub, field, opened, evidence), []
    room, note = _hub_alone(hub, opened, evidence)
    return [*room, *_field_alone(field, opened, evidence)], note


def _shared(hub: Field, field: Field, opened: OpenedHub, evidence: SessionEvidence) -> list[Room]:
    """The field is the hub, a folder of the hub's repository, or another worktree of it."""
    prefix = hub.prefix_of(Path(opened.hub.root))
    found = changed_assets(evidence.git, opened.settings.paths, prefix=prefix)
    root = field.root / prefix
    rooms = []
    if found and root.is_dir():
        now = opened.hub if hub.root == field.root else read_hub(root, opened.settings)
        rooms.append(Room(root, prefix, evidence.git, now, in_hub=True, changed=found))
    if prefix:
        rooms += [room for room in _field_alone(field, opened, evidence, outside=prefix) if room.changed]
    return rooms


def _field_alone(field: Field, opened: OpenedHub, evidence: SessionEvidence, *, outside: str = "") -> list[Room]:
    found = changed_assets(evidence.git, opened.settings.paths)
    found = tuple(one for one in found if not outside or not one.path.startswith(outside))
    if not found or field.bare:
        return []
    return [Room(field.root, "", evidence.git, read_hub(field.root, opened.settings), in_hub=False, changed=found)]


def _hub_alone(hub: Field, opened: OpenedHub, evidence: SessionEvidence) -> tuple[list[Room], list[str]]:
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
        return [], [f"the hub's changes are unknown: {error.what}"]
    prefix = hub.prefix_of(root)
    found = changed_assets(git, opened.settings.paths, prefix=prefix)
    if not found:
        return [], []
    note = "the hub is another repository: all that changed there in the session's window counts, by whomever"
    return [Room(root, prefix, git, opened.hub, in_hub=True, changed=found)], [note]
