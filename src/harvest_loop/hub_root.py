"""Which folder is the hub: told without the cost of reading settings by their types (SPEC 3.1, 12)."""

import os
from pathlib import Path
from typing import Any

from harvest_loop.errors import HubError, NoHub, UsageError, words_of

HUB_FILE = "harvest.toml"

_NAME_THE_ROOT = "name the root of your hub"


def find_hub(flag: str | None, field: Path) -> Path:
    """Return the hub's root: --hub, HARVEST_HUB, the nearest harvest.toml above the field, the user's (SPEC 3.1).

    Raises:
        NoHub: nothing names one.
        UsageError: what was named is no folder.
    """
    for source, named in (("--hub", flag), ("HARVEST_HUB", os.environ.get("HARVEST_HUB"))):
        if named:
            return _folder(Path(named), source)
    above = _nearest_above(field.resolve())
    if above is not None:
        return above
    named = _users_hub()
    if named is not None:
        return _folder(Path(named), str(user_config_file()))
    raise NoHub("no hub", where=str(field), remedy="pass --hub DIR, or run `harvest init` once in your hub")


def user_config_file() -> Path:
    """Return the user's own configuration, which `harvest init` writes."""
    from platformdirs import user_config_path

    return user_config_path("harvest-loop", appauthor=False) / "config.toml"


def read_toml(place: Path) -> dict[str, Any]:
    """Return what a TOML file says; one that isn't there says nothing.

    Raises:
        HubError: it can't be read or is no TOML.
    """
    import tomllib  # most often there is nothing to parse

    try:
        return tomllib.loads(place.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise HubError(f"can't be read ({error.strerror})", where=str(place), remedy="check its rights") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HubError(f"is no TOML: {error}", where=str(place), remedy="mend it, then run this again") from error


def unknown_key(shown: str, key: str, known: list[str], where: str, prefix: str = "") -> UsageError:
    """Return the error that names the nearest known key (SPEC 10.1)."""
    import difflib

    near = difflib.get_close_matches(key, known, n=1, cutoff=0)[0]
    return UsageError(f"unknown key {shown}", where=where, remedy=f"the nearest known one is {prefix}{near}")


def _folder(named: Path, source: str) -> Path:
    try:
        folder = named.expanduser().resolve()
        if folder.is_dir():
            return folder
    except (OSError, RuntimeError, ValueError) as error:
        said = words_of(error)
        raise UsageError(f"can't be reached ({said})", where=f"{source} {named}", remedy=_NAME_THE_ROOT) from error
    aside = "; a transcript goes behind --transcript" if named.suffix == ".jsonl" else ""
    raise UsageError("is no folder", where=f"{source} {named}", remedy=_NAME_THE_ROOT + aside)


def _nearest_above(start: Path) -> Path | None:
    for folder in (start, *start.parents):
        try:
            if (folder / HUB_FILE).is_file():
                return folder
        except PermissionError:  # a folder that can't be looked into holds no hub of this user
            continue
    return None


def _users_hub() -> str | None:
    place = user_config_file()
    written = read_toml(place)
    for key in written:
        if key != "hub":
            raise unknown_key(key, key, ["hub"], str(place))
    named = written.get("hub")
    if named is not None and not isinstance(named, str):
        raise UsageError("`hub` must be the path of a folder, in quotes", where=str(place))
    return named
