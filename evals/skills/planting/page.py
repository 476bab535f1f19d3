"""A SKILL.md taken apart as far as a flaw has to be put into one place of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

Role = Literal["triggers", "steps", "done", "edges", "references"]

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^(\s*)((?:[-*+] (?:\[[ x]\] )?)|(?:\d+\. ))(?=\S)")
_NO_PROSE = re.compile(r"(`[^`]*`|\]\([^)]*\)|<[^>]*>|https?://\S+|\"[^\"\n]{1,80}\")")
_ROLES: dict[Role, re.Pattern[str]] = {
    "triggers": re.compile(r"(when to use|use (it|this) when|when this applies|reach for this|triggers?\b)", re.I),
    "done": re.compile(
        r"(done when|definition of done|acceptance|exit criteria|finished when|completion check|success criteria)", re.I
    ),
    "steps": re.compile(r"((execution )?steps$|procedure$|how$|workflow$|pipeline|(step|phase) \d)", re.I),
    "edges": re.compile(r"(edge cases|what goes wrong|pitfalls)", re.I),
    "references": re.compile(r"(references|see also|related)", re.I),
}


class Section(NamedTuple):
    """A heading and the lines below it, up to the next heading of its level or a higher one."""

    level: int
    title: str
    start: int
    end: int


class Item(NamedTuple):
    """An entry of a list: its first line, the line after its last one, its indent and its mark."""

    start: int
    end: int
    indent: str
    mark: str

    @property
    def inner(self) -> str:
        """What a further line of the entry begins with."""
        return self.indent + " " * len(re.sub(r"\[[ x]\] ", "", self.mark))


class Page:
    """The lines of a SKILL.md, numbered from 0, with its parts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.body = _body_start(self.lines)
        self.in_code = [*_code_lines(self.lines), False]
        self.sections = tuple(_sections(self.lines, self.in_code, self.body))

    def section(self, role: Role) -> Section | None:
        """Return the first section that plays a role, the most general one where several are nested."""
        for section in self.sections:
            if _ROLES[role].match(_plain(section.title)):
                return section
        return None

    def content(self, section: Section) -> range:
        """Return the lines below a heading without the blank ones and rules at both ends."""
        start, end = section.start + 1, section.end
        while start < end and not self.lines[start].strip():
            start += 1
        while end > start and self.lines[end - 1].strip() in ("", "---"):
            end -= 1
        return range(start, end)

    def items(self, span: range) -> tuple[Item, ...]:
        """Return the top-level list entries in a span of lines; nested ones belong to theirs."""
        return tuple(self._items(span))

    def _items(self, span: range) -> Iterator[Item]:
        for at in span:
            found = None if self.in_code[at] else _ITEM.match(self.lines[at])
            if found is None or found[1]:
                continue
            yield Item(at, self._paragraph_end(at, span.stop), found[1], found[2])

    def _paragraph_end(self, start: int, limit: int) -> int:
        end = start + 1
        while end < limit and self._goes_on(end):
            end += 1
        return end

    def _goes_on(self, at: int) -> bool:
        return self.lines[at].startswith(" ") and not _ITEM.match(self.lines[at]) and not self.in_code[at]

    def block_end(self, item: Item, limit: int) -> int:
        """Return the line after everything that is nested in an entry, blank lines at its end left out."""
        end = item.start + 1
        while end < limit and (self.lines[end].startswith((" ", "\t")) or not self.lines[end].strip()):
            end += 1
        while not self.lines[end - 1].strip():
            end -= 1
        return end

    def prose(self) -> Iterator[tuple[int, str]]:
        """Yield the lines below the frontmatter that are neither code nor a heading."""
        for at in range(self.body, len(self.lines)):
            if not self.in_code[at] and not _HEADING.match(self.lines[at]):
                yield at, self.lines[at]

    def with_lines(self, start: int, end: int, new: Sequence[str]) -> str:
        """Return the text with some lines put in place of others."""
        return "\n".join([*self.lines[:start], *new, *self.lines[end:]])


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return the text with its prose changed; inline code, quotations and link targets stay."""
    parts = _NO_PROSE.split(text)
    return "".join(part if place % 2 else change(part) for place, part in enumerate(parts))


def slug(title: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip())


def headings(text: str) -> tuple[str, ...]:
    """Return the titles of all headings of a Markdown file."""
    return tuple(section.title for section in Page(text).sections)


def _plain(title: str) -> str:
    return re.sub(r"^[\d.]+\s+", "", title.replace("*", "")).strip()


def _body_start(lines: Sequence[str]) -> int:
    if lines and lines[0].rstrip() == "---":
        for at in range(1, len(lines)):
            if lines[at].rstrip() == "---":
                return at + 1
    return 0


def _code_lines(lines: Sequence[str]) -> list[bool]:
    inside, marks = False, []
    for line in lines:
        fence = bool(_FENCE.match(line))
        marks.append(inside or fence)
        inside = inside != fence
    return marks


def _sections(lines: Sequence[str], in_code: Sequence[bool], body: int) -> Iterator[Section]:
    found = [
        (at, len(match[1]), match[2])
        for at in range(body, len(lines))
        if not in_code[at] and (match := _HEADING.match(lines[at]))
    ]
    for place, (at, level, title) in enumerate(found):
        later = (start for start, other, _ in found[place + 1 :] if other <= level)
        yield Section(level, title, at, next(later, len(lines)))
