"""Folders of the hub that a change makes, and that go with it when it is taken back (SPEC 4.13, 11-3)."""

from contextlib import suppress
from pathlib import Path

from harvest_loop.adapters.hub_files import place_in_hub
from harvest_loop.adapters.hub_lock import locked


def missing_folders(hub_root: Path, path: str) -> tuple[str, ...]:
    """Return the folders above a place in the hub that are not there yet, the outermost first.

    Raises: HubError when the place is outside of the hub.
    """
    target, root = place_in_hub(hub_root, path), hub_root.resolve()
    above = [folder for folder in target.parents if folder.is_relative_to(root) and not folder.exists()]
    return tuple(folder.relative_to(root).as_posix() for folder in reversed(above))


def remove_empty_folder(hub_root: Path, path: str) -> None:
    """Take a folder away in which nothing stands; one that is not there, or holds anything, is left as it is.

    Raises: HubError when it is outside of the hub.
    """
    target = place_in_hub(hub_root, path)
    with locked(hub_root), suppress(OSError):
        target.rmdir()
