"""The one way into the user's profile: spliced, checked for what it would let in, written whole (SPEC 8.1)."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from harvest_loop.adapters.profile_file import change_profile, new_profile, profile_place, with_ground
from harvest_loop.adapters.yaml_head import frontmatter_of
from harvest_loop.adapters.yaml_splice import KeyPath, Value, with_value
from harvest_loop.domain.profile import profile_of
from harvest_loop.domain.profile_diff import refusals
from harvest_loop.errors import HubError
from harvest_loop.schemas.profile import Profile, ProfileDiff, ProfileWrite
from harvest_loop.schemas.settings import HubSettings

Values = Mapping[KeyPath, Value]


def keep_in_profile(
    root: Path,
    settings: HubSettings,
    values: Values | Callable[[Profile], Values],
    *,
    ground: str | None = None,
    skills: Collection[str] = (),
) -> ProfileWrite:
    """Write what a person said into the profile, which it creates, with its ground as a line below the block.

    The values are by their path of keys, or made from the profile as it stands when it is written. One deeper down
    takes the place of whatever stands there. `skills` are the names that may be counted.

    Raises: HubError when the profile can't be read, spliced or written, or the values are none that it may hold;
    ConflictError when others keep writing it.
    """
    place = str(profile_place(root, settings))

    def kept(text: str | None) -> str:
        made = new_profile() if text is None else text
        told = values(_profile_in(made, place)) if callable(values) else values
        for path, value in told.items():
            made = with_value(made, path, value, where=place, over=len(path) > 1)
        return made if ground is None else with_ground(made, ground)

    def check(diff: ProfileDiff) -> tuple[str, ...]:
        return refusals(diff, skills=skills)

    written = change_profile(root, settings, kept, check=check)
    if written.why_not.startswith("refused"):
        raise HubError(written.why_not, where=place, remedy="nothing was written")
    return written


def _profile_in(text: str, place: str) -> Profile:
    return profile_of(frontmatter_of(text, where=place).keys).profile
