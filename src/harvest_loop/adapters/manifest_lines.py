"""Split the manifest into entries by line, and see without a parser that a plain one is sound (SPEC 7.4)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

LONGEST_LINE = 4_000

_PREAMBLE = re.compile(r"\s*(#.*)?|---[ \t]*(#.*)?|%.*")
_DASH = re.compile(r"( *)- ")
_PLAIN_LINE = re.compile(
    r"""
    (?P<margin>\ *)(?P<key>[A-Za-z_][\w-]*):
    (?:\ +(?P<value>
        "(?:[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\\["\\/abefnrtv0])*"
      | '(?:[^'\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|'')*'
      | (?:[\w./(+~]|-(?=\w))(?:[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff:\#]|:(?=[^\s])|(?<=[^\s])\#)*?
    ))?
    (?:\ +\#[^\x00-\x08\x0b-\x1f]*)?\ *
    """,
    re.VERBOSE,
)
_NO_CONTENT = re.compile(r" *(#[^\x00-\x08\x0b-\x1f]*)?")


@dataclass(frozen=True, slots=True)
class EntryLines:
    """The lines of one entry, from its dash to the next, and the number of the first (1-based)."""

    first: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class ListStart:
    """Where the file's block list begins: its first line (1-based) and how far its dashes are indented."""

    line: int
    indent: int


def find_list(text: str) -> ListStart | int | None:
    """Return where the list begins; the line that is none, or None where nothing but comments stands."""
    for number, line in enumerate(_lines_of(text), start=1):
        if not _PREAMBLE.fullmatch(line):
            dash = _DASH.match(line + " ")
            return number if dash is None else ListStart(number, len(dash[1]))
    return None


def split_entries(text: str, start: ListStart) -> Iterator[EntryLines]:
    """Yield the entries of the list; nothing is parsed."""
    lines = text.split("\n")
    opening = f"{' ' * start.indent}-"
    heads = [
        at
        for at in range(start.line - 1, len(lines))
        if lines[at].startswith(opening) and lines[at][start.indent + 1 : start.indent + 2] in ("", " ")
    ]
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        yield EntryLines(head + 1, tuple(lines[head:end]))


def plain_values(entry: EntryLines) -> dict[str, str] | None:
    """Return key and value of an entry of plain `key: value` lines, one level of nesting dotted.

    None where a parser must look: everything that is not plainly sound.
    """
    values: dict[str, str] = {}
    margin = len(entry.lines[0]) - len(entry.lines[0].lstrip(" -"))
    parent = ""
    for line in _without_dash(entry.lines):
        if _NO_CONTENT.fullmatch(line):
            continue
        found = _read_plain(line)
        if found is None:
            return None
        at, key, value = found
        nested = bool(parent) and at == margin + 2
        key = f"{parent}.{key}" if nested else key
        if key in values or not (nested or at == margin):
            return None
        values[key] = value
        if not nested:
            parent = "" if value else key
    return values or None


@lru_cache(maxsize=4096)
def _read_plain(line: str) -> tuple[int, str, str] | None:
    """Return margin, key and value of a plain line; many lines of a manifest are the same."""
    found = _PLAIN_LINE.fullmatch(line) if len(line) <= LONGEST_LINE else None
    return None if found is None else (len(found["margin"]), found["key"], _unquoted(found["value"] or ""))


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines one by one: the list begins near the top of what may be a long file."""
    at = 0
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + 1


def _without_dash(lines: Sequence[str]) -> list[str]:
    return [lines[0].replace("-", " ", 1), *lines[1:]]


def _unquoted(value: str) -> str:
    """Text that is compared, such as an id or a day, holds no escapes; what does is given as it stands."""
    if value[:1] in ("'", '"') and "\\" not in value:
        return value[1:-1]
    return value
