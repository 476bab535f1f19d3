"""Which conflict of two assets a pattern's work has a part in, and with which words it is told (SPEC 4.8)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.at_odds import Stances, is_about, oppositions
from harvest_loop.domain.conflicts import Conflict
from harvest_loop.domain.naming import commands_of
from harvest_loop.domain.words import plain_words, stem
from harvest_loop.schemas.judgement import AssetLine, ConflictType
from harvest_loop.schemas.patterns import Pattern

_REASONS: Mapping[ConflictType, str] = {
    "criteria": "one asset forbids what another tells to run, and the work ran it",
    "order": "two assets put the commands that the work ran in opposite orders",
    "philosophy": "two assets prefer opposite things, and the work chose one of them",
    "scope": "two skills claim the words that the work is about",
    "track": "two tracks disagree",
}


class Dispute(NamedTuple):
    """A conflict that the work met: the line that it followed, if one can tell, and the other one."""

    type: ConflictType
    followed: AssetLine
    contradicted: AssetLine

    @property
    def reason(self) -> str:
        """Why it is for a mediation."""
        return _REASONS[self.type]


def dispute_over(pattern: Pattern, stances: Stances, conflicts: Sequence[Conflict]) -> Dispute | None:
    """Return the conflict that the pattern is about; None: its work touches none."""
    opposed = oppositions(pattern, stances)
    if opposed:
        return Dispute("criteria", opposed[0].followed, opposed[0].contradicted)
    commands = [tuple(command.split()) for command in commands_of(pattern)]
    subject = {stem(word) for word in plain_words(f"{pattern.title} {' '.join(pattern.topic)}")}
    subject |= {stem(word) for command in commands for word in plain_words(" ".join(command))}
    found = next((one for one in conflicts if _meets(one, commands, subject)), None)
    return None if found is None else Dispute(found.type, found.a, found.b)


def _meets(conflict: Conflict, commands: Sequence[tuple[str, ...]], subject: set[str]) -> bool:
    """Whether the work ran both commands of an order, chose a side of a preference, or is what two skills claim."""
    if conflict.type == "order":
        return all(any(is_about(tuple(said.split()), ran) for ran in commands) for said in conflict.about)
    if conflict.type == "philosophy":
        return any(subject.issuperset(side.split()) for side in conflict.about)
    return conflict.type == "scope" and subject.issuperset(map(stem, conflict.about[0].split()))
