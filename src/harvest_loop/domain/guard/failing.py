"""Commands that an asset prescribes and that had come to no good end when the session was over (SPEC 4.6a)."""

import re
from collections.abc import Iterator

from harvest_loop.domain.guard.gone import Gone
from harvest_loop.domain.plain_commands import core_of
from harvest_loop.schemas.judgement import Severity
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.transcript import FailedCommand, TranscriptFacts, TurnPlace

TRANSCRIPT = "transcript"

# The exit code of these is an answer: nothing was found, something differs.
_ANSWERS = frozenset(
    {"[", "test", "grep", "rg", "egrep", "fgrep", "diff", "cmp", "ls", "cat", "head", "tail", "find", "which", "sed"}
    | {"command", "type", "false", "kill", "pkill", "pgrep", "curl", "wget", "jq", "cd", "timeout", "sleep"}
)
_IS_NOT_THERE = re.compile(
    r"no rule to make target|missing script|command not found|: not found\b|no such file or directory|"
    r"can't open file|cannot find module|unrecognized (?:arguments|option)|unknown (?:option|command|flag|argument)|"
    r"no such (?:option|command)|invalid option|justfile does not contain recipe|is not recognized as",
    re.IGNORECASE,
)
_SHOWN = 300  # what a fact keeps of a command
_QUOTED = 80


def commands_failing(facts: TranscriptFacts, there: frozenset[str]) -> Iterator[Gone]:
    """Yield each command whose last run failed, latest place first; `there` are the paths that exist now.

    S where its own output says that it is not there: any other failure may be the work's, and not the command's.
    """
    last = {core: one for one in facts.failed_commands if (core := _core(one)) is not None}
    for core, failure in last.items():
        if failure.later == "failed":
            yield Gone(
                name=core,
                kind="command fails",
                fate=f"failed, and never succeeded after that, at {_place(failure.place)}{_said(failure)}",
                against=Pointer(sha=TRANSCRIPT, path=failure.place.file, line=failure.place.line or None, quote=core),
                severity=_weight(failure, core, there),
            )


def _core(failure: FailedCommand) -> str | None:
    """The one command that failed; None where a line holds several, where it is cut, or where it only asks."""
    core = core_of(failure.command) if len(failure.command) < _SHOWN else None
    if core is None or "«redacted:" in core or core.split()[0].rpartition("/")[2] in _ANSWERS:
        return None
    return core


def _weight(failure: FailedCommand, core: str, there: frozenset[str]) -> Severity:
    stands = any(word.strip("'\"").removeprefix("./") in there for word in core.split())
    return "S" if _IS_NOT_THERE.search(failure.said) and not stands else "A"


def _said(failure: FailedCommand) -> str:
    """Which of the known ways of failing it was, in the words of the output that belong to no domain."""
    found = _IS_NOT_THERE.search(failure.said)
    return f" (“{found[0].strip(': ')[:_QUOTED]}”)" if found else ""


def _place(place: TurnPlace) -> str:
    return f"{place.file}:{place.line}" if place.line else place.file
