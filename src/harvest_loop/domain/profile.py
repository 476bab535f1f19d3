"""The profile out of its frontmatter's keys: what is known is typed, what is malformed is said (SPEC 8.1)."""

from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from harvest_loop.schemas.hub import FrontmatterValue
from harvest_loop.schemas.profile import Profile, ProfileRead, SkillOutcomes

_EMPTY = (None, "", "null", "~", "{}", "[]")
_SKILLS = "skills"
_BY_NAME = ("declined_nags", "friction")


def profile_of(keys: Mapping[str, FrontmatterValue]) -> ProfileRead:
    """Return what the keys say; an unknown one is somebody else's, a malformed one counts as not set."""
    problems: list[str] = []
    told: dict[str, object] = {}
    for name in Profile.model_fields:
        value: object = _below(keys, name) if name in _BY_NAME else keys.get(name)
        if name == _SKILLS or value in _EMPTY or value == {}:
            continue
        try:
            told |= Profile.model_validate({name: value}).model_dump(include={name})
        except ValidationError as error:
            problems.append(f"{name} of the profile {_what_is_wrong(error)}")
    skills = dict(_skills(keys, problems))
    return ProfileRead(profile=Profile.model_validate({**told, _SKILLS: skills}), problems=tuple(problems))


def unusable_skills(keys: Mapping[str, FrontmatterValue], profile: Profile) -> tuple[str, ...]:
    """Return the skills of which something stands in the profile that is no count."""
    below = (name.rpartition(".")[0] or name for name in _below(keys, _SKILLS))
    return tuple(sorted({name for name in below if name not in profile.skills}))


def _below(keys: Mapping[str, FrontmatterValue], name: str) -> dict[str, FrontmatterValue]:
    above = f"{name}."
    return {key.removeprefix(above): value for key, value in keys.items() if key.startswith(above)}


def _skills(keys: Mapping[str, FrontmatterValue], problems: list[str]) -> Iterator[tuple[str, SkillOutcomes]]:
    counts: dict[str, dict[str, FrontmatterValue]] = {}
    for key, value in keys.items():
        above, _, rest = key.partition(".")
        name, _, count = rest.rpartition(".")
        if above == _SKILLS and name and count in SkillOutcomes.model_fields:
            counts.setdefault(name, {})[count] = value
    for name, found in sorted(counts.items()):
        try:
            yield name, SkillOutcomes.model_validate(found)
        except ValidationError as error:
            problems.append(f"the counts of a skill in the profile can't be used: one {_what_is_wrong(error)}")


def _what_is_wrong(error: ValidationError) -> str:
    """Say it without the value, which may be anything."""
    (first, *_) = error.errors()
    expected = first.get("ctx", {}).get("expected")
    return f"is none of {expected}".replace("'", "").replace(" or ", ", ") if expected else "is malformed"
