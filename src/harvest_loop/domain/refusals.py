"""Finds what makes a script or hook stop: tests that refuse, with the words in which they do (SPEC 4.7)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harvest_loop.domain.shell_lines import Statement
from harvest_loop.schemas.evidence import AddedLine

_STOPS = r"(?:exit|return)\s+(?:[1-9]\d*|\"?\$\w+\"?)|false\b"
_STOPPING = re.compile(rf"(?:^|[\s;{{(]){_STOPS}")
_OR = re.compile(r"^(?P<asked>.+?)\s*\|\|\s*(?P<then>[^|]+)$")
_ANDS = re.compile(r"^(?P<asked>(?:\[\[?|test)\s.+?)\s*&&\s*(?P<then>[^&]+)$")
_IF = re.compile(r"^(?:el)?if\s+(?P<asked>.+?)\s*(?:;\s*then\b.*)?$")
_STRICT = re.compile(r"^set\s+-[a-z]*e[a-z]*(?:\s+-?o?\s*\w+)*$|^set\s+-o\s+errexit$")
_BARE = re.compile(r"^(?:!\s+\S|test\s|\[\[?\s|.*\|\s*grep\s+(?:-\w+\s+)*-\w*q)")
_TELLS = re.compile(
    r"(?:(?:\b(?:echo|printf|warn|error|die|fail|refuse|abort)\s+(?:-\w+\s+)*)|\|\|\s*[\w-]+\s+)"
    r"(?P<quote>[\"'])(?P<said>.+?)(?P=quote)"
)
_LONGEST = 200
# What stops the work stands close behind its test.
_LONGEST_BRANCH = 40


@dataclass(frozen=True)
class Refusal:
    """One test that stops the work: the statement that asks it, what is asked, and the line that tells why."""

    statement: Statement
    asked: str
    message: AddedLine | None = None


def refusals_in(statements: Sequence[Statement]) -> tuple[Refusal, ...]:
    """Return the tests after which a script goes no further; one that needs the script's own functions is none."""
    own = {statement.function for statement in statements if statement.function} | _one_line_functions(statements)
    stopping = frozenset(_stopping_functions(statements))
    strict = any(_STRICT.match(statement.text) for statement in statements)
    found = [
        refusal
        for at, statement in enumerate(statements)
        for refusal in _refusal(statement, statements[at + 1 : at + 1 + _LONGEST_BRANCH], stopping, strict=strict)
    ]
    return tuple(refusal for refusal in found if not _calls(refusal.asked, own) and len(refusal.asked) <= _LONGEST)


def stops_if(line: str) -> bool:
    """Whether the line stops the work where its test holds, rather than where it doesn't."""
    text = line.strip().lstrip("@").strip()
    asked = _IF.match(text)
    if asked is not None:
        return not asked["asked"].startswith("! ")
    return text.startswith("! ") or (_ANDS.match(text) is not None and _OR.match(text) is None)


def is_strict_mode(text: str) -> bool:
    """Whether a statement makes the shell stop at the first command that fails."""
    return _STRICT.match(text) is not None


def told_in(line: str) -> str:
    """What a line prints, as it is written between its quotes; empty where it prints nothing."""
    found = _TELLS.search(line)
    return found["said"] if found is not None else ""


def _refusal(
    statement: Statement, later: Sequence[Statement], stopping: frozenset[str], *, strict: bool
) -> Iterator[Refusal]:
    text = statement.text
    asked = _IF.match(text) if text.startswith(("if ", "elif ")) else None
    if is_strict_mode(text) and not statement.inside:
        yield Refusal(statement, text)
    elif asked is not None:
        body = _branch(statement, later)
        if any(_stops(each.text, stopping) for each in body) or _stops(text.partition("; then")[2], stopping):
            yield Refusal(statement, _positive(asked["asked"]), _telling((statement, *body)))
    elif not statement.is_whole or statement.function:
        return
    elif (ored := _OR.match(text) or _ANDS.match(text)) is not None and _stops(ored["then"], stopping):
        yield Refusal(statement, _positive(ored["asked"]), _telling((statement,)))
    elif strict and not statement.inside and _BARE.match(text) and "||" not in text and "&&" not in text:
        yield Refusal(statement, _positive(text))


def _branch(header: Statement, later: Sequence[Statement]) -> list[Statement]:
    """The statements between a condition and its next turn or end."""
    body: list[Statement] = []
    for statement in later:
        if not any(line is header.lines[0] for line in statement.inside):
            break
        body.append(statement)
    return body


def _stops(text: str, stopping: frozenset[str]) -> bool:
    first = text.strip().lstrip("({ ").split(" ")[0]
    return bool(_STOPPING.search(f" {text}")) or first in stopping


def _telling(statements: Sequence[Statement]) -> AddedLine | None:
    lines = (line for statement in statements for line in statement.lines)
    return next((line for line in lines if told_in(line.text)), None)


def _positive(asked: str) -> str:
    return asked.strip().removeprefix("! ").strip()


def _stopping_functions(statements: Sequence[Statement]) -> Iterator[str]:
    for statement in statements:
        if statement.function and _STOPPING.search(f" {statement.text}"):
            yield statement.function
        one_line = re.match(r"^(?:function\s+)?([\w-]+)\s*\(\)\s*\{.*\}$", statement.text)
        if one_line is not None and _STOPPING.search(f" {statement.text}"):
            yield one_line[1]


def _one_line_functions(statements: Sequence[Statement]) -> set[str]:
    found = (re.match(r"^(?:function\s+)?([\w-]+)\s*\(\)\s*\{.*\}$", statement.text) for statement in statements)
    return {match[1] for match in found if match is not None}


def _calls(asked: str, functions: set[str]) -> bool:
    return any(re.search(rf"(?:^|[|;&(!]\s*){re.escape(name)}(?=\s|$)", asked) for name in functions)
