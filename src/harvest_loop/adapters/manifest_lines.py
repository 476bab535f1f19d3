"""Split the manifest into entries by line, and see without a parser that a plain one is sound (SPEC 7.4)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

LONGEST_LINE = 4_000
_NEAR_AN_END = 64 * 1024  # bytes

_PREAMBLE = re.compile(r"\s*(#.*)?|---[ \t]*(#.*)?|%.*")
_AFTER_END = re.compile(r"\s*(#.*)?")
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
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = dict(zip('"\\/abefnrtv0', '"\\/\a\b\x1b\f\n\r\t\v\0', strict=True))
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
    for number, line in enumerate(_lines_of(text[: end_of_document(text)]), start=1):
        if not _PREAMBLE.fullmatch(line):
            dash = _DASH.match(line + " ")
            return number if dash is None else ListStart(number, len(dash[1]))
    return None


def end_of_document(text: str) -> int:
    """Return where the line `...` begins that ends the document, else the text's length; what follows is comments.

    A line that begins so is the end wherever it stands, also inside of a quoted text.
    """
    at = text.rfind("\n...") + 1  # comments alone follow the end, so that it is the last of such lines
    rest = text[at + 3 :]
    if not text.startswith("...", at) or rest[:1] not in ("", " ", "\t", "\r", "\n"):
        return len(text)
    return at if all(map(_AFTER_END.fullmatch, rest.split("\n"))) else len(text)


def place_behind_last(data: bytes) -> tuple[int, ListStart, str] | None:
    """Return where one more entry goes, how the list begins, and what ends its lines; None: all of it must be read.

    Only the two ends of what may be a long file are looked at.
    """
    head, tail = data[:_NEAR_AN_END], data[-_NEAR_AN_END:]
    start = find_list(_as_text(head[: head.rfind(b"\n") + 1]).removeprefix("\ufeff"))
    shown = _as_text(tail if len(tail) == len(data) else tail[tail.find(b"\n") + 1 :])
    end = end_of_document(shown)
    if not isinstance(start, ListStart) or not shown[:end].strip() or end == 0:
        return None
    behind = len(shown[end:].encode("utf-8", "surrogateescape"))
    return len(data) - behind, start, "\r\n" if shown.count("\r\n") * 2 > shown.count("\n") else "\n"


def _as_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


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
    """Return the text that a quoted value stands for."""
    if value[:1] == "'":
        return value[1:-1].replace("''", "'")
    if value[:1] == '"':
        return _ESCAPE.sub(lambda found: _ESCAPED[found[1]], value[1:-1])
    return value
