"""Compare the memory index with the files beside it, by exact name (SPEC 4.13)."""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from harvest_loop.domain.markdown import MarkdownLine, link_targets, linked_names, markdown_lines
from harvest_loop.domain.mentions import whole
from harvest_loop.domain.references import broken_memories
from harvest_loop.schemas.hub import HealthFinding, Memory, MemoryPage

INDEX = "MEMORY.md"


class Orphan(NamedTuple):
    """A link of the index to a file that is not there: its line, where it leads, and the file of another case."""

    line: MarkdownLine
    target: str
    name: str
    other: str | None


def check_memory(memory: Memory) -> tuple[HealthFinding, ...]:
    """Return INDEX-ORPHAN for each index line without its file, FILE-ORPHAN for each file without a line."""
    if memory.reason is not None:
        return (_unread(memory),)
    if memory.index is None:
        return (_without_index(memory),) if memory.files else ()
    return (*_index_orphans(memory, memory.index), *_file_orphans(memory, memory.index))


def check_names(memory: Memory, memories: frozenset[str] | None) -> Iterator[HealthFinding]:
    """Yield what the index and the memories link by `[[name]]` and nobody has, and each memory that can't be read.

    `memories` are the names there are; None: unknown.
    """
    for page in (MemoryPage(file=INDEX, text=memory.index or ""), *memory.pages):
        path = f"{memory.folder}/{page.file}"
        if page.reason is not None:
            message = f"the memory could not be read: {page.reason}; its links were not followed"
            yield HealthFinding(severity="should", kind="unreadable", path=path, message=message)
        for line in markdown_lines(page.text):
            if line.kind != "code":
                yield from broken_memories(path, line, memories)


def live_links(memory: Memory) -> tuple[str, ...]:
    """Return the files that a link of the index leads to, each once, in the index's order."""
    named = dict.fromkeys(name for _, name in _linked(memory, memory.index or ""))
    return tuple(name for name in named if name in memory.files)


def _unread(memory: Memory) -> HealthFinding:
    message = f"the memory index could not be read: {memory.reason}; its links were not compared"
    return HealthFinding(severity="must", kind="unreadable", path=f"{memory.folder}/{INDEX}", message=message)


def _without_index(memory: Memory) -> HealthFinding:
    return HealthFinding(
        severity="should",
        kind="no index",
        path=f"{memory.folder}/",
        message=f"{len(memory.files)} memory file(s) and no {INDEX} that names them",
        remedy=f"write {memory.folder}/{INDEX} with one link a file",
    )


def orphan_links(memory: Memory, index: str) -> Iterator[Orphan]:
    """Yield the real links of the index whose files are not there; archived and hidden ones are left out."""
    by_fold = {name.casefold(): name for name in memory.files}
    for line, target, name in _links(memory.folder, index):
        if name not in memory.files and name != INDEX and not _is_kept_away(name):
            yield Orphan(line, target, name, by_fold.get(name.casefold()))


def unnamed_files(memory: Memory, index: str) -> Iterator[str]:
    """Yield the files that no line of the index names and no page that it leads to, however far away, links."""
    text_of = {page.file: page.text for page in memory.pages}
    own_names = {page.file: page.name for page in memory.pages}
    linked: set[str] = set()
    called: set[str] = set()
    waiting = [("", index)]
    while waiting:
        place, text = waiting.pop()
        called.update(name for line in markdown_lines(text) if line.kind != "code" for name in linked_names(line.text))
        found = {name for _, _, name in _links(memory.folder, text, place)}
        found |= {name for name in memory.files if {own_names.get(name, ""), _stem(name)} & called}
        waiting += [(name.rpartition("/")[0], text_of[name]) for name in sorted(found - linked) if name in text_of]
        linked |= found
    shown = "\n".join(line.text for line in markdown_lines(index))
    for name in memory.files:
        if name not in linked and not _is_kept_away(name) and not _is_named(name, shown):
            yield name


def leads_to(line: str, folder: str, name: str) -> bool:
    """Say whether a line of the index is one line whose one link leads to this file, read as every other line is."""
    return len(line.splitlines()) == 1 and [found for _, _, found in _links(folder, line)] == [name]


def _stem(name: str) -> str:
    return name.removesuffix(".md").rpartition("/")[2]


def _index_orphans(memory: Memory, index: str) -> Iterator[HealthFinding]:
    for line, _, name, other in orphan_links(memory, index):
        yield HealthFinding(
            severity="should",
            kind="INDEX-ORPHAN",
            path=f"{memory.folder}/{INDEX}",
            line=line.number,
            message=f"'{name}' does not exist" + (f"; on disk it is '{other}'" if other else ""),
            remedy="correct the name" if other else "take the line out, or bring the file back",
        )


def _file_orphans(memory: Memory, index: str) -> Iterator[HealthFinding]:
    for name in unnamed_files(memory, index):
        yield HealthFinding(
            severity="recommended",
            kind="FILE-ORPHAN",
            path=f"{memory.folder}/{name}",
            message=f"no line of {INDEX} names it",
            remedy=f"add a line to {memory.folder}/{INDEX}, or archive the file",
        )


def _linked(memory: Memory, index: str) -> Iterator[tuple[MarkdownLine, str]]:
    """Yield the names inside the folder that real links of the index point at."""
    for line, _, name in _links(memory.folder, index):
        yield line, name


def _links(folder: str, text: str, place: str = "") -> Iterator[tuple[MarkdownLine, str, str]]:
    """Yield the links of a page at `place` in the folder: line, target as written, and name within the folder."""
    for line in markdown_lines(text):
        if line.kind == "code":
            continue
        for target in link_targets(line.text):
            name = _name_below(folder, target, place)
            if name:
                yield line, target, name


def _name_below(folder: str, target: str, place: str = "") -> str:
    """The name within the folder that a link of a page at `place` leads to; empty: it leads out."""
    path = target.removeprefix("/") if target.startswith(f"/{folder}/") else target
    if path.startswith("/"):
        return ""
    own = path.removeprefix(f"{folder}/")
    name = posixpath.normpath(own if own != path else posixpath.join(place, path))
    return "" if name == "." or ".." in name.split("/") else name


def _is_kept_away(name: str) -> bool:
    """Archived and hidden files are out of the index on purpose."""
    return any(part.startswith(".") or part in ("archive", "_archive") for part in name.split("/")[:-1])


def _is_named(name: str, text: str) -> bool:
    """Say whether the text holds exactly this name: `a.md` is not in `data.md`."""
    return whole(name).search(text) is not None
