"""Weigh practices: which are worth a colleague's time, and by how much (SPEC 4.7)."""

import math
import re
from collections.abc import Mapping

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.paths_of_work import Role
from harvest_loop.domain.practice import Ground, Practice, mentions, speaks, tell
from harvest_loop.domain.tools import tools_in_prose
from harvest_loop.domain.works import WORKTREE

# The scale is relative: one point is what a telling subject adds over a bare one. A thing of its own role that came to
# be starts near its bar; a change of a file that holds many practices has to be told well to reach its own.
_BORN: Mapping[Role, float] = {
    "agent": 3.25,
    "automation": 3,
    "check": 3,
    "ci": 3,
    "command": 3,
    "deploy": 1.75,
    "guide": 2,
    "hook": 3,
    "host": 2.25,
    "plugin": 2.5,
    "prompt": 3,
    "recipe": 2.5,
    "rule": 3.25,
    "script": 3,
    "skill": 3,
    "template": 3,
    "test infrastructure": 3,
    "toolchain": 2.25,
}
_CHANGED: Mapping[Role, float] = {
    "agent": 1.5,
    "automation": 1.5,
    "check": 1.5,
    "ci": 1.5,
    "command": 1.75,
    "deploy": 1.5,
    "guide": 0.5,
    "hook": 1.75,
    "host": 0.75,
    "plugin": 0.5,
    "prompt": 2,
    "recipe": 1.1,
    "rule": 2.3,
    "script": 1.25,
    "skill": 2,
    "template": 1.5,
    "test infrastructure": 1.5,
    "toolchain": 1,
}
_SHARED_GROUND: Mapping[Ground, float] = {"tool": 2.5, "convention": 2.8, "repeated fix": 2.5}
_BAR: Mapping[Ground, float] = {
    "birth": 3.6,
    "episode": 3.7,
    "change": 3.0,
    "tool": 4.2,
    "convention": 3.6,
    "repeated fix": 3.5,
}
# Aspects of work that one takes care of on purpose.
_CARE = frozenset(
    {"permissions", "pinning", "provenance", "parallel runs", "strictness", "secrets", "supply chain", "isolation"}
    | {"visual regression", "dry runs", "retries", "security", "caching", "sub-agents", "portability"}
)
# A commit of whose paths this part says how work is done is about that, whatever its message names.
_ABOUT_IT = 0.6
# How far below its bar a thing may stand that argues for itself, and where it does so.
_NEAR, _HEAD = 0.5, 12
_COMMENT = re.compile(r"^\s*(?:#(?!!)|//|--|\*|\"{3}|'{3})\s*\w")
_BECAUSE = re.compile(r"\b(?:because|since|so that|otherwise|instead of|rather than|in order to)\b", re.IGNORECASE)
# What uncommitted work, which has no message yet, is taken to tell.
_UNSAID = 1.5
_NOUNS: Mapping[Role, frozenset[str]] = {
    "agent": frozenset({"agent", "subagent"}),
    "ci": frozenset({"ci", "workflow", "workflows", "pipeline"}),
    "command": frozenset({"command", "commands"}),
    "deploy": frozenset({"deploy", "docker", "deployment", "dashboard"}),
    "guide": frozenset({"guide", "documentation", "docs"}),
    "hook": frozenset({"hook", "hooks"}),
    "rule": frozenset({"instructions", "guidelines", "rules", "policy"}),
    "script": frozenset({"script", "scripts"}),
    "skill": frozenset({"skill"}),
    "template": frozenset({"template", "templates"}),
    "test infrastructure": frozenset({"test", "tests", "e2e", "eval", "evals", "harness", "fixtures", "vrt"}),
}


def weigh(practice: Practice) -> float:
    """Return how far a practice stands above (or below) the bar of its kind."""
    care = _CARE.intersection(facets_of(practice.lead.wording.said))
    unsaid = practice.first.sha == WORKTREE
    value = _base(practice) + 0.6 * (_UNSAID if unsaid else tell(practice.lead)) + 0.4 * min(2, len(care))
    if practice.ground == "change":
        value += _steps(practice)
    else:
        value += _growth(practice) + _size(practice) + 0.4 * any(work.guards for work in practice.works)
    if practice.ground == "birth" and not unsaid and practice.first.focus < _ABOUT_IT and not _mentioned(practice):
        value -= 0.9
    above = value - _BAR[practice.ground]
    if practice.ground == "birth" and -_NEAR <= above < 0 and _argues(practice):
        return 0.0
    return above


def _argues(practice: Practice) -> bool:
    """Whether the new file itself says why it is, in a comment at its head; then a bare message takes nothing away."""
    heads = (touch.change.added_lines[:_HEAD] for touch in practice.touches if touch.grows)
    comments = (line.text for lines in heads for line in lines if _COMMENT.match(line.text))
    return any(_BECAUSE.search(text) for text in comments)


def _steps(practice: Practice) -> float:
    """New commands in CI, a hook or a recipe speak for themselves, more so when they run a known tool."""
    known = {tool for step in practice.lead.steps for tool in tools_in_prose(step)}
    return 1.0 + 0.5 * min(2, len(known)) if practice.lead.steps else 0.0


def _base(practice: Practice) -> float:
    if practice.ground == "birth":
        return _BORN.get(practice.role, 0)
    if practice.ground in ("episode", "change"):
        return _CHANGED.get(practice.role, 0)
    return _SHARED_GROUND[practice.ground]


def _growth(practice: Practice) -> float:
    if practice.ground == "repeated fix":
        return min(1.8, 0.6 * math.log2(len(practice.works)))
    telling = sum(speaks(work) and tell(work) >= 1.5 for work in practice.works)
    return min(1.2, 0.4 * math.log2(1 + max(0, telling - 1)))


def _size(practice: Practice) -> float:
    added = sum(touch.change.added or 0 for touch in practice.touches)
    return 0.75 if added >= 150 else 0.5 if added >= 30 else -0.5 if added < 5 else 0


def _mentioned(practice: Practice) -> bool:
    artefact = practice.touches[0].artefact
    paths = [touch.change.path for touch in practice.touches]
    words = re.findall(r"[a-z0-9]+", practice.first.subject.lower())
    nouns = _NOUNS.get(practice.role, frozenset())
    return mentions(practice.first, artefact, paths) or bool(nouns.intersection(words))
