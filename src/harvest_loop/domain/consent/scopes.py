"""What a scope contains, which of two is narrower, and which class an action falls under (SPEC 8.4)."""

import hashlib
import json
from collections.abc import Iterable

from harvest_loop.domain.consent.vocabulary import folded
from harvest_loop.schemas.consent import ConsentClass, Grant
from harvest_loop.schemas.consent_actions import Action


def class_version(scope: ConsentClass) -> str:
    """Return the hash of a class's five fields and its excludes: another one is another class to say yes to."""
    words = (sorted(_folded(scope.capabilities)), sorted(scope.sinks), sorted(scope.excludes))
    told = json.dumps([scope.owner, scope.mode, scope.target, *words])
    return hashlib.sha256(told.encode("ascii")).hexdigest()[:16]


def is_inside(place: str, target: str) -> bool:
    """Return whether a place is the target or a path inside of it; what can't be compared is not.

    The target is trimmed, as the registry's words are. A place is not: blanks at its ends make it another file.
    """
    if place == target.strip():
        return bool(place)
    parts, above = _parts(place), _parts(target.strip())
    return bool(above) and parts[: len(above)] == above


def contains(scope: ConsentClass, action: Action) -> bool:
    """Return whether the action is one that the class is about, all of it, and none that the class excludes."""
    return (
        (action.owner.strip(), action.mode.strip()) == (scope.owner.strip(), scope.mode.strip())
        and bool(action.targets)
        and all(is_inside(place, scope.target) for place in action.targets)
        and _folded(action.effects) <= _folded(scope.capabilities)
        and _trimmed(action.sinks) <= _trimmed(scope.sinks)
        and not excluded_by(scope, action)
    )


def excluded_by(scope: ConsentClass, action: Action) -> str:
    """Return which of the class's excludes names the action's mode or a place that it writes; empty: none does."""
    for exclude in scope.excludes:
        if exclude.strip() == action.mode.strip() or any(is_inside(place, exclude) for place in action.targets):
            return exclude
    return ""


def narrowest_class(classes: Iterable[ConsentClass], action: Action) -> ConsentClass | str:
    """Return the one class, of all registered ones, that the action falls under, or why there is none.

    It is the narrowest whose scope contains the action; where that may not be leased, or two fit, there is none.
    """
    fitting = [scope for scope in classes if contains(scope, action)]
    if not fitting:
        return "no class of the registry contains it"
    for scope in fitting:
        if all(other is scope or _is_strictly_within(scope, other) for other in fitting):
            return scope if scope.eligible else f"the class {scope.name} may not be leased"
    return f"two classes fit: {', '.join(sorted(scope.name for scope in fitting))}"


def is_narrower(scope: ConsentClass, before: ConsentClass) -> bool:
    """Return whether a class was materially narrowed: nothing of it is wider, and one field is less than before."""
    return _is_within(scope, before) and (
        scope.target.strip() != before.target.strip()
        or _folded(scope.capabilities) < _folded(before.capabilities)
        or _trimmed(scope.sinks) < _trimmed(before.sinks)
    )


def widened(action: Action, grant: Grant) -> tuple[str, ...]:
    """Return what of an action's live fingerprint does not fit the grant, each in words; none: it fits."""
    found = [
        f"{key}: {now.strip()}, granted was {then.strip()}"
        for key, now, then in (("owner", action.owner, grant.owner), ("mode", action.mode, grant.mode))
        if now.strip() != then.strip()
    ]
    outside = [place for place in action.targets if not is_inside(place, grant.target)]
    if outside or not action.targets:
        found.append(f"target: {', '.join(outside) or 'none is named'}, granted was {grant.target}")
    effects = _folded(action.effects) - _folded(grant.effects)
    if effects or not action.effects:
        found.append(f"effects: {', '.join(sorted(effects)) or 'none is named'}, granted were {_told(grant.effects)}")
    sinks = _trimmed(action.sinks) - _trimmed(grant.sinks)
    if sinks:
        found.append(f"sinks: {', '.join(sorted(sinks))}, granted were {_told(grant.sinks)}")
    return tuple(found)


def _is_within(scope: ConsentClass, other: ConsentClass) -> bool:
    return (
        (scope.owner.strip(), scope.mode.strip()) == (other.owner.strip(), other.mode.strip())
        and is_inside(scope.target.strip(), other.target)
        and _folded(scope.capabilities) <= _folded(other.capabilities)
        and _trimmed(scope.sinks) <= _trimmed(other.sinks)
    )


def _is_strictly_within(scope: ConsentClass, other: ConsentClass) -> bool:
    return _is_within(scope, other) and not _is_within(other, scope)


def _parts(place: str) -> tuple[str, ...]:
    """Return the parts of a path relative to the hub; none where the text is no such path."""
    if place.startswith(("/", "~")) or "\\" in place or ":" in place or any(ord(letter) < 32 for letter in place):
        return ()
    parts = tuple(part for part in place.split("/") if part not in ("", "."))
    return () if ".." in parts else parts


def _folded(words: Iterable[str]) -> set[str]:
    return {folded(word) for word in words}


def _trimmed(words: Iterable[str]) -> set[str]:
    return {word.strip() for word in words}


def _told(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
