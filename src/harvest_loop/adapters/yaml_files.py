"""The door to YAML that people write: frontmatter and the edit manifest, read, appended to, never dumped (SPEC 7.4)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.manifest_lines import (
    EntryLines,
    ListStart,
    end_of_document,
    find_list,
    place_behind_last,
    plain_values,
    split_entries,
)
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.yaml_nodes import UnreadableYamlError, compose, items_of, keys_of
from harvest_loop.adapters.yaml_text import list_item
from harvest_loop.errors import HubError, ManifestError
from harvest_loop.schemas.hub import Frontmatter, FrontmatterFailure, FrontmatterValue, HealthFinding, ManifestFound
from harvest_loop.schemas.records import ManifestEntry, ValidationStatus
from harvest_loop.schemas.settings import HubSettings

BLOCK_LIMIT = 64 * 1024
WHOLE_PARSE_LIMIT = 256 * 1024
PARSED_ENTRIES_LIMIT = 800

_OPENING = re.compile(r"---[ \t]*(#.*)?")
_CLOSING = re.compile(r"(---|\.\.\.)[ \t]*(#.*)?")
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_ID_LINE = re.compile(r"^[ -]*id:[ ]+['\"]?([\w.-]+)", re.MULTILINE)
_EMPTY_LIST = re.compile(r"[ \t]*\[[ \t]*\][ \t]*(#.*)?")
REMEDY = "mend the file by hand; nothing was written"


def read_frontmatter(text: str) -> Frontmatter | FrontmatterFailure:
    """Split a file into its frontmatter, every scalar as the text stands, and its body (SPEC 2)."""
    lines = normalise(text).split("\n")
    opening = _opening_line(lines)
    if opening is None:
        return Frontmatter(present=False, body="\n".join(lines))
    closing = next((at for at in range(opening + 1, len(lines)) if _CLOSING.fullmatch(lines[at])), None)
    if closing is None:
        return FrontmatterFailure(reason="the frontmatter is opened by '---' and never closed", line=opening + 1)
    try:
        keys = _keys_of_block("\n".join([*lines[opening + 1 : closing], ""]))
    except UnreadableYamlError as error:
        return FrontmatterFailure(reason=error.reason, line=opening + 1 + error.line)
    return Frontmatter(keys=keys, body="\n".join(lines[closing + 1 :]), first_body_line=closing + 2)


def normalise(text: str) -> str:
    """Return the text with LF line ends and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


_STATUSES = frozenset(get_args(ValidationStatus))


def manifest_path(settings: HubSettings) -> str:
    """Return the manifest's place below the hub root (SPEC 2)."""
    return f"{settings.paths.meta.rstrip('/')}/edit_manifest.yaml"


def append_manifest_entry(root: Path, entry: ManifestEntry, settings: HubSettings | None = None) -> None:
    """Add one entry at the end of the manifest, creating it; no other line changes or is parsed (SPEC 7.4).

    Raises:
        ManifestError: what is there is no list of entries.
        HubError: it can't be read or written.
    """
    path = manifest_path(settings or HubSettings())
    values = entry.model_dump(mode="json")

    def behind_last(data: bytes) -> tuple[int, bytes] | None:
        found = place_behind_last(data)
        return None if found is None else (found[0], _item_bytes(values, data, *found))

    def with_entry(present: str | None) -> str:
        text = present or ""
        start, end = _start_of_list(text, path), end_of_document(text)
        before = _room_for_one_more(text[:end], start)
        return before + list_item(values, start.indent if start else 0) + text[end:]

    if not hub_files.put_in(root, path, behind_last):
        hub_files.change(root, path, with_entry)


def _item_bytes(values: Mapping[str, object], data: bytes, at: int, start: ListStart, newline: str) -> bytes:
    """The entry in the form of the file: its line ends, and no last one where it has none."""
    text = redact(list_item(values, start.indent))
    gap = "" if data[:at].endswith(b"\n") else "\n"
    text = gap + (text.rstrip("\n") if gap and at == len(data) else text)
    return text.replace("\n", newline).encode("utf-8", "replace")


def check_manifest(root: Path, settings: HubSettings | None = None) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the ids of the manifest and notes on what is wrong but left alone (SPEC 7.3, 10.1).

    Raises:
        ManifestError: the manifest doesn't parse; names the line.
    """
    settings = settings or HubSettings()
    found = read_manifest(root, settings)
    path = manifest_path(settings)
    oddities = (*((odd, "; left alone") for odd in _oddities(found)), *((odd, "") for odd in _older_statuses(found)))
    notes = tuple(f"{path}:{line}: {message}{fate}" for (line, message), fate in oddities)
    return frozenset(each.id for each in found if each.id), notes


def examine_manifest(root: Path, settings: HubSettings | None = None) -> tuple[HealthFinding, ...]:
    """Return what is wrong with the manifest as findings; that it doesn't parse is one of them."""
    path = manifest_path(settings or HubSettings())
    try:
        found = read_manifest(root, settings)
    except ManifestError as error:
        line = error.where.rpartition(":")[2] if error.where else ""
        place = int(line) if line.isdigit() else None
        return (
            HealthFinding(severity="must", kind="manifest", path=path, line=place, message=error.what, remedy=REMEDY),
        )
    return tuple(
        HealthFinding(severity="should", kind="manifest", path=path, line=line, message=message)
        for line, message in (*_oddities(found), *_older_statuses(found))
    )


