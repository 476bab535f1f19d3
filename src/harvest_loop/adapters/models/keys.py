"""Where a key comes from: the environment, or a file that only its owner can read; never harvest.toml (SPEC 5)."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from harvest_loop.errors import JudgeUnavailable, JudgeUnusable
from harvest_loop.hub_root import user_config_file

_VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
_LOCAL = "none"  # a server on this machine asks for none, and the client for some


def key_file(back_end: str) -> Path:
    """Return the file that may hold the key of a back end."""
    return user_config_file().parent / f"{back_end}.key"


def find_key(back_end: str, *, local: bool, environment: Mapping[str, str] = os.environ) -> str:
    """Return the key: of the environment, else of the key file; a server on this machine needs none.

    Raises: JudgeUnavailable when there is none, JudgeUnusable when others can read the file.
    """
    given = environment.get(_VARIABLES[back_end], "").strip()
    if given:
        return given
    place = key_file(back_end)
    try:
        with place.open(encoding="utf-8") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise JudgeUnusable("others can read the key", where=str(place), remedy=f"chmod 600 {place}")
            found = file.read().strip()
    except FileNotFoundError:
        found = ""
    except (OSError, UnicodeDecodeError) as error:
        raise JudgeUnavailable("the key can't be read", where=str(place), remedy="check the file") from error
    if found or local:
        return found or _LOCAL
    raise JudgeUnavailable(f"no key: set {_VARIABLES[back_end]}, or write it into {place} (chmod 600)")
