"""Sentences of instruction files that tell somebody what to do, found in lines that a commit added."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.code_blocks import is_trouble, names_a_condition
from harvest_loop.domain.fences import stretches_in
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
_CASE_ORDER = re.compile(
    r"^(?:after|before|when(?! to\b)|whenever|once|if|unless)\b.{3,120}?[,\s]"
    r"(?:add|ask|avoid|check|keep|paste|record|run|stop|test|use|verify|write)\s+\S",
    re.IGNORECASE,
)
# What a list below such words names is not to be done, unless an item says so itself.
_AGAINST = re.compile(
    r"\b(?:anti-?patterns?|red flags?|(?:common )?(?:mistakes|pitfalls|rationali[sz]ations|excuses)|what not to do|"
    r"(?:never|don't|do not|avoid) (?!skip|forget|omit|miss|ignore)(?:\w+ )?(?:them|these|any of|the following))\b"
    r"|^\W*(?:never|don't|do not|don'ts|avoid|bad|wrong)\W*$",
    re.IGNORECASE,
)
_SAYS_ITSELF = re.compile(r"^(?:never|don't|do not|avoid|no|not|stop|always (?!\w+ing\b)|must)\b", re.IGNORECASE)
_PROMPT_FILE = re.compile(r"[-_.]prompts?\.mdx?$", re.IGNORECASE)
_TEXT = frozenset({"", "text", "txt", "markdown", "md"})
_NUMBERED = re.compile(r"^\s*\d+[.)]\s")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s")
_MARKS = re.compile(r"^\s*(?:[-*+>]\s+|\d+[.)]\s+|#{1,6}\s+|- \[[ x]\]\s+|\|\s*)+|\s*\|\s*$")
_EMPHASIS = re.compile(r"(?<![\w*_`])([*_`]{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*_`])")
_KEY = re.compile(
    r"^(?:name|description|model|tools|title|about|labels|triggers|argument-hint|allowed-tools):", re.IGNORECASE
)
_HANDLE = re.compile(r"(?<![\w/])@[A-Za-z][\w-]+(?![\w-]*/)|(?<!\S)\S+@\S+\.\w+")


class FoundRule(NamedTuple):
    """A sentence that tells what to do, free of its markup; the lines that name its only case, or forbid it."""

    line: AddedLine
    sentence: str
    only_if: AddedLine | None = None
    never: AddedLine | None = None


def rules_in(path: str, lines: Sequence[AddedLine]) -> tuple[FoundRule, ...]:
    """Return the added lines that are rules, strongest kind first (SPEC 4.7)."""
    if not path.lower().endswith((".md", ".mdc", ".mdx", ".txt", ".yml", ".yaml")) or role_of(path) in (
        "ci",
        "deploy",
        "hook",
    ):
        return ()
    asks = role_of(path) == "prompt"  # its numbered parts are what is asked for
    strong: list[FoundRule] = []
    plain: list[FoundRule] = []
    for line, only_if, never in _prose(_read_by_somebody(path, lines)):
        found = FoundRule(line, plain_text(line.text), only_if, never)
        if not _may_be_shown(found.sentence) or _KEY.match(line.text) or line.text.lstrip().startswith("|"):
            continue
        ordered = _CASE_ORDER.match(found.sentence) and not line.text.startswith("#")
        if _STRONG.search(found.sentence) or ordered:
            strong.append(found)
        elif _ORDER.match(line.text.strip()) or (asks and _NUMBERED.match(line.text)):
            plain.append(found)
    return (*strong, *plain)


def _may_be_shown(sentence: str) -> bool:
    return 20 <= len(sentence) <= 240 and not _HANDLE.search(sentence) and "«redacted" not in sentence


def _read_by_somebody(path: str, lines: Sequence[AddedLine]) -> Iterator[AddedLine]:
    """The lines outside of code; of a prompt also what stands in a block that is no code, since it is what is asked."""
    is_prompt = role_of(path) == "prompt" or _PROMPT_FILE.search(path) is not None
    for stretch in stretches_in(lines):
        if stretch.language is None or (is_prompt and stretch.language in _TEXT):
            yield from stretch.lines


def _prose(lines: Iterable[AddedLine]) -> Iterator[tuple[AddedLine, AddedLine | None, AddedLine | None]]:
    """Each line with the line that names the only case in which it holds, and the one that forbids it."""
    trouble: AddedLine | None = None
    lead: AddedLine | None = None
    section: AddedLine | None = None
    never: AddedLine | None = None
    for line in lines:
        if line.text.startswith("#"):
            never = section = line if _is_against(line.text) else None
            trouble = line if section is None and is_trouble(line.text) else None
            lead = None
            yield line, None, None
        elif line.text.strip():
            if lead is not None and not _is_below(line, lead):
                lead = None
            if _BULLET.match(line.text) is None:
                never = line if _is_against(line.text) else None if _leads(line.text) else section
                yield line, lead or trouble, None
            else:
                yield line, lead or trouble, None if _SAYS_ITSELF.match(plain_text(line.text)) else never
            if _leads(line.text) and names_a_condition(line.text):
                lead = line


def _leads(text: str) -> bool:
    """Whether a line says what a list below it is about."""
    return text.rstrip().rstrip("*_").endswith(":")


def _is_against(text: str) -> bool:
    """Whether a list below this line names what is not to be done."""
    return _AGAINST.search(plain_text(text)) is not None


def _is_below(line: AddedLine, lead: AddedLine) -> bool:
    """Whether a line is an item of the list that the lead begins: deeper, or an item where the lead is none."""
    item, begins = _BULLET.match(line.text), _BULLET.match(lead.text)
    indent = len(line.text) - len(line.text.lstrip())
    return indent > len(lead.text) - len(lead.text.lstrip()) or (item is not None and begins is None)


def plain_text(text: str) -> str:
    """Return a line of Markdown without its marks."""
    return " ".join(_EMPHASIS.sub(r"\2", _MARKS.sub("", text)).split())


def names_a_person(text: str) -> bool:
    """Whether a text holds a handle or a mail address; such text never enters a pattern (SPEC 4.7)."""
    return bool(_HANDLE.search(text))
