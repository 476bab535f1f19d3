"""What the form asks about a stale memory: the literal update, or the move into the archive (SPEC 4.4, 4.13)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from harvest_loop.domain.curation import curation_line, nobody_misses
from harvest_loop.domain.index_lines import IndexFile, lines_that_name
from harvest_loop.domain.markdown import link_targets, linked_names, markdown_lines
from harvest_loop.domain.mentions import whole
from harvest_loop.domain.splices import shown_diff, splice_line
from harvest_loop.schemas.curation import CurationLine, MemoryStanding, MemoryWord, Move, Splice
from harvest_loop.schemas.hub import Asset, MemoryPage

ASKED: tuple[MemoryWord, ...] = ("UPDATED", "ARCHIVE CANDIDATE", "DRIFTED", "not verifiable")


class MemoryFile(NamedTuple):
    """One memory as it stands on disk."""

    name: str
    path: str
    label: str
    raw: str
    sha256: str
    secret: frozenset[int] = frozenset()

    @property
    def target(self) -> str:
        return f"{self.label}: {self.path}" if self.label else self.path


def in_asking_order(standings: Iterable[MemoryStanding]) -> list[MemoryStanding]:
    """The stale ones to ask about: the surest first, then the oldest."""
    asked = [one for one in standings if one.word in ASKED]
    return sorted(asked, key=lambda one: (ASKED.index(one.word), -(one.age or 0), one.root, one.file))


def update_line(file: MemoryFile, standing: MemoryStanding, renamed: Sequence[tuple[str, str]]) -> CurationLine | None:
    """Return the memory with new names for what was renamed; None where a line that holds one can't be rewritten."""
    splices: list[Splice] = []
    lines = file.raw.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for number, text in enumerate(lines, start=1):
        new = _renamed(text, renamed)
        if new != text and number in file.secret:
            return None
        if new != text:
            splices.append(splice_line(file.raw, number, new, path=file.path, root=file.label))
    if not splices:
        return None
    return curation_line(
        "memory update",
        title=f"{file.name} names what has another name by now",
        target=file.target,
        about=file.sha256,
        grounds=_grounds(standing),
        shown=shown_diff(file.path, file.raw, splices),
        forecast=nobody_misses(renamed[0][0]),
        splices=splices,
    )


def _renamed(text: str, renamed: Sequence[tuple[str, str]]) -> str:
    for old, now in renamed:
        text = now.join(whole(old).split(text))
    return text


def archive_line(
    file: MemoryFile, standing: MemoryStanding, index: IndexFile | None, *, to: str, inbound: Sequence[str]
) -> CurationLine:
    """Return the move of a memory into the archive, with the index lines that name it alone taken out."""
    folder = file.path.removesuffix(file.name)
    move = Move(root=file.label, path=file.path, to=folder + to, base_sha256=file.sha256)
    numbers = [] if index is None else [at for at in lines_that_name(index, file.name) if at not in index.secret]
    splices = tuple(splice_line(index.raw, at, None, path=index.path, root=index.label) for at in numbers if index)
    shown = f"move  {move.path}\n  to  {move.to}\n"
    if index is not None and splices:
        shown += "\n" + shown_diff(index.path, index.raw, splices)
    named = [("named by", f"{', '.join(inbound[:5])}; these go on naming it")] if inbound else []
    return curation_line(
        "archiving",
        title=f"{file.name} is stale: {standing.word}; it is moved, not deleted, after a snapshot of all memory",
        target=file.target,
        about=file.sha256,
        grounds=(*_grounds(standing), *named),
        shown=shown,
        forecast=nobody_misses(file.name.removesuffix(".md")),
        splices=splices,
        moves=(move,),
    )


def inbound_references(
    name: str, own_name: str, pages: Iterable[MemoryPage], assets: Iterable[Asset], path: str
) -> tuple[str, ...]:
    """Return where other memories and assets name this one: those references would lead nowhere."""
    stem = name.removesuffix(".md").rpartition("/")[2]
    found = []
    for place, text in (*((page.file, page.text) for page in pages), *((one.path, one.text) for one in assets)):
        if place == name:
            continue
        for line in markdown_lines(text):
            if line.kind != "code" and _names(line.text, {name, path}, {stem, own_name} - {""}):
                found.append(f"{place}:{line.number}")
    return tuple(found)


def _names(line: str, paths: set[str], names: set[str]) -> bool:
    return any(target.removeprefix("./") in paths for target in link_targets(line)) or any(
        name in names for name in linked_names(line)
    )


def _grounds(standing: MemoryStanding) -> tuple[tuple[str, str], ...]:
    return (("finding", f"MEM-STALE, {standing.word}"), *(("", text) for text in standing.grounds))
