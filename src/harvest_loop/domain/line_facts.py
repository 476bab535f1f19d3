"""What lines of one file tell: tests that refuse, commands that are run, rules, each with what belongs to it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.commands_found import FoundCommand, asides_of, commands_in, every_command_in, refusals_of
from harvest_loop.domain.refusals import Refusal, is_strict_mode
from harvest_loop.domain.rules_found import FoundRule, rules_in
from harvest_loop.schemas.evidence import AddedLine
from harvest_loop.schemas.patterns import AsideKind, EvidenceRole

Asides = Sequence[tuple[AsideKind, AddedLine]]


class LineFact(NamedTuple):
    """A fact as it stands from `line` on, and the lines beside it that it can't be told without."""

    role: EvidenceRole
    line: AddedLine
    text: str
    asides: Asides


def refusals_at(path: str, lines: Sequence[AddedLine]) -> Iterator[LineFact]:
    """Yield the tests by which a script, hook, recipe or CI step stops."""
    for found in refusals_of(path, lines):
        yield LineFact("refusal", found.statement.lines[0], found.asked, _beside_refusal(found))


def commands_at(path: str, lines: Sequence[AddedLine]) -> Iterator[LineFact]:
    """Yield what the lines run, each command once."""
    yield from map(_of_command, commands_in(path, lines))


def rules_at(path: str, lines: Sequence[AddedLine]) -> Iterator[LineFact]:
    """Yield the sentences that tell somebody what to do, strongest kind first."""
    for found in rules_in(path, lines):
        yield LineFact("rule", found.line, found.sentence, _around_rule(found))


def every_fact_at(path: str, lines: Sequence[AddedLine]) -> Iterator[LineFact]:
    """Yield all of them, a command at each place where it is run."""
    yield from refusals_at(path, lines)
    yield from map(_of_command, every_command_in(path, lines))
    yield from rules_at(path, lines)


def _of_command(found: FoundCommand) -> LineFact:
    return LineFact("command", found.line, found.command, found.asides)


def _beside_refusal(refusal: Refusal) -> Asides:
    """What stands beside a refusal: for strict mode nothing, since the comment above it is the whole file's."""
    if is_strict_mode(refusal.asked):
        return ()
    told: list[tuple[AsideKind, AddedLine]] = []
    if refusal.message is not None and refusal.message not in refusal.statement.lines:
        told.append(("message", refusal.message))
    return (*asides_of(refusal.statement), *told)


def _around_rule(found: FoundRule) -> Asides:
    lines: tuple[tuple[AsideKind, AddedLine | None], ...] = (("only if", found.only_if), ("never", found.never))
    return tuple((kind, line) for kind, line in lines if line is not None)
