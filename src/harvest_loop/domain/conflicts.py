"""Finds assets that say opposite things in so many words: the conflict types of SPEC 4.8 that a program can see."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.at_odds import Stance, Stances, is_about, stances_of
from harvest_loop.domain.claims import Claim, claims_in, triggers_in
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine, ConflictType

UNSEEN = "conflicts of tracks, and of meaning rather than of words: a program sees what two lines literally say"


class Conflict(NamedTuple):
    """Two lines of two assets that can't both be followed, and the words that both are about."""

    type: ConflictType
    a: AssetLine
    b: AssetLine
    about: tuple[str, ...]


def conflicts_in(assets: Sequence[Asset]) -> tuple[Conflict, ...]:
    """Return every pair of lines that are at odds, in path order; of two assets each thing is told once.

    Track conflicts, and those of meaning rather than of words, a program doesn't see.
    """
    readable = [asset for asset in assets if asset.readable and asset.kind != "template"]
    found = [
        *_criteria(stances_of(readable)),
        *_reversed(readable),
        *_scope([asset for asset in readable if asset.kind == "skill"]),
    ]
    once: dict[tuple[str, ...], Conflict] = {}
    for one in sorted(found, key=_place):
        once.setdefault((one.type, one.a.path, one.b.path, *sorted(one.about)), one)
    return tuple(once.values())


def _place(one: Conflict) -> tuple[str, int, str, int, str]:
    return one.a.path, one.a.line, one.b.path, one.b.line, one.type


def _criteria(stances: Stances) -> Iterator[Conflict]:
    """One tells to run what the other forbids."""
    for about in stances.values():
        told = [stance for stance in about if not stance.forbids]
        forbidden = [stance for stance in about if stance.forbids]
        for stance in told:
            for other in forbidden:
                if stance.line.path != other.line.path and _is_forbidden(stance, other):
                    yield _conflict("criteria", stance.line, other.line, (" ".join(stance.command),))


def _is_forbidden(told: Stance, forbidden: Stance) -> bool:
    """Whether it is the same command; a single word may be anything that is written in code."""
    is_command = len(told.command) > 1 and told.command[0][:1].isalpha()
    return is_command and is_about(forbidden.command, told.command)


def _reversed(assets: Sequence[Asset]) -> Iterator[Conflict]:
    """One puts first what the other puts second."""
    claims = [claim for asset in assets for claim in claims_in(asset)]
    by_pair: dict[tuple[str, str, str], list[Claim]] = {}
    for claim in claims:
        by_pair.setdefault((claim.kind, claim.first, claim.second), []).append(claim)
    for claim in claims:
        for other in by_pair.get((claim.kind, claim.second, claim.first), ()):
            if claim.line.path < other.line.path:
                yield _conflict(claim.kind, claim.line, other.line, (claim.first, claim.second))


def _scope(skills: Sequence[Asset]) -> Iterator[Conflict]:
    """Two skills claim the same words of a person; of one name they are versions of one skill."""
    holders: dict[str, list[tuple[Asset, AssetLine]]] = {}
    for skill in skills:
        for phrase, line in triggers_in(skill):
            holders.setdefault(phrase, []).append((skill, line))
    for phrase, claims in holders.items():
        for at, (skill, line) in enumerate(claims):
            for other, other_line in claims[at + 1 :]:
                if skill.name != other.name and skill.path != other.path:
                    yield _conflict("scope", line, other_line, (phrase,))


def _conflict(type_: ConflictType, a: AssetLine, b: AssetLine, about: tuple[str, ...]) -> Conflict:
    first, second = sorted((a, b), key=lambda line: (line.path, line.line))
    return Conflict(type_, first, second, about)
