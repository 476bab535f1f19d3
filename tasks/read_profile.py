"""What the user's profile says, typed (SPEC 8.1). Loads no engine: a session's start reads it."""

from pathlib import Path

from harvest_loop.adapters.profile_file import read_keys
from harvest_loop.domain.profile import profile_of
from harvest_loop.schemas.profile import ProfileRead
from harvest_loop.schemas.settings import HubSettings


def read_profile(root: Path, settings: HubSettings) -> ProfileRead:
    """Return the profile, with its defaults where there is none to go by, and what of it says nothing."""
    found = read_keys(root, settings)
    if found.absent:
        return ProfileRead(absent=found.absent, problems=(found.absent,) if found.broken else ())
    return profile_of(found.keys)
