"""Reads shell text as whole statements: what wraps is one, and comment, loop and condition stay with it."""

import re
import shlex
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from harvest_loop.schemas.evidence import AddedLine

# Nobody wraps one command over more lines; what is still open there was never closed.
_LONGEST = 20
# Nor is one that is longer than this told to anybody, or more than so many headers deep.
_READABLE, _DEEPEST = 4_000, 20
_GOES_ON = re.compile(r"(?:\\|&&|\|\|?)\s*$")
_GOES_BEFORE = re.compile(r"^\s*(?:&&|\|\|?)\s")
_HEREDOC = re.compile(r"<<-?\s*[\"']?(?P<end>\w+)")
_COMMENT = re.compile(r"^\s*#(?!!)")
_OPENS = re.compile(r"^(?:if|for|while|until|case|select)\s")
_TURNS = re.compile(r"^(?:elif\s|else\b)")
_CLOSES = re.compile(r"^(?:fi|done|esac)\b")
_CLOSED = re.compile(r";\s*(?:fi|done|esac)\s*$")
_MERE = re.compile(r"^(?:then|do)\s*$")
_FUNCTION = re.compile(r"^(?:function\s+)?(?P<name>[\w-]+)\s*\(\)\s*\{?|^function\s+(?P<word>[\w-]+)\s*\{?")


@dataclass(frozen=True)
class Statement:
    """One statement: its lines, its text on one line, the comment above it and the headers that it stands in."""

    lines: tuple[AddedLine, ...]
    text: str
    said: tuple[AddedLine, ...] = ()
    inside: tuple[AddedLine, ...] = ()
    function: str = ""
    broken: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there, and its lines can be read as one."""
        return not self.broken and is_whole(self.text)


def joined(texts: Sequence[str]) -> str:
    """Return the lines of one command or comment as one line: marks of going on and of comment are taken off."""
    return " ".join(part for text in texts if (part := text.strip().removesuffix("\\").rstrip()))


def without_mark(comment: str) -> str:
    """Return a comment line without its mark."""
    return re.sub(r"^\s*(?:#+|//+)\s?", "", comment).rstrip()


def is_whole(text: str) -> bool:
    """Whether a command is all there: no open quote or bracket, no operator or here-document at its end."""
    if (
        len(text) > _READABLE
        or _GOES_ON.search(text)
        or _GOES_BEFORE.match(text)
        or _HEREDOC.search(text)
        or text.endswith(("{", "("))
    ):
        return False
    try:
        shlex.split(text)
    except ValueError:
        return False
    return text.count("(") <= text.count(")")


def goes_on(own: Sequence[AddedLine], following: AddedLine) -> bool:
    """Whether a line belongs to the command that the lines before it began."""
    if len(own) >= _LONGEST or following.number != own[-1].number + 1:
        return False
    if _GOES_BEFORE.match(following.text) or _GOES_ON.search(own[-1].text):
        return True
    return _is_open(joined([line.text for line in own]))


def statements_in(lines: Sequence[AddedLine]) -> Iterator[Statement]:
    """Yield the statements of shell text in order; what stands in a here-document or an open quote is none."""
    said: list[AddedLine] = []
    headers: list[AddedLine] = []
    function = ""
    places = _places_of(lines)
    at = 0
    while at < len(lines):
        line = lines[at]
        own, at = _take(lines, at, places)
        text = joined([each.text for each in own]).lstrip("@").strip()
        if _COMMENT.match(line.text):
            if said and line.number != said[-1].number + 1:
                said = []
            said.append(line)
            continue
        found = _FUNCTION.match(text)
        if found is not None:
            function = "" if text.endswith("}") else found["name"] or found["word"]
        elif text == "}":
            function = ""
        if text and not _MERE.match(text):
            above = said if said and said[-1].number + 1 == line.number else []
            closing = _CLOSES.match(text) or _TURNS.match(text)
            within = headers[:-1] if closing and headers else headers
            broken = not _wraps(own) or _GOES_ON.search(own[-1].text) is not None
            yield Statement(tuple(own), text, tuple(above), tuple(within), function, broken)
            headers = _headers_after(headers, line, text)
        said = []


def _headers_after(headers: list[AddedLine], line: AddedLine, text: str) -> list[AddedLine]:
    if _CLOSES.match(text):
        return headers[:-1]
    if _TURNS.match(text):
        return [*headers[:-1], line]
    return [*headers, line][-_DEEPEST:] if _OPENS.match(text) and not _CLOSED.search(text) else headers


def _places_of(lines: Sequence[AddedLine]) -> Mapping[str, list[int]]:
    """Where each line stands, by its text without the space around it."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        places[line.text.strip()].append(at)
    return places


def _take(lines: Sequence[AddedLine], at: int, places: Mapping[str, list[int]]) -> tuple[list[AddedLine], int]:
    """The lines of the statement that begins here, and where the next one begins."""
    first = lines[at]
    heredoc = _HEREDOC.search(first.text) if not _COMMENT.match(first.text) else None
    if heredoc is not None:
        ends = places.get(heredoc["end"], [])
        later = bisect_right(ends, at)
        return [first], (ends[later] if later < len(ends) else at) + 1
    if _COMMENT.match(first.text):
        return [first], at + 1
    own = [first]
    while at + len(own) < len(lines) and goes_on(own, lines[at + len(own)]):
        own.append(lines[at + len(own)])
    if len(own) > 1 and not is_whole(joined([line.text for line in own])) and not _wraps(own):
        return [first], at + 1
    return own, at + len(own)


def _wraps(own: Sequence[AddedLine]) -> bool:
    """Whether each line but the last says by its end, or the next by its beginning, that it goes on."""
    pairs = pairwise(own)
    return all(_GOES_ON.search(one.text) or _GOES_BEFORE.match(other.text) for one, other in pairs)


def _is_open(text: str) -> bool:
    if len(text) > _READABLE:
        return False
    try:
        shlex.split(text)
    except ValueError:
        return True
    return False
