"""Words that give one thing a second name: `also called`, `formerly`, `renamed … to`, `another name for`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from harvest_loop.domain.drift.new_uses import SpokenText, source_of
from harvest_loop.domain.drift.sentences import LONGEST_LINE
from harvest_loop.domain.drift.vocabulary import Document, lines_of
from harvest_loop.domain.person_words import holds_one
from harvest_loop.domain.vocabulary import listed
from harvest_loop.schemas.drift import DriftSource

_NAME = (
    r"(?:\*\*[^*\n]{2,60}\*\*|`[^`\n]{2,60}`|[\"“][^\"”\n]{2,60}[\"”]"
    r"|[^\W_][\w+-]*(?: [^\W_][\w+-]*){0,3})"
)
_ALSO = (
    r"(?:also (?:known as|called|named)|a\.?k\.?a\.?|formerly(?: known as| called)?"
    r"|previously (?:known as|called))"
)
_ONE, _OTHER = rf"(?P<one>{_NAME})", rf"(?P<other>{_NAME})"
_CUES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ONE},? ?\(?\b{_ALSO}:? {_OTHER}",
        rf"\brename[ds]?(?: the)?(?: skills?| agents?| terms?)? (?:from )?{_ONE} (?:to|as|into) {_OTHER}",
        rf"{_ONE} (?:is|was|are|were|has been) (?:now called|renamed(?: to| as)?) {_OTHER}",
        rf"{_ONE} is (?:another (?:name|word) for|a synonym (?:of|for)|an alias (?:of|for)) {_OTHER}",
        rf"\bcall(?:ed)? (?:it|this|that|them) {_ONE} (?:instead of|rather than) {_OTHER}",
    )
)
_HINT = re.compile(
    r"also (?:known|called|named)|\ba\.?k\.?a\b|formerly|previously (?:known|called)|renam|now called"
    r"|another (?:name|word) for|synonym|\balias\b|\bcall(?:ed)? (?:it|this|that|them) ",
    re.IGNORECASE,
)
# What a text with such words holds at least: most texts hold none of it, which is told far quicker.
_HINT_PARTS = (
    *(f"also {word}" for word in ("known", "called", "named")),
    *("aka", "a.ka", "ak.a", "a.k.a", "formerly", "previously ", "renam", "now called", "another ", "synonym", "alias"),
    *(f"{call} {word} " for call in ("call", "called") for word in ("it", "this", "that", "them")),
)
_NO_END_OF_A_NAME = listed(
    "a an and are as at be by for from in into is it its of on or that the their these this those to was with"
)


class NamingLine(NamedTuple):
    """A line that may give a name, and where it stands."""

    source: DriftSource
    place: str
    line: int | None
    text: str


class Naming(NamedTuple):
    """Two names of one thing, each in the readings that the words allow, the longest first."""

    one: tuple[str, ...]
    other: tuple[str, ...]


def naming_lines(document: Document) -> Iterator[NamingLine]:
    """Yield the lines of a document that hold such words; code holds none."""
    if not _may_name(document.text):
        return
    for line in lines_of(document):
        if line.kind != "code" and len(line.text) <= LONGEST_LINE and _may_name(line.text):
            yield NamingLine(source_of(document), document.path, line.number, line.text)


def spoken_naming_lines(spoken: SpokenText) -> Iterator[NamingLine]:
    """Yield those of a commit's message or of a prompt."""
    for line in spoken.text.split("\n"):
        if len(line) <= LONGEST_LINE and _may_name(line):
            yield NamingLine(spoken.source, spoken.place, spoken.line, line)


def _may_name(text: str) -> bool:
    return holds_one(text.lower(), _HINT_PARTS) and _HINT.search(text) is not None


def namings_in(line: str) -> Iterator[Naming]:
    """Yield the pairs of names that a line says are one thing's."""
    for cue in _CUES:
        for found in cue.finditer(line):
            ones, others = _readings(found["one"], from_end=True), _readings(found["other"], from_end=False)
            if ones and others:
                yield Naming(ones, others)


def _readings(text: str, *, from_end: bool) -> tuple[str, ...]:
    """Return the names that the words may be: a marked one alone, else runs of whole words."""
    if text[0] in '*`"“':
        return (text.strip('*`"“”'),)
    words = text.split(" ")
    runs = [words[at:] if from_end else words[: len(words) - at] for at in range(len(words))]
    return tuple(" ".join(run) for run in runs if _may_end(run[0]) and _may_end(run[-1]))


def _may_end(word: str) -> bool:
    return word.lower() not in _NO_END_OF_A_NAME
