"""The memory folders of the hub, and of hosts that worked on hub or field: where they are and what they hold."""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.git_command import GitFailed, run_git
from harvest_loop.adapters.hub_walk import stands
from harvest_loop.adapters.memory_files import INDEX, read_folder
from harvest_loop.adapters.redaction import redact_lines
from harvest_loop.adapters.transcripts.listing import usual_homes
from harvest_loop.errors import HubError
from harvest_loop.schemas.curation import MemoryRoot
from harvest_loop.schemas.hub import Memory
from harvest_loop.schemas.settings import HubSettings

_NOT_PLAIN = re.compile(r"[^A-Za-z0-9]")
ARCHIVE = ".archive"
_UNMERGED = re.compile(r"^<{7} .*^>{7} ", re.MULTILINE | re.DOTALL)


class RawFile(NamedTuple):
    """A file's text as it stands on disk, mark and line ends included, and the sha256 of its bytes."""

    text: str
    sha256: str


class FoundMemory(NamedTuple):
    """A memory folder that exists, with all that a change of it has to know."""

    root: MemoryRoot
    memory: Memory
    raw_index: RawFile | None
    times: dict[str, float]
    """When each file was last changed, in seconds; a file whose time can't be told has none."""


def find_roots(hub: Path, field: Path, settings: HubSettings) -> tuple[tuple[MemoryRoot, ...], tuple[FoundMemory, ...]]:
    """Return every memory folder that could be there, absent ones too, and what those hold that exist (SPEC 4.4)."""
    roots: list[MemoryRoot] = []
    found: list[FoundMemory] = []
    for label, place, in_hub in _places(hub, field, settings):
        root = MemoryRoot(label=label, root=str(place), in_hub=in_hub)
        if not place.is_dir():
            roots.append(root)
            continue
        memory = read_folder(place, in_hub or "memory")
        live = [name for name in memory.files if not is_archived(name)]
        root = root.model_copy(update={"count": len(live), "why": memory.reason or _why_unread(place)})
        roots.append(root)
        found.append(FoundMemory(root, memory, _raw_or_none(place, INDEX), dict(_times(place, live))))
    return tuple(roots), tuple(found)


def is_archived(name: str) -> bool:
    """Say whether a memory was put away."""
    return any(part.startswith(".") or part in ("archive", "_archive") for part in name.split("/")[:-1])


def read_raw(place: Path, name: str) -> RawFile | None:
    """Return a file that may be changed in place, to the byte; None: there is none.

    Raises: HubError when it can't be read, is not UTF-8, or holds merge markers: what it says is not settled yet.
    """
    read = hub_files.read_bytes(place / name)
    if read is None:
        return None
    try:
        raw = RawFile(read[0].decode("utf-8"), hashlib.sha256(read[0]).hexdigest())
    except UnicodeDecodeError as error:
        raise HubError("is not UTF-8", where=str(place / name), remedy="save the file as UTF-8") from error
    if _UNMERGED.search(raw.text):
        raise HubError("holds merge markers", where=str(place / name), remedy="finish the merge")
    return raw


def secret_lines(text: str) -> frozenset[int]:
    """Return the numbers of the lines that would be written otherwise than they stand."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    shown = redact_lines(lines)
    if len(shown) != len(lines):
        return frozenset(range(1, len(lines) + 1))
    return frozenset(at for at, (one, other) in enumerate(zip(lines, shown, strict=True), start=1) if one != other)


def certainly_gone(place: Path, names: Iterable[str]) -> frozenset[str]:
    """Return the names at which nothing stands, of whatever kind; a folder that can't be entered hides nothing."""
    return frozenset(name for name in names if not stands(place / name) and _can_be_listed(place, name))


def ignored_names(hub: Path, folder: str, names: Iterable[str]) -> frozenset[str]:
    """Return the names that git ignores, unless it ignores the index too: then that tells nothing."""
    asked = sorted({*names, INDEX})
    try:
        told = run_git(  # it takes no pathspecs, literal or other
            hub,
            *("-c", "core.fsmonitor=false", "check-ignore", "--no-index", "-z", "--stdin"),
            stdin=b"".join(os.fsencode(f"{folder}/{name}") + b"\0" for name in asked),
            allow=(0, 1, 128),
        )
    except GitFailed:
        return frozenset()
    ignored = {os.fsdecode(path).removeprefix(f"{folder}/") for path in told.split(b"\0") if path}
    return frozenset() if INDEX in ignored else frozenset(ignored)


def _places(hub: Path, field: Path, settings: HubSettings) -> Iterator[tuple[str, Path, str | None]]:
    folder = settings.paths.memory.rstrip("/")
    yield "the hub's memory", hub / folder, folder
    homes = usual_homes(Path.home(), os.environ).claude_code
    projects = {"hub": hub} if _same(hub, field) else {"hub": hub, "field": field}
    for whose, project in projects.items():
        yield from _host_places(f"host memory of the {whose}", homes, project)


def _host_places(label: str, homes: tuple[Path, ...], project: Path) -> Iterator[tuple[str, Path, None]]:
    name = _NOT_PLAIN.sub("-", str(project))
    places = [home / "projects" / name / "memory" for home in homes]
    there = [place for place in places if place.is_dir()] or places[:1]
    for number, place in enumerate(there, start=1):
        yield label if number == 1 else f"{label} ({number})", place, None


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _times(place: Path, names: Iterable[str]) -> Iterator[tuple[str, float]]:
    for name in names:
        try:
            yield name, (place / name).stat().st_mtime
        except OSError:  # a link that leads nowhere: its age is unknown
            continue


def _raw_or_none(place: Path, name: str) -> RawFile | None:
    try:
        return read_raw(place, name)
    except HubError:
        return None


def _why_unread(place: Path) -> str:
    try:
        next(place.iterdir(), None)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _can_be_listed(place: Path, name: str) -> bool:
    """Whether the folder in which the name would stand was looked into."""
    folder = (place / name).parent
    while not stands(folder):
        folder = folder.parent
    return os.access(folder, os.R_OK | os.X_OK)


def archive_name(name: str, taken: Mapping[str, object] | Iterable[str]) -> str:
    """Return a free name for a memory that is put away."""
    known = set(taken)
    stem = name.removesuffix(".md")
    to, count = f"{ARCHIVE}/{name}", 1
    while to in known:
        count += 1
        to = f"{ARCHIVE}/{stem}-{count}.md"
    return to
