"""The gate before every write outside of the product's own records: asked for, or covered by a lease (SPEC 8.4)."""

from typing import get_args

from harvest_loop.domain.consent.scopes import excluded_by, widened
from harvest_loop.domain.consent.vocabulary import IRREVERSIBLE, folded
from harvest_loop.schemas.consent import VERIFIED, ConsentClass
from harvest_loop.schemas.consent_actions import Action, ActionKind, Allowed, Ask, Lease, NeverLeasable, Word

NEVER_LEASABLE: frozenset[ActionKind] = frozenset(get_args(NeverLeasable))
# Surfaces that nothing comes back from; any other surface is one that nobody classified.
IRREVERSIBLE_SINKS = IRREVERSIBLE
_LOCAL = frozenset({"read", "network", "local-write"})  # what leaves nothing behind, and what undo takes back


def may_write(action: Action, *, word: Word | None = None, lease: Lease | None = None) -> Allowed | Ask:
    """Return the leave to make exactly this action, or why a person has to be asked.

    A `word` counts for the literal change that it was said to, and for no other. The two edits of SPEC 11-3 need none.
    A `lease` counts where the check for its class, made just now, came to 0, and the live fingerprint fits the grant.
    """
    if word is not None and word.content and word.content == action.content:
        return Allowed(action, "asked", word.by)
    if action.kind == "standing edit":
        return Allowed(action, "standing edit", "SPEC 11-3")
    if lease is None:
        return Ask("nobody was asked, and no lease is at hand")
    return _by_lease(action, lease)


def asked_for(action: Action, *, by: str) -> Allowed:
    """Return the leave for what a person asked for in so many words: a Y on its literal text, or a command.

    Raises: ValueError when the action names no literal change that a word could be about.
    """
    said = may_write(action, word=Word(by, action.content))
    if isinstance(said, Ask):
        raise ValueError(f"{action.mode}: {said.why}")
    return said


def never_promotable(scope: ConsentClass) -> tuple[str, ...]:
    """Return why a class is never offered, from its registry entry and nothing else (SPEC 8.4); none: it may be."""
    found = []
    for sink in scope.sinks:
        known = folded(sink) in IRREVERSIBLE_SINKS
        found.append(f"its sink {sink} {'can not be taken back' if known else 'is behind a gate or unclassified'}")
    found += [f"it feeds {feed}" for feed in scope.feeds]
    found += [f"it can {folded(one)}" for one in scope.capabilities if folded(one) in IRREVERSIBLE]
    if not scope.eligible:
        found.append(scope.reason or "the registry says so")
    return tuple(found)


def why_never_leasable(action: Action) -> str:
    """Return why no lease covers such an action, whatever the registry says; empty: one may."""
    if action.kind in NEVER_LEASABLE:
        return f"a {action.kind} is a person's yes each time"
    if action.kind != "curation":
        return f"{action.kind}: only made when it is asked for"
    if not {folded(effect) for effect in action.effects} <= _LOCAL:
        return "it reaches further than local files"
    if not action.undoable:
        return "`harvest undo` could not take it back"
    return ""


def _by_lease(action: Action, lease: Lease) -> Allowed | Ask:
    scope, checked = lease
    never = why_never_leasable(action) or "; ".join(never_promotable(scope))
    if never:
        return Ask(never)
    if checked.code != VERIFIED:
        return Ask(checked.summary)
    grant = next((grant for grant in checked.grants if grant.name == scope.name), None)
    if grant is None:
        return Ask(f"the class {scope.name} has no active grant")
    wider = widened(action, grant)
    if wider:
        return Ask(f"it is wider than the grant of {scope.name}", wider)
    excluded = excluded_by(scope, action)
    if excluded:
        return Ask(f"the class {scope.name} excludes {excluded}")
    return Allowed(action, "lease", scope.name, grant)
