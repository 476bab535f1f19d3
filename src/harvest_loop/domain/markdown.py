"""Tell the lines of a markdown text apart: heading, prose, code; comments are taken out."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import unquote

_FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")
_LINK = re.compile(r"(?<!!)\[[^\[\]]*\]\(\s*(?:<([^<>]*)>|([^()\s]*(?:\([^()\s]*\)[^()\s]*)*))(?:\s+[\"'(][^)]*)?\s*\)")
_REFERENCE = re.compile(r"\s{0,3}\[[^\[\]]+\]:\s*<?([^\s>]+)")
_CODE_SPAN = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)")
_NAME_LINK = re.compile(r"(?<!\[)\[\[([\w][\w.-]*)(?:[#|][^\[\]]*)?\]\](?!\])")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_MOST_REMEMBERED = 1_024  # texts
_LONGEST_REMEMBERED = 100_000  # characters
# No person writes a longer line with links in it; the patterns above are not linear.
_LONGEST_LINE = 10_000
_HEADING = re.compile(r"\s{0,3}(?P<marks>#{1,6})(?:\s+(?P<title>.*)|$)")


class MarkdownLine(NamedTuple):
    """A line with its number in the text (1-based), without what stands in comments."""

    number: int
    text: str
    kind: Literal["heading", "prose", "code"]


class CodeSpan(NamedTuple):
    """What stands between backticks, and the line before and after them."""

    text: str
    before: str
    after: str


def markdown_lines(text: str, first: int = 1) -> tuple[MarkdownLine, ...]:
    """Return the lines from line `first` on; fence lines and what is only comment are left out.

    Those of the last texts are remembered: every judge of a hub looks at the same ones.
    """
    return (_remembered_lines if len(text) <= _LONGEST_REMEMBERED else _lines)(text, first)


def _lines(text: str, first: int) -> tuple[MarkdownLine, ...]:
    return tuple(_told_apart(text, first))


_remembered_lines = lru_cache(maxsize=_MOST_REMEMBERED)(_lines)


def _told_apart(text: str, first: int) -> Iterator[MarkdownLine]:
    fence = ""
    commented = False
    for number, line in enumerate(text.split("\n")[first - 1 :], start=first):
        found = None if commented or not ("```" in line or "~~~" in line) else _FENCE.match(line)
        if found is not None and _turns(found, fence):
            fence = "" if fence else found[1]
        elif fence:
            yield MarkdownLine(number, line, "code")
        elif commented or "<!--" in line:
            shown, commented = _without_comments(line, commented=commented)
            if shown.strip() or not line.strip():
                yield MarkdownLine(number, shown, "heading" if _HEADING.match(shown) else "prose")
        else:
            yield MarkdownLine(number, line, "heading" if "#" in line and _HEADING.match(line) else "prose")


def headings_in(lines: Iterable[MarkdownLine]) -> Iterator[tuple[int, int, str]]:
    """Yield each heading's line, level and title; one without a title is none."""
    for line in lines:
        found = _HEADING.match(line.text) if line.kind == "heading" else None
        if found is not None and found["title"] is not None:
            yield line.number, len(found["marks"]), found["title"].rstrip().rstrip("#").rstrip()


def link_targets(line: str) -> Iterator[str]:
    """Yield where the links of one line lead within the repository, without anchor; code spans hold no links."""
    if len(line) > _LONGEST_LINE:
        return
    text = _CODE_SPAN.sub(lambda span: "`" * len(span[0]), line)
    found = [link[1] if link[1] is not None else link[2] for link in _LINK.finditer(text)]
    reference = _REFERENCE.match(text)
    for target in (*found, *([reference[1]] if reference else [])):
        path = unquote(target.split("#")[0].split("?")[0])
        if path and not _SCHEME.match(path) and not path.startswith("//"):
            yield path


def code_spans(line: str) -> Iterator[CodeSpan]:
    """Yield what one line sets in backticks, and the words around it."""
    if len(line) <= _LONGEST_LINE:
        for span in _CODE_SPAN.finditer(line):
            yield CodeSpan(span[2].strip(), line[: span.start()], line[span.end() :])


def linked_names(line: str) -> Iterator[str]:
    """Yield the names that one line links by `[[name]]`, without alias and anchor; code spans hold no links."""
    if "[[" in line and len(line) <= _LONGEST_LINE:
        for found in _NAME_LINK.finditer(_CODE_SPAN.sub(" ", line)):
            yield found[1]


def _turns(found: re.Match[str], fence: str) -> bool:
    """Say whether the marks open a block, or close the open one: same mark, as long, nothing behind."""
    if not fence:
        return "`" not in found[2] or found[1][0] == "~"
    return found[1][0] == fence[0] and len(found[1]) >= len(fence) and not found[2].strip()


def _without_comments(line: str, *, commented: bool) -> tuple[str, bool]:
    shown = ""
    while line:
        if commented:
            _, end, line = line.partition("-->")
            commented = not end
        else:
            before, start, line = line.partition("<!--")
            shown += before
            commented = bool(start)
    return shown, commented
