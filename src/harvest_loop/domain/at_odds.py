"""Finds two assets of which one tells to run what the other forbids, where a pattern's work did it (SPEC 4.8)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.naming import commands_of
from harvest_loop.domain.verbatim import Span, code_spans
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine
from harvest_loop.schemas.patterns import Pattern

_VERB = r"(?:run|running|use|using|call|calling|execute|executing|invoke|invoking|start|starting)"
_FORBIDS = re.compile(
    rf"\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|avoid|stop|no longer)\s+(?:\w+ly\s+)?{_VERB}\s+"
    rf"(?:the\s+|plain\s+|bare\s+)?$|\b(?:instead of|rather than)\s+(?:{_VERB}\s+)?$",
    re.IGNORECASE,
)
_PRESCRIBES = re.compile(r"\b(?:run|use|call|execute|invoke)\s+(?:the\s+)?$", re.IGNORECASE)
_NEGATES = re.compile(r"\b(?:never|not|no|don't|mustn't|shouldn't|avoid|stop|without|instead|rather)\b", re.IGNORECASE)
_LIST_MARK = re.compile(r"\s*(?:[-*+]|\d+[.)])?\s*")


class Opposition(NamedTuple):
    """The line that the work followed, and the line that it contradicted."""

    followed: AssetLine
    contradicted: AssetLine


class Stance(NamedTuple):
    """What one line says of one command: to run it, or not to."""

    line: AssetLine
    command: tuple[str, ...]
    forbids: bool


Stances = Mapping[str, Sequence[Stance]]


def stances_of(assets: Sequence[Asset]) -> Stances:
    """Read every line that tells or forbids to run something, by the command's first word; done once a hub."""
    found: dict[str, list[Stance]] = {}
    for asset in assets:
        for stance in _stances_in(asset) if asset.readable else ():
            found.setdefault(stance.command[0], []).append(stance)
    return found


def oppositions(pattern: Pattern, stances: Stances) -> tuple[Opposition, ...]:
    """Return each pair of lines in two assets that are at odds over a command of the pattern, in path order."""
    found: list[Opposition] = []
    for command in (tuple(command.split()) for command in commands_of(pattern)):
        about = [stance for stance in stances.get(command[0], ()) if is_about(stance.command, command)]
        told = [stance.line for stance in about if not stance.forbids]
        forbidden = [stance.line for stance in about if stance.forbids]
        found += [Opposition(a, b) for a in told for b in forbidden if a.path != b.path]
    return tuple(dict.fromkeys(sorted(found, key=_place)))


def _place(pair: Opposition) -> tuple[str, int, str, int]:
    return pair.followed.path, pair.followed.line, pair.contradicted.path, pair.contradicted.line


def _stances_in(asset: Asset) -> Iterator[Stance]:
    for number, text in enumerate(asset.text.split("\n"), start=1):
        for span in code_spans(text) if "`" in text else ():
            command = tuple(span.text.split())
            forbids = _stance(text, span) if command else None
            if forbids is not None:
                yield Stance(AssetLine(path=asset.path, line=number, text=text.strip()), command, forbids)


def is_about(said: tuple[str, ...], done: tuple[str, ...]) -> bool:
    """Whether what a line says is the command or its beginning, two words at least."""
    return said == done or (len(said) >= 2 and done[: len(said)] == said)


def _stance(line: str, span: Span) -> bool | None:
    """Whether the line forbids what the span says; None where it only mentions it."""
    before = line[: span.start]
    if _FORBIDS.search(before):
        return True
    if _NEGATES.search(before):
        return None
    return False if _PRESCRIBES.search(before) or _LIST_MARK.fullmatch(before) else None
