"""Finds assets that prescribe what the session ended, replaced or took back (SPEC 4.9)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from harvest_loop.domain.mentions import whole
from harvest_loop.domain.naming import commands_of, is_generic
from harvest_loop.domain.verbatim import code_spans
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import AssetLine, Attack, Collision, Severity
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.regressions import Regression

ATTACKS_A_COLLISION = 3
SHORTEST_TOOL = 3

_TOOL = r"`?(?P<{}>[A-Za-z][\w+/-]*(?:\.[\w+/-]+)*)`?"
_OLD, _NEW = _TOOL.format("old"), _TOOL.format("new")
_REPLACED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\breplac(?:e|es|ed|ing) {_OLD} (?:with|by) {_NEW}",
        rf"\b(?:switch|migrat|mov|chang)(?:e|es|ed|ing)? (?:\w+ )?from {_OLD} to {_NEW}",
        rf"\b(?:drop|remov|retir|ditch)(?:e|es|ed|ing|ping|ped)? {_OLD} (?:in favou?r of|for) {_NEW}",
        rf"\buse {_NEW} instead of {_OLD}",
        rf"{_OLD} ?(?:→|->|=>) ?{_NEW}",
    )
)
_FENCE = re.compile(r"\s{0,3}(?:`{3}|~{3})")


class Gone(NamedTuple):
    """Something that an asset may still prescribe: its name, what became of it, and how grave that is."""

    name: str
    fate: str
    severity: Severity


def overturns(collision: Collision, hub: Hub) -> tuple[Attack, ...]:
    """Return the attacks on lines that prescribe what the pattern did away with, gravest first.

    Files and commands that are gone are regressions, and have a collision of their own.
    """
    pattern = collision.pattern
    gone = [*_replaced_tools(pattern), *_reverted(pattern)]
    found = [
        Attack(
            collision=collision.id,
            kind="overturns",
            severity=each.severity,
            asset=line.path,
            citation=line,
            reason=f"{each.name} {each.fate}",
        )
        for each in gone
        for line in _lines_prescribing(each.name, hub, pattern)
    ]
    ranks = {"S": 0, "A": 1, "B": 2}
    found.sort(key=lambda attack: (ranks[attack.severity], attack.asset or "", attack.reason))
    return tuple(dict.fromkeys(found))[:ATTACKS_A_COLLISION]


def regressed(collision: Collision, told: Regression) -> Attack:
    """Return the attack that a regression is: at its own severity, citing the line that no longer holds."""
    return Attack(
        collision=collision.id,
        kind="overturns",
        severity=told.severity,
        asset=told.asset,
        citation=told.line,
        reason=told.message,
    )


def _replaced_tools(pattern: Pattern) -> Iterator[Gone]:
    """Tools that the commits say were replaced by one that the pattern's own commands run."""
    said = [pattern.title, *(item.text for item in pattern.evidence if item.role == "reason")]
    runs = [word for command in commands_of(pattern) for word in command.split()]
    for sentence in said:
        for form in _REPLACED:
            for found in form.finditer(sentence):
                old, new = found["old"], found["new"]
                if new in runs and old not in runs and len(old) >= SHORTEST_TOOL and not is_generic(old):
                    yield Gone(old, f"was replaced by {new} in {pattern.commits[0][:10]}: {sentence}", "A")


def _reverted(pattern: Pattern) -> Iterator[Gone]:
    if pattern.fate == "reverted":
        for command in (each for each in commands_of(pattern) if _is_particular(each)):
            yield Gone(command, "was tried and reverted in this session", "A")


def _is_particular(command: str) -> bool:
    """Whether a command is this practice's own; `npm install` is everybody's."""
    return len(command.split()) > 2 or "/" in command


def _lines_prescribing(name: str, hub: Hub, pattern: Pattern) -> Iterator[AssetLine]:
    """The first line of each asset that names it in code; files that the pattern itself changed don't count."""
    word = whole(name)
    for asset in hub.assets:
        if asset.readable and name in asset.text and asset.path not in pattern.paths:
            yield from _first_line_naming(word, asset)


def _first_line_naming(word: re.Pattern[str], asset: Asset) -> Iterator[AssetLine]:
    inside = False
    for number, text in enumerate(asset.text.split("\n"), start=1):
        if _FENCE.match(text):
            inside = not inside
        elif word.search(text if inside else " ".join(span.text for span in code_spans(text))):
            yield AssetLine(path=asset.path, line=number, text=text.strip())
            return
