"""What single lines of an asset claim: an order of two commands, a preference, the words that call it up (SPEC 4.8)."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.verbatim import code_spans, without_code
from harvest_loop.domain.words import plain_words, stem
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine

_WORDS = r"\s+(?:[\w'-]+\s+){0,3}"
_FIRST_SECOND = re.compile(rf"(?:{_WORDS}before{_WORDS}|\s*,?\s+(?:and\s+)?then{_WORDS})", re.IGNORECASE)
_SECOND_FIRST = re.compile(rf"{_WORDS}(?:only\s+)?after{_WORDS}", re.IGNORECASE)
_HOLDS_BACK = re.compile(
    r"\b(?:never|not|don't|mustn't|shouldn't|avoid|without|unless|if|when|except|either|may|can|could|wrong|bad)\b|n't\b",
    re.IGNORECASE,
)
_PREFERS = re.compile(
    r"(?:^|[.;:(]\s+|[-*+]\s+|\*\*)(?:we\s+|always\s+)?prefer\s+(?P<first>[^.,;:()]{2,50}?)\s+"
    r"(?:over|to|rather than)\s+(?P<second>[^.,;:()*]{2,50}?)\s*(?:\*\*)?(?=[.,;:()]|$)",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"^\s*(?:[-*+]|\d+\.|#{1,6})\s+\**(?P<first>[\w' -]{2,40}?)\s+over\s+(?P<second>[\w' -]{2,40}?)\**\s*(?:[.:—–-]|$)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“]([^\"“”]{5,60})[\"”]")
_EXCLUDES = re.compile(
    r"\b(?:not for|not (?:use|trigger|activate)|never|don't|does not|skip|except|instead of|unlike)\b[^.]*$",
    re.IGNORECASE,
)
_MAY_CLAIM = re.compile(r"`[^`\n]+`[^`\n]{0,40}\b(?:before|after|then)\b|\bover\b|\bprefer\b", re.IGNORECASE)
_KEY = re.compile(r"(?P<key>[\w-]+):")
_ANSWERS_TO = ("description", "triggers", "trigger", "when_to_use", "when-to-use")
_FILLING = frozenset(plain_words("a an the of your our my its any all more most simple prefer use"))
_LONGEST = 4


ClaimKind = Literal["order", "philosophy"]


class Claim(NamedTuple):
    """One line that puts something before another thing: to be done earlier, or preferred."""

    kind: ClaimKind
    line: AssetLine
    first: str
    second: str


def claims_in(asset: Asset) -> Iterator[Claim]:
    """Yield which of two commands, both in code, a line tells to run first, and what it sets above what."""
    if _MAY_CLAIM.search(asset.text) is None:
        return
    lines = asset.text.split("\n")
    for line in markdown_lines(asset.text, asset.first_body_line):
        if line.kind == "code" or _MAY_CLAIM.search(line.text) is None or _HOLDS_BACK.search(without_code(line.text)):
            continue
        quoted = AssetLine(path=asset.path, line=line.number, text=lines[line.number - 1].strip())
        if (pair := _order_in(line.text)) is not None:
            yield Claim("order", quoted, *pair)
        if (pair := _preference_in(line.text)) is not None:
            yield Claim("philosophy", quoted, *pair)


def _order_in(text: str) -> tuple[str, str] | None:
    spans = list(code_spans(text))
    if len(spans) != 2:
        return None
    one, other = (" ".join(span.text.split()) for span in spans)
    between = text[spans[0].end : spans[1].start]
    if one == other:
        return None
    if _FIRST_SECOND.fullmatch(between):
        return one, other
    return (other, one) if _SECOND_FIRST.fullmatch(between) else None


def _preference_in(text: str) -> tuple[str, str] | None:
    found = _PREFERS.search(text) or _ABOVE.search(text)
    first, second = (_term(found[name]) for name in ("first", "second")) if found else ("", "")
    return (first, second) if first and second and first != second else None


def triggers_in(skill: Asset) -> Iterator[tuple[str, AssetLine]]:
    """Yield the phrases of two words or more that a skill's description says it answers to, each with its line."""
    head = skill.text.split("\n")[: max(0, skill.first_body_line - 1)]
    key, said = "", ""
    for number, text in enumerate(head, start=1):
        begins = _KEY.match(text)
        key, said = (begins["key"].lower(), "") if begins else (key, said)
        for found in _QUOTED.finditer(text) if key in _ANSWERS_TO else ():
            words = [word for word in plain_words(found[1]) if len(word) > 1]
            if len(words) > 1 and not _EXCLUDES.search(f"{said} {text[: found.start()]}"):
                yield " ".join(words), AssetLine(path=skill.path, line=number, text=text.strip())
        said = f"{said} {text}"


def _term(text: str) -> str:
    """The telling words of one side, by their stems; empty where it is a sentence rather than a thing."""
    words = [stem(word) for word in plain_words(text) if word not in _FILLING]
    return " ".join(words) if 0 < len(words) <= _LONGEST else ""
