"""Reads lines that follow each other in one file as one text, so that what wraps there can be found again."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.rules_found import plain_text
from harvest_loop.domain.shell_lines import joined, without_mark
from harvest_loop.schemas.patterns import Pointer


def wrapped_texts(pointers: Sequence[Pointer]) -> Iterator[str]:
    """Yield each run of following lines as one text: as a command, as a comment, and as prose goes on."""
    placed = {(place.sha, place.path or "", place.line): place for place in pointers if place.line is not None}
    run: list[Pointer] = []
    for place in (placed[key] for key in sorted(placed)):
        if run and not _follows(run[-1], place):
            yield from _read(run)
            run = []
        run.append(place)
    yield from _read(run)


def _follows(one: Pointer, other: Pointer) -> bool:
    return (one.sha, one.path) == (other.sha, other.path) and other.line == (one.line or 0) + 1


def _read(run: Sequence[Pointer]) -> Iterator[str]:
    if len(run) > 1:
        texts = [place.quote for place in run]
        yield joined(texts)
        yield joined([without_mark(text) for text in texts])
        yield joined([plain_text(text) for text in texts])
