"""Reads the literal text of a change as a stranger would: what it adds, its sections, steps, spans and quotes."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.verbatim import code_spans, without_code

_HEADING = re.compile(r"(?P<level>#{1,6})\s+(?P<title>.*)")
_STEP = re.compile(r"(?P<number>\d+)\.\s+\S")
_ITEM = re.compile(r"[-*]\s+(?:\[[ xX]\]\s+)?\S")
_POINTER = re.compile(r"(?:[0-9a-f]{7,64}|worktree) \S.*|[0-9a-f]{10,64}")
_QUOTE = re.compile(r"“([^“”]*)”")
_KEY = re.compile(r"(?P<key>[\w-]+):\s*(?P<value>.*)")
_MARK = re.compile(r"<!-- harvest:(?:begin|end) [\w-]+ -->")
_ACTIVE = re.compile(r"<!--|-->|<[a-zA-Z/!][^>]*>|!?\[[^\]]*\]\(|\]\[|^\s{0,3}\[[^\]]+\]:|\w://|^\s{0,3}(?:`{3}|~{3})")


class Line(NamedTuple):
    """One line that the change writes: its number in the literal text, and its text."""

    number: int
    text: str


def is_diff(literal_text: str) -> bool:
    """Whether the literal text is a unified diff rather than a whole file."""
    return literal_text.startswith("--- a/")


def written_lines(literal_text: str) -> tuple[Line, ...]:
    """The lines that the change writes: all of a new file, the added ones of a diff."""
    lines = tuple(Line(number, text) for number, text in enumerate(literal_text.split("\n"), start=1))
    if not is_diff(literal_text):
        return lines
    return tuple(Line(line.number, line.text[1:]) for line in lines[2:] if line.text.startswith("+"))


def frontmatter_of(lines: Sequence[Line]) -> dict[str, Line]:
    """The top-level keys of a leading frontmatter, each with its value as text; empty without one."""
    if not lines or lines[0].text != "---":
        return {}
    keys: dict[str, Line] = {}
    for line in lines[1:]:
        if line.text == "---":
            return keys
        found = _KEY.fullmatch(line.text)
        if found is not None:
            keys[found["key"]] = Line(line.number, _scalar(found["value"]))
    return {}


def body_of_text(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines below the frontmatter."""
    if not frontmatter_of(lines):
        return tuple(lines)
    closing = next(at for at, line in enumerate(lines) if at and line.text == "---")
    return tuple(lines[closing + 1 :])


def section_of(lines: Sequence[Line], title: str) -> tuple[Line, ...]:
    """The lines under the first heading whose title matches, up to the next heading; empty without one."""
    wanted = re.compile(title, re.IGNORECASE)
    inside = False
    found: list[Line] = []
    for line in lines:
        heading = _HEADING.fullmatch(line.text)
        if heading is not None and inside:
            break
        if inside:
            found.append(line)
        inside = inside or (heading is not None and wanted.search(heading["title"]) is not None)
    return tuple(found)


def items_of(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The bullets among the lines."""
    return tuple(line for line in lines if _ITEM.match(line.text))


def steps_in(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The numbered lines."""
    return tuple(line for line in lines if _STEP.match(line.text))


def pointers_in(line: str) -> Iterator[str]:
    """The places that a line cites, as `sha path:line`, `sha path` or a bare sha."""
    return (span.text for span in code_spans(line) if is_pointer(span.text))


def is_pointer(text: str) -> bool:
    """Whether a code span is a citation rather than a command or a path."""
    return _POINTER.fullmatch(text) is not None


def literals_in(line: str) -> Iterator[str]:
    """What a line gives word for word: code spans that are no citation."""
    return (span.text for span in code_spans(line) if not is_pointer(span.text))


def quotes_in(line: str) -> Iterator[str]:
    """The sentences that a line sets in quotation marks."""
    return (line[found.start(1) : found.end(1)].strip() for found in _QUOTE.finditer(without_code(line)))


def acts(line: str) -> bool:
    """Whether a line holds a comment, a tag, a link or a fence of its own; our own marks don't count."""
    return _ACTIVE.search(_MARK.sub("", without_code(line))) is not None


def _scalar(value: str) -> str:
    if value.startswith('"'):
        try:
            read = json.loads(value)
        except json.JSONDecodeError:
            return value
        return read if isinstance(read, str) else value
    return value
