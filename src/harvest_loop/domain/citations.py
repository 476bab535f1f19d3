"""Cites places of the evidence so that a reader finds every quoted word there: a line, or lines that follow it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.verbatim import code_spans
from harvest_loop.schemas.patterns import Pointer

_CITED = re.compile(r"(?:[0-9a-f]{10}|worktree) \S.*")
_LINES = re.compile(r"(?P<place>.+):(?P<first>\d+)-(?P<last>\d+)")
# Nobody quotes more lines at once; a longer range is none of ours.
_LONGEST = 100


def citations_for(pointers: Sequence[Pointer]) -> tuple[str, ...]:
    """Return the citations that cover these places, lines that follow each other as one: `sha path:first-last`."""
    lines: dict[tuple[str, str | None], list[int]] = {}
    for pointer in pointers:
        places = lines.setdefault((pointer.sha, pointer.path), [])
        places += [] if pointer.line is None else [pointer.line]
    found: dict[str, None] = {}
    for pointer in pointers:
        own = lines[pointer.sha, pointer.path]
        found.setdefault(str(pointer) if pointer.line is None else _over(pointer, pointer.line, frozenset(own)))
    return tuple(found)


def _over(pointer: Pointer, line: int, lines: frozenset[int]) -> str:
    first = last = line
    while first - 1 in lines:
        first -= 1
    while last + 1 in lines:
        last += 1
    place = str(pointer.model_copy(update={"line": first}))
    return place if first == last else f"{place}-{last}"


def places_cited(text: str) -> frozenset[str]:
    """Return every place that a text cites, lines one by one."""
    cited = (span.text for line in text.split("\n") for span in code_spans(line) if _CITED.fullmatch(span.text))
    return frozenset(place for citation in cited for place in (citation, *_spelled_out(citation)))


def is_held(citation: str, places: Iterable[str]) -> bool:
    """Whether each line that a citation names is one of the places."""
    known = frozenset(places)
    spelled = tuple(_spelled_out(citation))
    return citation in known or (bool(spelled) and known.issuperset(spelled))


def _spelled_out(citation: str) -> Iterator[str]:
    found = _LINES.fullmatch(citation)
    if found is not None and int(found["last"]) - int(found["first"]) < _LONGEST:
        yield from (f"{found['place']}:{line}" for line in range(int(found["first"]), int(found["last"]) + 1))
