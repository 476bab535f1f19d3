"""What may be written into the profile: known keys, names of skills, numbers, days, and nothing else (SPEC 8.1)."""

import re
from collections.abc import Collection, Iterator
from typing import Literal, get_args

from harvest_loop.domain.profile import profile_of
from harvest_loop.schemas.profile import KeyChange, Nag, ProfileDiff, SkillOutcomes

_CONSENT = "standing_consent"
_WORDS = ("granted", "declined", "unset", "revoked")
_SETTINGS = (
    "close_retro",
    "sidecar_consent",
    "floorup_consent",
    "preferred_depth",
    "preferred_language",
    "preferred_cadence",
    "muted_nags",
)
_UNSET = ("", "~", "null")
_COUNT = re.compile(r"0|[1-9][0-9]{0,5}")
_DAY = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")
_SKILL = re.compile(r"\w[\w.-]{0,63}")
_SIGNAL = re.compile(r"fh_signal_[0-9]{4}-[0-9]{2}-[0-9]{2}_[\w.-]{1,80}")
_ANSWER = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}_[\w.-]{1,60}\.[0-9a-f]{8}")
_SHOWN = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"
_SCOPE = re.compile(rf"{_SHOWN}{{1,200}}")
_GROUND = re.compile(rf"- {_DAY.pattern} (\w+)(?:/{_SHOWN}{{1,80}}?)?: {_SHOWN}{{1,1200}}")

_Kind = Literal["day", "scope", "scopes", "state"]
_GRANT: dict[str, _Kind] = {
    "granted": "day",
    "expires": "day",
    "owner": "scope",
    "mode": "scope",
    "target": "scope",
    "effects": "scopes",
    "sinks": "scopes",
    "state": "state",
}


def is_skill_name(name: str) -> bool:
    """Return whether the profile may hold a skill's name: one word, in any script."""
    return _SKILL.fullmatch(name) is not None


def is_signal_name(name: str) -> bool:
    """Return whether the profile may hold a signal's name, without its ending."""
    return _SIGNAL.fullmatch(name) is not None


def refusals(diff: ProfileDiff, *, skills: Collection[str] = ()) -> tuple[str, ...]:
    """Return what of a difference may not be written, in words that repeat none of it; `skills` are the hub's names."""
    return tuple(dict.fromkeys(_refusals(diff, frozenset(skills))))


def _refusals(diff: ProfileDiff, skills: frozenset[str]) -> Iterator[str]:
    if diff.remarks:
        yield "a comment, an anchor or a tag of the block would change"
    if diff.body:
        yield "text below the block would change"
    for ground in diff.grounds:
        found = _GROUND.fullmatch(ground)
        if found is None or found[1] not in (*_SETTINGS, _CONSENT):
            yield "a line below the block is no ground of an answer"
    for change in diff.changes:
        yield from _refused(change, skills)


def _refused(change: KeyChange, skills: frozenset[str]) -> Iterator[str]:
    top, *below = change.path
    if top in _SETTINGS and not below:
        if not _is_setting(top, change.after):
            yield f"{top} would be none of its values"
    elif top == "counted" and not below:
        if not _all(change.after, _ANSWER):
            yield "counted would be no list of answers"
    elif top == "declined_nags" and len(below) == 1 and below[0] in get_args(Nag):
        if not _is_count(change.after):
            yield "declined_nags would hold what is no number"
    elif top == "friction":
        yield from _refused_friction(below, change)
    elif top == "skills":
        yield from _refused_count(below, change, skills)
    elif top == _CONSENT:
        yield from _refused_consent(below, change)
    else:
        yield "a key would change that is not the profile's"


def _is_setting(key: str, value: str | tuple[str, ...] | None) -> bool:
    if value is None or value in _UNSET:
        return True
    return not profile_of({key: list(value) if isinstance(value, tuple) else value}).problems


def _refused_friction(below: list[str], change: KeyChange) -> Iterator[str]:
    if change.after is None or not below:
        if change.after not in (None, *_UNSET, "{}"):
            yield "friction would hold what is no count of a signal"
    elif len(below) != 1 or not _SIGNAL.fullmatch(below[0]) or not _is_count(change.after):
        yield "friction would hold what is no count of a signal"


def _refused_count(below: list[str], change: KeyChange, skills: frozenset[str]) -> Iterator[str]:
    if not below:
        if change.after is not None or change.before not in (None, *_UNSET, "{}"):
            yield "skills would hold what is no count"
        return
    name, *count = below
    if name not in skills or not is_skill_name(name):
        yield "a name that is no skill of the hub would be counted"
    elif not count and change.after is None and change.before in (*_UNSET, "{}"):
        return
    elif len(count) != 1 or count[0] not in SkillOutcomes.model_fields or not _is_count(change.after):
        yield "skills would hold what is no count"


def _refused_consent(below: list[str], change: KeyChange) -> Iterator[str]:
    if change.after is None:  # what stood there makes way for what is checked by itself
        return
    if len(below) == 1 and _SCOPE.fullmatch(below[0]) and change.after in _WORDS[1:]:
        return
    kind = _GRANT.get(below[1]) if len(below) == 2 and _SCOPE.fullmatch(below[0]) else None
    if kind is None or not _fits(kind, change.after):
        yield f"{_CONSENT} would hold what is no grant"


def _fits(kind: _Kind, value: str | tuple[str, ...]) -> bool:
    if kind == "scopes":
        return _all(value, _SCOPE) or value == ()
    if not isinstance(value, str):
        return False
    if kind == "day":
        return _DAY.fullmatch(value) is not None
    return value in _WORDS if kind == "state" else _SCOPE.fullmatch(value) is not None


def _all(value: str | tuple[str, ...] | None, form: re.Pattern[str]) -> bool:
    return isinstance(value, tuple) and all(form.fullmatch(each) for each in value)


def _is_count(value: str | tuple[str, ...] | None) -> bool:
    return isinstance(value, str) and _COUNT.fullmatch(value) is not None
