"""Rules that a skill states in a clause of its own, found so that one of them can be turned around."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from evals.skills.planting.grammar import IMPERATIVES
from evals.skills.planting.page import Page

Kind = Literal["forbids", "demands", "before", "after", "rather", "must_not", "must"]

_LONGEST = 150
_SHORTEST = 5
_CHOOSING = "Use|Compare|Measure|Write|Repair|Keep|Work with|Read|Review"
_SHAPES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("forbids", re.compile(r"^(?:never|do not|don't) (?P<act>[a-z].+)$", re.I)),
    ("demands", re.compile(r"^always (?P<act>[a-z].+)$", re.I)),
    ("rather", re.compile(rf"^(?P<verb>{_CHOOSING}) (?P<one>[^,]+), not (?P<other>[^,]+)$")),
    ("rather", re.compile(r"^(?P<verb>Prefer) (?P<one>[^,]+) over (?P<other>[^,]+)$")),
    ("must_not", re.compile(r"^(?P<who>(?:The|An?|Each|Every) [a-z' -]+) must not (?P<act>[a-z].+)$")),
    ("must", re.compile(r"^(?P<who>(?:The|An?|Each|Every) [a-z' -]+) must (?!not)(?P<act>[a-z].+)$")),
    ("after", re.compile(r"^(?P<act>[A-Z][a-z]+ (?!\w+ly\b)[^,]+?) (?:only )?after (?P<point>[^,]+)$")),
    ("before", re.compile(r"^(?P<act>[A-Z][a-z]+ (?!\w+ly\b)[^,]+?) before (?P<point>[^,]+)$")),
)
_LEANS_ON_CONTEXT = re.compile(
    r"\b(it|its|this|these|those|them|they|here|above|below|he|she|step \d|such|the (former|latter)|"
    r"the (newest|other|same|new|old) one)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[*|<>\[\]()\"“”→§]")
# What an order is told by: an act or an event, not a span of time.
_EVENT = re.compile(r"\w+ing\b|.* (?:is|are|has|have|was|were|writes|runs|starts|ends)\b")


class Rule(NamedTuple):
    """A clause that says what to do or to leave, its parts, and the line (from 1) on which its sentence begins."""

    kind: Kind
    sentence: str
    parts: dict[str, str]
    line: int


def rules_of(text: str) -> tuple[Rule, ...]:
    """Return the rules of a skill that can be read without what stands around them."""
    return tuple(_rules(Page(text)))


def _rules(page: Page) -> Iterator[Rule]:
    for line, sentence in _sentences(page):
        for clause in _clauses(sentence):
            for kind, shape in _SHAPES:
                found = shape.match(clause)
                if found and _is_fit(kind, clause, found.groupdict()):
                    yield Rule(kind, clause + ".", found.groupdict(), line)
                    break


def _clauses(sentence: str) -> list[str]:
    """The parts of a sentence that could stand alone; a reason at the end of one is left away."""
    parts = re.split(r"\s+[—–]\s+|[;:]\s+", sentence.replace("**", ""))
    return [re.sub(r",? (?<!only )(?:because|since|so that)\b.*|\s\(.*|[.!?:]+$", "", part).strip() for part in parts]


def _is_fit(kind: Kind, clause: str, parts: dict[str, str]) -> bool:
    words = len(clause.split())
    if not _SHORTEST <= words or len(clause) > _LONGEST or _MARKUP.search(clause):
        return False
    if kind in ("must", "must_not"):
        return re.search(r"^\w+ \w+ one\b", clause) is None
    if _LEANS_ON_CONTEXT.search(clause) or (kind != "rather" and not _is_act(parts["act"])):
        return False
    return kind not in ("before", "after") or _EVENT.match(parts["point"]) is not None


def _is_act(words: str) -> bool:
    return words.split()[0].capitalize() in IMPERATIVES and re.search(r"\b(never|not|always|until)\b", words) is None


def _sentences(page: Page) -> Iterator[tuple[int, str]]:
    """Sentences of paragraphs and list entries, wrapped lines joined, each with the line of its first word."""
    block: list[tuple[int, str]] = []
    for at in range(page.body, len(page.lines) + 1):
        line = page.lines[at] if at < len(page.lines) else ""
        ends = not line.strip() or line.lstrip().startswith(("#", "|", "> ")) or page.in_code[at]
        if block and (ends or re.match(r"\s*([-*+]|\d+\.|[a-z]\.) ", line)):
            yield from _split(block)
            block = []
        if not ends:
            block.append((at + 1, re.sub(r"^\s*(?:[-*+] (?:\[[ x]\] )?|\d+\. |[a-z]\. |: )?", "", line)))


def _split(block: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    joined, starts = "", []
    for number, text in block:
        starts.append((len(joined), number))
        joined += text.strip() + " "
    for found in re.finditer(r"(?:^|(?<=[.!?] )|(?<=[.!?]\*\* ))\S.*?(?=[.!?](?:\*\*)?\s|$)", joined.strip() + " "):
        begun = next(number for at, number in reversed(starts) if at <= found.start())
        yield begun, found[0].strip().rstrip(".!?")
