"""Says under which names a field's git knows the hub's own files, wherever the hub lies (SPEC 3.1)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.hub_walk import readable_name
from harvest_loop.errors import FieldError
from harvest_loop.schemas.hub import Hub


def own_folders(field: Path, hub: Path, folders: Sequence[Path]) -> tuple[str, ...]:
    """Return the folders as paths of the field, sorted: in its work tree, or in a worktree of the same repository.

    Raises:
        FieldError: the field is no repository that can be read.
    """
    tops = _tops(field, hub)
    return tuple(sorted({name for folder in folders for name in _names(folder, tops)}))


def own_files(field: Path, hub: Path, files: Mapping[str, str]) -> dict[str, str]:
    """Return what stands for each file of the hub, by the names that the field's git has for the file.

    Raises:
        FieldError: the field is no repository that can be read.
    """
    tops = _tops(field, hub)
    return {name: told for path, told in files.items() for name in _names(hub / path, tops)}


def own_assets(field: Path, hub: Hub) -> dict[str, str]:
    """Return the hub's assets that lie in the field, by each of the names that the field's git has for them.

    Raises:
        FieldError: the field is no repository that can be read.
    """
    places = {place: asset.path for asset in hub.assets for place in (asset.path, *asset.mirrors)}
    return own_files(field, Path(hub.root), places)


def _tops(field: Path, hub: Path) -> tuple[Path, ...]:
    place = find_field(field)
    return (place.root.resolve(), *_other_worktree(place, hub))


def _other_worktree(place: Field, hub: Path) -> Iterator[Path]:
    """Yield the top of the hub's worktree: what is committed there has the same names in every other one."""
    try:
        other = find_field(hub)
    except FieldError:
        return
    if other.common.resolve() == place.common.resolve():
        yield other.root.resolve()


def _names(place: Path, tops: Sequence[Path]) -> Iterator[str]:
    """Yield a file or folder as it is below each top, as it is spelled and where its links lead."""
    for spelled in (place.parent.resolve() / place.name, place.resolve()):
        for top in tops:
            if spelled != top and spelled.is_relative_to(top):
                yield readable_name(str(spelled.relative_to(top)))
