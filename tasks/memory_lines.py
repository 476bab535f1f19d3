"""Look at the memory folders without the engine: what is stale in them, and the lines that ask about it (SPEC 4.4)."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.memory_roots import (
    FoundMemory,
    archive_name,
    certainly_gone,
    find_roots,
    ignored_names,
    is_archived,
    read_raw,
    secret_lines,
)
from harvest_loop.adapters.named_things import Looked, Places
from harvest_loop.adapters.redaction import redact, redact_model
from harvest_loop.adapters.yaml_files import read_frontmatter
from harvest_loop.domain import memory_ages
from harvest_loop.domain.index_lines import IndexFile, dead_lines, unnamed, unsayable
from harvest_loop.domain.markdown import link_targets
from harvest_loop.domain.memory_index import orphan_links
from harvest_loop.domain.memory_lines import MemoryFile, archive_line, in_asking_order, inbound_references, update_line
from harvest_loop.domain.quoting import count_of
from harvest_loop.errors import HubError
from harvest_loop.schemas.curation import CurationLine, MemoryRoot, MemoryStanding
from harvest_loop.schemas.hub import Frontmatter, FrontmatterValue, MemoryPage
from harvest_loop.schemas.opened_hub import OpenedHub


class MemoryLook(NamedTuple):
    """Everything that a look at the memory folders came to."""

    roots: tuple[MemoryRoot, ...]
    standings: tuple[MemoryStanding, ...]
    stale: tuple[CurationLine, ...]
    notes: tuple[str, ...]


class IndexLook(NamedTuple):
    """What is to become of index lines and of files that nothing names."""

    automatic: tuple[CurationLine, ...] = ()
    asked: tuple[CurationLine, ...] = ()
    refused: tuple[str, ...] = ()


def look_at_memory(opened: OpenedHub, field: Path, *, now: int, zone: str) -> MemoryLook:
    """Return every memory's age and what of the stale ones is still true; nothing is written."""
    hub, today = Path(opened.hub.root), local_day(now, zone)
    roots, found = find_roots(hub, field, opened.settings)
    standings: list[MemoryStanding] = []
    lines: list[CurationLine] = []
    notes = [f"{root.label}: {root.why}" for root in roots if root.why]
    for one in found:
        looked = _Folder(opened, one, Places((hub, field), Path(one.root.root)), today, zone)
        mine = [looked.standing(page) for page in one.memory.pages if not is_archived(page.file)]
        standings += mine
        lines += [line for each in in_asking_order(mine) if (line := looked.line(each)) is not None]
        notes += looked.notes
    return MemoryLook(roots, tuple(standings), _sayable(lines), tuple(dict.fromkeys(notes)))


def look_at_index(opened: OpenedHub, field: Path) -> IndexLook:
    """Return what is wrong with the indexes; only the hub's own is ever changed without a word."""
    found = find_roots(Path(opened.hub.root), field, opened.settings)[1]
    automatic: list[CurationLine] = []
    asked: list[CurationLine] = []
    refused: list[str] = []
    for one in found:
        index = index_of(opened, one)
        refused += [_left_alone(one)] if _index_unusable(one) else []
        if index is None or one.memory.reason is not None:
            continue
        edits = dead_lines(index)
        descriptions = {page.file: _described(page) for page in one.memory.pages}
        own = one.root.in_hub is not None
        automatic += edits.automatic if own else ()
        asked += (*(() if own else edits.automatic), *edits.asked, *unnamed(index, descriptions))
        refused += [edits.refused] if edits.refused else []
        refused += [f"{one.root.label}: no line of the index can name {name}" for name in unsayable(index)]
    said, sayable = _sayable(automatic), _sayable(asked)
    if secret := len(automatic) + len(asked) - len(said) - len(sayable):
        refused.append(f"{count_of(secret, 'change')} of an index not made: what looks like a secret stands there")
    return IndexLook(said, sayable, tuple(refused))


def _sayable(lines: Iterable[CurationLine]) -> tuple[CurationLine, ...]:
    """The lines whose change can be written down as it is: without a secret, in a file's name too."""
    return tuple(line for line in lines if all(redact_model(part) == part for part in line.parts))


def index_of(opened: OpenedHub, found: FoundMemory) -> IndexFile | None:
    """Return a folder's index with what its lines must be judged by; None: there is none that can be read."""
    if found.raw_index is None:
        return None
    place, memory = Path(found.root.root), found.memory
    text = found.raw_index.text.removeprefix("\ufeff").replace("\r\n", "\n")
    names = [orphan.name for orphan in orphan_links(memory, text)]
    in_hub = found.root.in_hub
    return IndexFile(
        memory=memory,
        raw=found.raw_index.text,
        label="" if in_hub is not None else found.root.label,
        gone=certainly_gone(place, names),
        ignored=frozenset() if in_hub is None else ignored_names(Path(opened.hub.root), in_hub, names),
        secret=secret_lines(found.raw_index.text),
    )


