"""A hub as a judge is shown it: the skills that count and every other file that a skill can cite."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from evals.skills.planting.frontmatter import name_of
from evals.skills.planting.page import Page

HOME = Path(__file__).resolve().parents[1]


class Hub(NamedTuple):
    """Skills by name, where each stands, and all files by their path from the hub's root (SPEC 2)."""

    skills: Mapping[str, str]
    places: Mapping[str, str]
    files: Mapping[str, str]


class Corpus(NamedTuple):
    """What a judge may look at beside the judged text.

    `skills` are texts by name, the judged one's base not among them. `files` are texts by path from the hub's root, the
    skills' own included. `place` is the path at which the judged text would stand; relative links start there.
    """

    skills: Mapping[str, str]
    files: Mapping[str, str]
    place: str


def own_hub() -> Hub:
    """Return the hub made for this purpose."""
    skills = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HOME / "sound").glob("*.md"))}
    places = {name: f"skills/{name}/SKILL.md" for name in skills}
    files = dict(_texts(HOME / "hub"))
    return Hub(skills, places, files | {places[name]: text for name, text in skills.items()})


def read_hub(folder: Path) -> Hub:
    """Return a hub read in place.

    Raises:
        NotADirectoryError: there is no such folder.
    """
    if not folder.is_dir():
        raise NotADirectoryError(f"'{folder}' is no folder; name the root of a hub")
    files = dict(_texts(folder))
    skills: dict[str, str] = {}
    places: dict[str, str] = {}
    for path, text in files.items():
        if path.endswith("/SKILL.md"):
            name = name_of(Page(text)) or path.split("/")[-2]
            if name not in skills:
                skills[name], places[name] = text, path
    return Hub(skills, places, files)


def corpus_for(hub: Hub, names: Iterable[str], place: str) -> Corpus:
    """Return what a judge is shown: the named skills, and the files without those of skills that don't count."""
    counted = sorted(names)
    hidden = {hub.places[name] for name in hub.skills} - {hub.places[name] for name in counted}
    return Corpus(
        skills={name: hub.skills[name] for name in counted},
        files={path: text for path, text in hub.files.items() if path not in hidden},
        place=place,
    )


def related(hub: Hub) -> list[frozenset[str]]:
    """Return the groups of skills that name one another, directly or through others."""
    groups = {name: {name} for name in hub.skills}
    for name, text in hub.skills.items():
        for other in re.findall(r"`([a-z0-9-]+)`", text):
            if other in groups and groups[other] is not groups[name]:
                joined = groups[name] | groups[other]
                groups.update(dict.fromkeys(joined, joined))
    return sorted({frozenset(group) for group in groups.values()}, key=sorted)


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".git" not in path.relative_to(folder).parts:
            yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8", errors="replace")
