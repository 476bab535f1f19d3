"""Change fields of manifest entries in place: of all other text not a character is written anew (SPEC 7.4)."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.manifest_fields import EntryPlace, places_in
from harvest_loop.adapters.manifest_lines import EntryLines, find_list, split_entries
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.yaml_files import REMEDY, manifest_path
from harvest_loop.adapters.yaml_nodes import UnreadableYamlError
from harvest_loop.adapters.yaml_text import field_line, value_text
from harvest_loop.errors import ManifestError
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.verification import EntryChange, FieldValue, Spliced

_ID = re.compile(r"""\bid["']?\s*:\s*["']?([\w.-]+)""")
_NO_ID = "the manifest has no entry of this id"
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class CannotSpliceError(Exception):
    """This entry can't be changed without touching more than the fields that were asked for; says why."""


class _Found(NamedTuple):
    """An entry, the lines that hold it, and their text as it stands: up to where the next entry begins."""

    lines: EntryLines
    text: str
    place: EntryPlace


def set_entries(root: Path, changes: Sequence[EntryChange], settings: HubSettings | None = None) -> Spliced:
    """Make all changes in one write and say which entries hold them now; one that can't be changed is left alone.

    Raises:
        ManifestError: the manifest doesn't parse.
        HubError: it can't be read or written.
    """
    path = manifest_path(settings or HubSettings())
    done = [Spliced()]

    def edit(text: str | None) -> str:
        after, spliced = _spliced(text or "", changes, path)
        done.append(spliced)
        return after

    if not changes:
        return Spliced()
    if not (root / path).exists():
        return Spliced(left_alone=tuple((change.id, _NO_ID) for change in changes))
    hub_files.change(root, path, edit)
    return done[-1]


def _spliced(text: str, changes: Sequence[EntryChange], path: str) -> tuple[str, Spliced]:
    found = _find(text, frozenset(change.id for change in changes), path)
    new_texts: dict[int, str] = {}
    changed: list[str] = []
    left: list[tuple[str, str]] = []
    for change in changes:
        try:
            one = _only(found.get(change.id, []))
            first = one.lines.first
            present, place = (new_texts[first], None) if first in new_texts else (one.text, one.place)
            new_texts[first] = splice(present, change, place)
            changed.append(change.id)
        except CannotSpliceError as error:
            left.append((change.id, str(error)))
    return _with_lines(text, found, new_texts), Spliced(changed=tuple(changed), left_alone=tuple(left))


def _only(found: list[_Found]) -> _Found:
    if not found:
        raise CannotSpliceError(_NO_ID)
    if len(found) > 1:
        lines = ", ".join(str(one.lines.first) for one in found)
        raise CannotSpliceError(f"its id stands {len(found)} times (lines {lines})")
    return found[0]


def _find(text: str, wanted: frozenset[str], path: str) -> dict[str, list[_Found]]:
    """Return where each wanted entry stands; only what may be one is parsed."""
    start = find_list(text)
    if isinstance(start, int) or start is None:
        return {}
    found: dict[str, list[_Found]] = {}
    last = text.count("\n") + 1
    for lines in split_entries(text, start):
        if wanted.isdisjoint(_ID.findall(lines.text)):
            continue
        whole = lines.text if lines.first + len(lines.lines) > last else f"{lines.text}\n"
        try:
            places = places_in(whole)
        except UnreadableYamlError as error:
            where = f"{path}:{lines.first + error.line - 1}"
            raise ManifestError(error.reason, where=where, remedy=REMEDY) from error
        for place in places:
            name = place.text_of("id") or ""
            if name in wanted:
                found.setdefault(name, []).append(_Found(lines, whole, place))
    return found


def _with_lines(text: str, found: Mapping[str, list[_Found]], new_texts: Mapping[int, str]) -> str:
    """Put the new text of entries in place of their lines."""
    lines = text.split("\n")
    ends = {one.lines.first: one.lines.first - 1 + len(one.lines.lines) for many in found.values() for one in many}
    for first in sorted(new_texts, reverse=True):
        is_last = ends[first] == len(lines)
        new = new_texts[first] if is_last else new_texts[first].removesuffix("\n")
        lines[first - 1 : ends[first]] = new.split("\n")
    return "\n".join(lines)


def splice(text: str, change: EntryChange, place: EntryPlace | None = None) -> str:
    """Return the lines of an entry with the new values; `place` is where its fields stand, if that is known.

    Raises:
        CannotSpliceError: something else would change with them, or what is expected there is not.
    """
    before = _place_of(text, change.id) if place is None else place
    if all(_holds(before, key, value) for key, value in change.fields.items()):
        return text  # a run that was cut off here wrote it already
    for key, expected in change.expected.items():
        if _without_null(before.text_of(key)) != _without_null(expected):
            raise CannotSpliceError(f"its {key} was changed in between")
    pieces = _replacements(before, change)
    new = {key: value for key, value in change.fields.items() if before.field(key) is None}
    for extra in _additions(text, before, new) if new else ((),):
        after = _put(text, (*pieces, *extra))
        if _says(after, before, change):
            return after
    raise CannotSpliceError("its fields can't be changed one by one as it is written")


Piece = tuple[int, int, str]


def _replacements(entry: EntryPlace, change: EntryChange) -> list[Piece]:
    pieces: list[Piece] = []
    for key, value in change.fields.items():
        field = entry.field(key)
        if field is None:
            continue
        if field.why_not:
            raise CannotSpliceError(f"its {key} can't be changed by itself: {field.why_not}")
        remark = change.remarks.get(key, "")
        if remark and entry.flow:
            raise CannotSpliceError(f"its {key} stands in braces, where a remark has no place")
        was = f"  # was: {_SPACE.sub(' ', redact(remark)).strip()}" if remark else ""
        blank = " " if field.missing else ""
        pieces.append((field.start, field.end, f"{blank}{value_text(key, value)}{was}{field.comment}"))
    return pieces


def _additions(text: str, entry: EntryPlace, new: Mapping[str, FieldValue]) -> tuple[tuple[Piece, ...], ...]:
    """Where the fields that the entry lacks can go: below its last field, or above where that would change the last."""
    lines = [field_line(key, value) for key, value in new.items()]
    if entry.flow:
        comma = "" if text[: entry.end].rstrip().endswith((",", "{")) else ", "
        return (((entry.end, entry.end, comma + ", ".join(lines)),),)
    if entry.indent is None:
        raise CannotSpliceError("its keys are marked with '?'")
    margin = " " * entry.indent
    below = _end_of_line(text, entry.end)
    above = entry.fields[-1].at
    return (
        ((below, below, "".join(f"\n{margin}{line}" for line in lines)),),
        ((above, above, "".join(f"{line}\n{margin}" for line in lines)),),
    )


def _end_of_line(text: str, end: int) -> int:
    if text[end - 1] in "\r\n":
        return end - 1
    ends = [at for mark in "\r\n" if (at := text.find(mark, end)) >= 0]
    return min(ends, default=len(text))


def _put(text: str, pieces: Sequence[Piece]) -> str:
    """The text with the pieces in it, the later of two at one place behind the earlier."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(pieces, key=lambda piece: piece[0]):
        parts += [text[at:start], new]
        at = end
    return "".join(parts) + text[at:]


def _says(text: str, before: EntryPlace, change: EntryChange) -> bool:
    """Whether the text reads as meant: the new values, and every other value as it was."""
    try:
        after = _place_of(text, change.id)
    except (UnreadableYamlError, CannotSpliceError):
        return False
    if Counter(field.key for field in after.fields).most_common(1)[0][1] > 1:
        return False
    new = {key: _as_text(value) for key, value in change.fields.items()}
    kept = [(field.key, field.meaning) for field in before.fields if field.key not in new]
    left = [(field.key, field.meaning) for field in after.fields if field.key not in new]
    return kept == left and all(after.text_of(key) == value for key, value in new.items())


def _place_of(text: str, entry_id: str) -> EntryPlace:
    found = [place for place in places_in(text) if place.text_of("id") == entry_id]
    if len(found) != 1:
        raise CannotSpliceError(f"its id stands {len(found)} times in its lines")
    return found[0]


def _holds(entry: EntryPlace, key: str, value: FieldValue) -> bool:
    """Whether the field has this value already, as every loader reads it."""
    field = entry.field(key)
    if field is None or field.missing or field.plain_text != _as_text(value):
        return False
    new = value_text(key, value)
    return field.quoted == new.startswith('"') or (isinstance(value, str) and not new.startswith('"'))


def _without_null(text: str | None) -> str:
    return "" if text in (None, "null", "~") else str(text)


def _as_text(value: FieldValue) -> str:
    """A value as the parser gives it back: the text of a scalar."""
    if isinstance(value, str):
        return redact(value)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else repr(value)