class _Folder:
    """One memory folder while its pages are looked at."""

    def __init__(self, opened: OpenedHub, found: FoundMemory, places: Places, today: str, zone: str) -> None:
        self._opened, self._found, self._places = opened, found, places
        self._today, self._zone = today, zone
        self._index = index_of(opened, found)
        self._verified: dict[str, memory_ages.Verified] = {}
        self.notes: list[str] = []

    def standing(self, page: MemoryPage) -> MemoryStanding:
        label = self._found.root.label
        if page.reason is not None:
            self.notes.append(f"{label}: {page.file}: {page.reason}")
            return MemoryStanding(root=label, file=page.file, type="", age=None, word="unreadable")
        keys = _keys(page)
        kind, said = memory_ages.type_of(keys), memory_ages.modified_day(keys)
        time = self._found.times.get(page.file)
        file_day = None if time is None else local_day(int(time), self._zone)
        age = memory_ages.age_of(said, file_day, self._today)
        standing = MemoryStanding(root=label, file=page.file, type=kind, age=age, word="fresh")
        if memory_ages.never_stale(kind, page.text, list(self._lines_about(page.file))):
            return standing.model_copy(update={"word": "never stale"})
        return self._verify(page, standing) if memory_ages.is_stale(kind, age) else standing

    def line(self, standing: MemoryStanding) -> CurationLine | None:
        """Return the line that asks about a stale memory; None where its file can't be changed as shown."""
        file = self._file(standing.file)
        if file is None:
            return None
        looked = self._verified[standing.file]
        if standing.word == "UPDATED":
            return update_line(file, standing, looked.renamed)
        if _index_unusable(self._found):  # its lines about the memory could not go with it
            self.notes.append(_left_alone(self._found))
            return None
        memory = self._found.memory
        own = next((page.name for page in memory.pages if page.file == standing.file), "")
        inbound = inbound_references(standing.file, own, memory.pages, self._opened.hub.assets, file.path)
        to = archive_name(standing.file, memory.files)
        return archive_line(file, standing, self._index, to=to, inbound=inbound)

    def _verify(self, page: MemoryPage, standing: MemoryStanding) -> MemoryStanding:
        named = memory_ages.named_in(page.text)
        looked = (*self._places.look_for_paths(named.paths), *self._places.look_for_commits(named.commits))
        verified = _verified(looked)
        self._verified[page.file] = verified
        grounds = memory_ages.grounds_for(standing.age, standing.type, verified, named.web)
        word = memory_ages.word_for(standing.type, verified)
        return standing.model_copy(update={"word": word, "grounds": tuple(redact(text) for text in grounds)})

    def _file(self, name: str) -> MemoryFile | None:
        root = self._found.root
        try:
            raw = read_raw(Path(root.root), name)
        except HubError as error:
            self.notes.append(f"{root.label}: {name}: {error.what}")
            return None
        if raw is None:
            return None
        path, label = (name, root.label) if root.in_hub is None else (f"{root.in_hub}/{name}", "")
        return MemoryFile(name, path, label, raw.text, raw.sha256, secret_lines(raw.text))

    def _lines_about(self, name: str) -> Iterator[str]:
        for line in (self._found.memory.index or "").split("\n"):
            if any(target.removeprefix("./") == name for target in link_targets(line)):
                yield line


def _index_unusable(found: FoundMemory) -> bool:
    """Whether there is an index that can be read, and not changed."""
    return found.raw_index is None and found.memory.index is not None


def _left_alone(found: FoundMemory) -> str:
    return f"{found.root.label}: MEMORY.md holds merge markers, or changed while it was read: left alone"


def _verified(looked: Sequence[Looked]) -> memory_ages.Verified:
    return memory_ages.Verified(
        holds=tuple(one.name for one in looked if one.state == "holds"),
        gone=tuple(one.name for one in looked if one.state == "gone"),
        renamed=tuple((one.name, one.now) for one in looked if one.now is not None),
    )


def _keys(page: MemoryPage) -> dict[str, FrontmatterValue]:
    front = read_frontmatter(page.text)
    return front.keys if isinstance(front, Frontmatter) else {}


def _described(page: MemoryPage) -> str:
    value = _keys(page).get("description")
    return value if isinstance(value, str) else ""
