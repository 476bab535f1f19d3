"""Compare the memory index with the files beside it, by exact name (SPEC 4.13)."""

import re
from collections.abc import Iterator

from harvest_loop.domain.markdown import MarkdownLine, link_targets, linked_names, markdown_lines
from harvest_loop.domain.references import broken_memories
from harvest_loop.schemas.hub import HealthFinding, Memory, MemoryPage

INDEX = "MEMORY.md"


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


def _index_orphans(memory: Memory, index: str) -> Iterator[HealthFinding]:
    by_fold = {name.casefold(): name for name in memory.files}
    for line, name in _linked(memory, index):
        if name in memory.files or name == INDEX or _is_kept_away(name):
            continue
        other = by_fold.get(name.casefold())
        yield HealthFinding(
            severity="should",
            kind="INDEX-ORPHAN",
            path=f"{memory.folder}/{INDEX}",
            line=line.number,
            message=f"'{name}' does not exist" + (f"; on disk it is '{other}'" if other else ""),
            remedy="correct the name" if other else "take the line out, or bring the file back",
        )


def _file_orphans(memory: Memory, index: str) -> Iterator[HealthFinding]:
    linked = {name for _, name in _linked(memory, index)}
    called = {name for line in markdown_lines(index) if line.kind != "code" for name in linked_names(line.text)}
    by_name = {page.file for page in memory.pages if page.name in called}
    shown = "\n".join(line.text for line in markdown_lines(index))
    for name in memory.files:
        if name in by_name or name.removesuffix(".md").rpartition("/")[2] in called:
            continue
        if name not in linked and not _is_kept_away(name) and not _is_named(name, shown):
            yield HealthFinding(
                severity="recommended",
                kind="FILE-ORPHAN",
                path=f"{memory.folder}/{name}",
                message=f"no line of {INDEX} names it",
                remedy=f"add a line to {memory.folder}/{INDEX}, or archive the file",
            )


def _linked(memory: Memory, index: str) -> Iterator[tuple[MarkdownLine, str]]:
    """Yield the names inside the folder that real links of the index point at."""
    for line in markdown_lines(index):
        if line.kind == "code":
            continue
        for target in link_targets(line.text):
            name = _name_below(memory.folder, target)
            if name:
                yield line, name


def _name_below(folder: str, target: str) -> str:
    path = target.removeprefix("/") if target.startswith(f"/{folder}/") else target
    if path.startswith("/"):
        return ""
    parts = [part for part in path.removeprefix(f"{folder}/").split("/") if part not in ("", ".")]
    return "" if ".." in parts else "/".join(parts)


def _is_kept_away(name: str) -> bool:
    """Archived and hidden files are out of the index on purpose."""
    return any(part.startswith(".") or part in ("archive", "_archive") for part in name.split("/")[:-1])


def _is_named(name: str, text: str) -> bool:
    """Say whether the text holds exactly this name: `a.md` is not in `data.md`."""
    return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", text) is not None
