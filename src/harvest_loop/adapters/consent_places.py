"""Where the hub's consent registry and profile are, without the cost of settings by their types (SPEC 2)."""

import os
from pathlib import Path

from harvest_loop.adapters.consent_files import read_profile, read_registry
from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.errors import HubError, UsageError
from harvest_loop.hub_root import HUB_FILE, read_toml
from harvest_loop.schemas.consent import ProfileFile, RegistryFile
from harvest_loop.schemas.places import META, PROFILE, REGISTRY, inside

_VARIABLE = "HARVEST_PATHS_META"


def default_places(hub: Path) -> tuple[Path, Path]:
    """Return where this hub's registry and profile are, or would be.

    Raises:
        HubError: harvest.toml can't be read or is no TOML.
        UsageError: what it, or the environment, says of the folder is no place inside of the hub.
    """
    meta = hub / _meta(hub / HUB_FILE)
    return meta / REGISTRY, meta / PROFILE


def read_hub(hub: Path) -> tuple[RegistryFile, ProfileFile]:
    """Return this hub's registry and profile; a machine that is gone after its work has no profile (SPEC 8.1).

    Raises: as default_places.
    """
    registry, profile = default_places(hub)
    if is_ephemeral():
        return read_registry(registry), ProfileFile(absent="this machine is ephemeral, so there is no profile")
    return read_registry(registry), read_profile(profile)


def _meta(place: Path) -> str:
    paths = read_toml(place).get("paths", {})
    if not isinstance(paths, dict):
        raise HubError("paths is a section, not a value", where=str(place), remedy="write [paths]")
    said = os.environ.get(_VARIABLE)
    where, value = (str(place), paths.get("meta", META)) if said is None else (_VARIABLE, said)
    try:
        if isinstance(value, str):
            return inside(value)
    except ValueError as error:
        raise UsageError(f"paths.meta {error}", where=where) from error
    raise UsageError("paths.meta must be a text", where=where)
