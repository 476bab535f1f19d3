"""Parts Markdown that a commit added into prose and fenced blocks, also where the diff begins in the middle of one."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.schemas.evidence import AddedLine

_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,})\s*(?P<info>[^`]*)$")
_MARKDOWN = frozenset({"markdown", "md", "mdx"})
_LANGUAGE = re.compile(r"[\w+-]*")


class Stretch(NamedTuple):
    """Lines that follow each other: prose (no language), or what a block holds, without its fences."""

    lines: tuple[AddedLine, ...]
    language: str | None


def stretches_in(lines: Sequence[AddedLine]) -> Iterator[Stretch]:
    """Yield prose and blocks in order, without the fences.

    A diff shows parts of a file. What a gap parts is read apart: nobody knows what stands between. A run of lines that
    doesn't begin the file may begin inside a block. There a bare fence before one that names its language closes that
    block, of which nobody knows what it holds: it is left out. A bare fence alone opens or closes; what stands around
    it is read as prose, since that makes no command of it.
    """
    for run in _runs(lines):
        yield from _parted(run)


def _runs(lines: Sequence[AddedLine]) -> Iterator[list[AddedLine]]:
    run: list[AddedLine] = []
    for line in lines:
        if run and line.number != run[-1].number + 1:
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _parted(run: Sequence[AddedLine]) -> Iterator[Stretch]:
    fences = [(at, found) for at, line in enumerate(run) if (found := _FENCE.match(line.text)) is not None]
    if run[0].number > 1 and fences and _closes_first([found for _, found in fences]):
        first = fences.pop(0)[0]
        if not fences:
            yield Stretch(tuple(run[:first]), None)
        run, fences = run[first + 1 :], [(at - first - 1, found) for at, found in fences]
    start = depth = 0
    opened: re.Match[str] | None = None
    for at, found in fences:
        depth = _depth_after(found, opened, depth)
        if depth == 0 or opened is None:
            inside = tuple(run[start:at])
            if opened is not None or inside:
                yield Stretch(inside, _language(opened))
            opened = found if opened is None else None
            start = at + 1
    if opened is not None or start < len(run):
        yield Stretch(tuple(run[start:]), _language(opened))


def _depth_after(found: re.Match[str], opened: re.Match[str] | None, depth: int) -> int:
    """In how many blocks the next line stands: a block that shows Markdown holds blocks, any other holds none."""
    if opened is None:
        return 1
    if found["mark"][0] != opened["mark"][0] or len(found["mark"]) < len(opened["mark"]):
        return depth
    if not found["info"].strip():
        return depth - 1
    return depth + 1 if _language(opened) in _MARKDOWN else depth


def _closes_first(fences: Sequence[re.Match[str]]) -> bool:
    """Whether the first fence of a run that may begin anywhere is the end of a block that was there before."""
    bare = not fences[0]["info"].strip()
    return bare and (len(fences) == 1 or bool(fences[1]["info"].strip()))


def _language(opened: re.Match[str] | None) -> str | None:
    found = None if opened is None else _LANGUAGE.match(opened["info"].strip())
    return None if found is None else found[0].lower()
