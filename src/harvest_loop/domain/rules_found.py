"""Sentences of instruction files that tell somebody what to do, found in lines that a commit added."""

import re
from collections.abc import Sequence

from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.schemas.evidence import AddedLine

_STRONG = re.compile(
    r"\b(?:must(?: not)?|never|always|do not|don't|required?|mandatory|only (?:if|when|after)|before (?:you|any|every)|"
    r"forbidden|prohibited|make sure|ensure|no exceptions|stop and|instead of|use when)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"^(?:[-*+]|\d+[.)]|- \[ \])\s+(?:\*\*)?(?:add|ask|avoid|build|check|commit|confirm|create|document|follow|keep|"
    r"list|name|prefer|read|record|report|review|run|state|test|use|verify|write)\b(?!\S* ?\w*:)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"^\s*(?:[-*+>]\s+|\d+[.)]\s+|#{1,6}\s+|- \[[ x]\]\s+|\|\s*)+|\s*\|\s*$")
_EMPHASIS = re.compile(r"(?<![\w*_`])([*_`]{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*_`])")
_KEY = re.compile(
    r"^(?:name|description|model|tools|title|about|labels|triggers|argument-hint|allowed-tools):", re.IGNORECASE
)
_HANDLE = re.compile(r"(?<![\w/])@[A-Za-z][\w-]+(?![\w-]*/)|\S+@\S+\.\w+")


def rules_in(path: str, lines: Sequence[AddedLine]) -> tuple[tuple[AddedLine, str], ...]:
    """Return the added lines that are rules, strongest kind first, with the sentence free of its markup (SPEC 4.7)."""
    if not path.lower().endswith((".md", ".mdc", ".mdx", ".txt", ".yml", ".yaml")) or role_of(path) in (
        "ci",
        "deploy",
        "hook",
    ):
        return ()
    strong: list[tuple[AddedLine, str]] = []
    plain: list[tuple[AddedLine, str]] = []
    fenced = False
    for line in lines:
        if line.text.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        sentence = plain_text(line.text)
        if _KEY.match(line.text) or line.text.lstrip().startswith("|"):
            continue
        if fenced or not 20 <= len(sentence) <= 240 or _HANDLE.search(sentence) or "«redacted" in sentence:
            continue
        if _STRONG.search(sentence):
            strong.append((line, sentence))
        elif _ORDER.match(line.text.strip()):
            plain.append((line, sentence))
    return (*strong, *plain)


def plain_text(text: str) -> str:
    """Return a line of Markdown without its marks."""
    return " ".join(_EMPHASIS.sub(r"\2", _MARKS.sub("", text)).split())


def names_a_person(text: str) -> bool:
    """Whether a text holds a handle or a mail address; such text never enters a pattern (SPEC 4.7)."""
    return bool(_HANDLE.search(text))
