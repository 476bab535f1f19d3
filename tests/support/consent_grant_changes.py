"""What may be changed in the grants of a sound pair: some of it harmless, most not."""

import random
from typing import Any

from tests.support.consent_draft import WRONG, Draft
from tests.support.consent_spelling import Written

SCOPE = ("owner", "mode", "target", "effects", "sinks")

STATES: tuple[Any, ...] = (
    "granted",
    " Granted ",
    "GRANTED",
    "declined",
    "Revoked",
    "unset ",
    "active",
    "",
    "yes sir",
    None,
    True,
    ["granted"],
)

VALUES: tuple[Any, ...] = (
    "declined",
    " Unset",
    "REVOKED",
    "granted",
    "yes sir",
    "",
    None,
    True,
    7,
    [],
    {},
    ["declined"],
    {"state": "revoked"},
    {"state": "granted"},
)


def unregistered(draft: Draft, rng: random.Random) -> None:
    """The profile speaks of a class that isn't registered."""
    if draft.mapped:
        draft.grants["nowhere"] = dict(draft.any_grant(rng)) if rng.random() < 0.6 else rng.choice(VALUES)


def other_value(draft: Draft, rng: random.Random) -> None:
    """A grant becomes one of the words, or no grant at all."""
    if draft.mapped and draft.grants:
        draft.grants[rng.choice(list(draft.grants))] = rng.choice(VALUES)


def odd_key(draft: Draft, rng: random.Random) -> None:
    """A grant's key names no class."""
    if draft.mapped:
        draft.grants[rng.choice((7, True, None, "", "  ", Written("2026-01-01")))] = rng.choice(
            ("declined", draft.any_grant(rng))
        )


def state(draft: Draft, rng: random.Random) -> None:
    """A grant says its state."""
    draft.any_grant(rng)["state"] = rng.choice(STATES)


def no_scope(draft: Draft, rng: random.Random) -> None:
    """A grant doesn't record one of the five fields."""
    draft.any_grant(rng).pop(rng.choice(SCOPE), None)


def wrong_scope(draft: Draft, rng: random.Random) -> None:
    """A field of a grant holds something of another type, or at least something else."""
    draft.any_grant(rng)[rng.choice(SCOPE)] = rng.choice(WRONG)


def wider_grant(draft: Draft, rng: random.Random) -> None:
    """A grant covers more sinks, or other effects."""
    grant = draft.any_grant(rng)
    grant["sinks"] = rng.choice((["a page"], [], ["publish"]))
    if isinstance(grant.get("effects"), list):
        grant["effects"] = rng.choice((grant["effects"] * 2, [*grant["effects"], "dispatch"], grant["effects"][:1]))


def shape_of_grants(draft: Draft, rng: random.Random) -> None:
    """The mapping of grants is something else."""
    draft.grants = rng.choice((None, {}, [], ["a"], "granted", False, 0, "", [draft.grants], draft.grants))
