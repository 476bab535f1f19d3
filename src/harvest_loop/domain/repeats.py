"""What happened again and again within a session: failing commands, corrections by the same words (SPEC 4, 4.5)."""

from collections.abc import Iterable
from typing import NamedTuple

from harvest_loop.domain.person_words import folded
from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.transcript import SkillUse, TranscriptFacts

_COMMAND = 80


class Repeat(NamedTuple):
    """One thing and how often it happened."""

    what: str
    times: int


def failed_again(facts: TranscriptFacts) -> tuple[Repeat, ...]:
    """Return the commands that failed more than once in the same words, most often first."""
    return _repeated(command.command for command in facts.failed_commands)


def corrected_again(facts: TranscriptFacts) -> tuple[Repeat, ...]:
    """Return the words by which the person corrected more than once, most often first."""
    return _repeated(folded(correction.cue) for correction in facts.corrections)


def program_of(command: str) -> str:
    """Return a command's first words: what follows them may be the domain's own."""
    words = command.split()
    return one_line(" ".join([words[0].rpartition("/")[2], *words[1:2]]), limit=_COMMAND) if words else "a command"


def longest_failing_run(skills: Iterable[SkillUse]) -> Repeat | None:
    """Return the skill that failed most often in a row, with no use of it that worked in between; None: none failed."""
    running: dict[str, int] = {}
    longest: Repeat | None = None
    for use in skills:
        if use.kind == "quoted":
            continue
        running[use.name] = running.get(use.name, 0) + 1 if use.kind == "failed" else 0
        if running[use.name] > (longest.times if longest else 0):
            longest = Repeat(use.name, running[use.name])
    return longest


def _repeated(things: Iterable[str]) -> tuple[Repeat, ...]:
    counts: dict[str, int] = {}
    for thing in things:
        key = " ".join(thing.split())
        counts[key] = counts.get(key, 0) + 1
    often = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Repeat(what, times) for what, times in often if what and times > 1)
