"""Knows a repository that offers skills: a single one of them is its product, not a way of working (SPEC 4.7)."""

import re
from collections.abc import Iterable

from harvest_loop.domain.paths_of_work import Role
from harvest_loop.domain.practice import Practice

# From so many skills on, a repository offers them; a folder of a host (`.claude/`) holds those that it works with.
MANY = 20
_OFFERED = re.compile(r"^(?:plugins/[^/]+/)?skills/(?:[^/]+/)+SKILL\.md$")
_PIECE = re.compile(r"^(?:plugins/[^/]+|skills|agents|commands)/")
_SKILL = re.compile(r"(?:^|/)skills/(?P<name>[^/]+)/")
_PIECES: frozenset[Role] = frozenset({"skill", "agent", "command", "plugin"})
# What is about making skills is a way of working there.
_MAKING = re.compile(
    r"(?<![a-z])(?:authoring|catalogs?|evals?|evaluat\w+|frontmatter|lint\w*|marketplace|plugins?|skills?|triggers?)(?![a-z])",
    re.IGNORECASE,
)


def offers_skills(paths: Iterable[str]) -> bool:
    """Whether these paths of HEAD hold so many skills in the open that they are what the repository is for."""
    return sum(_OFFERED.match(path) is not None for path in paths) >= MANY


def is_offered(practice: Practice) -> bool:
    """Whether a practice is one piece of what such a repository offers, and not about how its pieces are made."""
    if practice.role not in _PIECES or practice.ground not in ("birth", "episode"):
        return False
    if not all(_PIECE.match(touch.change.path) for touch in practice.touches):
        return False
    return not any(_MAKING.search(name) for name in _names_of(practice))


def _names_of(practice: Practice) -> frozenset[str]:
    """What the piece is called: the artefact, and the one skill that the work is in, if it is in one."""
    keys = {touch.artefact.key.partition(":")[2] for touch in practice.touches}
    skills = {found["name"] for touch in practice.touches if (found := _SKILL.search(touch.change.path))}
    return frozenset(keys | (skills if len(skills) == 1 else set()))