def read_manifest(root: Path, settings: HubSettings | None = None) -> tuple[ManifestFound, ...]:
    """Return every entry, each value as its text stands, in the file's order; none where there is no manifest.

    Raises:
        ManifestError: the manifest doesn't parse.
    """
    path = manifest_path(settings or HubSettings())
    try:
        file = hub_files.read_file(root / path)
    except HubError as error:
        raise ManifestError(error.what, where=path, remedy=REMEDY) from error
    if file is None:
        return ()
    start = _start_of_list(file.text, path)
    try:
        return () if start is None else tuple(_parsed_one_by_one(split_entries(file.text, start)))
    except UnreadableYamlError as error:
        return _parsed_as_a_whole(file.text, path, error)


def _opening_line(lines: Sequence[str]) -> int | None:
    """Find the opening fence: the first line, or the first after YAML directives."""
    at = 0
    while at < len(lines) and lines[at].startswith("%"):
        at += 1
    return at if at < len(lines) and _OPENING.fullmatch(lines[at]) else None


def _keys_of_block(block: str) -> dict[str, FrontmatterValue]:
    if len(block) > BLOCK_LIMIT:
        raise UnreadableYamlError(f"the frontmatter is longer than {BLOCK_LIMIT // 1024} KB", 1)
    root = compose(block)
    return {} if root is None else keys_of(root)


def _start_of_list(text: str, path: str) -> ListStart | None:
    """Return where the entries begin; None where there is none yet."""
    start = find_list(text)
    if not isinstance(start, int):
        return start
    if not _EMPTY_LIST.fullmatch(text.split("\n")[start - 1]):
        raise ManifestError("it is no list of '- id: …' entries", where=f"{path}:{start}", remedy=REMEDY)
    return None


def _parsed_one_by_one(entries: Iterable[EntryLines]) -> Iterator[ManifestFound]:
    """Yield the entries; only those that are not plain lines meet the parser, which is slow, and only so many."""
    slow = 0
    for entry in entries:
        plain = plain_values(entry)
        slow += plain is None
        if plain is not None:
            yield ManifestFound(id=plain.get("id", ""), line=entry.first, keys=dict(plain))
        elif slow <= PARSED_ENTRIES_LIMIT:
            yield from _parsed(entry.text, entry.first)
        else:
            yield _not_parsed(entry)


def _not_parsed(entry: EntryLines) -> ManifestFound:
    found = _ID_LINE.search(entry.text)
    return ManifestFound(id=found[1] if found else "", line=entry.first, keys={}, parsed=False)


def _parsed_as_a_whole(text: str, path: str, error: UnreadableYamlError) -> tuple[ManifestFound, ...]:
    """Give an entry that can't be read alone, for an anchor say, its second chance; a long file has none."""
    if len(text) > WHOLE_PARSE_LIMIT:
        raise ManifestError(error.reason, where=f"{path}:{error.line}", remedy=REMEDY) from error
    try:
        return tuple(_parsed(text, 1))
    except UnreadableYamlError as second:
        raise ManifestError(second.reason, where=f"{path}:{second.line}", remedy=REMEDY) from second


def _parsed(text: str, first: int) -> Iterator[ManifestFound]:
    try:
        for node in items_of(compose(text)):
            keys = keys_of(node)
            yield ManifestFound(id=str(keys.get("id", "")), line=first + node.start_mark.line, keys=keys)
    except UnreadableYamlError as error:
        raise UnreadableYamlError(error.reason, first + error.line - 1) from error


def _oddities(found: Sequence[ManifestFound]) -> Iterator[tuple[int, str]]:
    """Yield line and wording of what is wrong and yet readable."""
    lines_of: dict[str, list[int]] = {}
    for entry in found:
        lines_of.setdefault(entry.id, []).append(entry.line)
        day = entry.keys.get("date", "")
        if entry.parsed and not (isinstance(day, str) and _DAY.fullmatch(day)):
            yield entry.line, f"'{day}' is no date (YYYY-MM-DD), in {_name_of(entry)}"
    for name, lines in lines_of.items():
        places = ", ".join(str(line) for line in lines)
        if not name:
            yield lines[0], f"{len(lines)} of the entries have no id (lines {places})"
        elif len(lines) > 1:
            yield lines[-1], f"the id {name} stands {len(lines)} times (lines {places})"
    unparsed = [entry.line for entry in found if not entry.parsed]
    if unparsed:
        yield unparsed[0], f"{len(unparsed)} entries that are not plain 'key: value' lines were not checked"


def _older_statuses(found: Sequence[ManifestFound]) -> Iterator[tuple[int, str]]:
    """Yield line and wording of statuses that step 0-c puts into today's words, or asks a person about."""
    for entry in found:
        status = entry.keys.get("validation_status", "pending")
        if entry.parsed and status not in _STATUSES:
            yield entry.line, f"'{status}' is a status of an older kind, in {_name_of(entry)}"


def _name_of(entry: ManifestFound) -> str:
    return entry.id or "an entry without id"


def _room_for_one_more(present: str, start: ListStart | None) -> str:
    """Return the text as it stands, ended by a newline; an empty `[]` makes way for it, its comment stays."""
    if start is None:
        lines = [_without_empty_list(line) for line in present.split("\n")]
        present = "\n".join(line for line in lines if line is not None)
    return present if not present or present.endswith("\n") else present + "\n"


def _without_empty_list(line: str) -> str | None:
    found = _EMPTY_LIST.fullmatch(line)
    return found[1] if found else line
