"""A skill's text as a judge reads it: name, description, sections, and sentences with the lines they stand on."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from harvest_loop.domain.markdown import MarkdownLine, markdown_lines

# No person writes longer lines, and what reads them isn't linear in their length.
LONGEST_LINE = 2_000

_HEADING = re.compile(r"\s{0,3}(?P<level>#{1,6})\s+(?P<title>.*)")
_KEY = re.compile(r"(?P<key>[\w-]+):\s*(?P<value>.*)")
_FOLDED = re.compile(r"[>|][+-]?\d?")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|[☐✅✓])\s+(?:\[[ xX]\]\s+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”»)\]*_]*\s+(?=[\"'“«(\[*_`]*[A-Z0-9\u00c0-\u00de`])|\s+\|\s+")
_NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|no|nr|resp|approx|mr|mrs|ms|dr|prof|st|jr|sr)\.|\b[A-Z]\.)$", re.IGNORECASE
)
# People forget the full stop before it.
_NEW_USE = re.compile(r"(?<=\w)\s+(?=Use (?:when|whenever|for|on|at|in|before|after|by|to|during|if|it|this)\b)")


class Sentence(NamedTuple):
    """A sentence or list item free of line breaks, the line it begins on, and whether it is an item's first one."""

    line: int
    text: str
    opens_item: bool = False


class Section(NamedTuple):
    """What stands under one heading, up to the next one."""

    title: str
    level: int
    line: int
    lines: tuple[MarkdownLine, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(sentences_of(self.lines))

    @property
    def items(self) -> tuple[Sentence, ...]:
        """Its list items, table rows and lines of a block, whole; its paragraphs where it holds none of these."""
        blocks = list(_blocks(self.lines))
        listed = [Sentence(block[0].number, _joined(block), opens_item=True) for block in blocks if _is_item(block)]
        return tuple(listed or [Sentence(block[0].number, _joined(block)) for block in blocks])


class SkillPage:
    """One skill, or any other text that steers agents; read once, asked by every judge."""

    def __init__(self, text: str) -> None:
        self.lines = tuple(text.split("\n"))
        self._keys, self.first_body_line = _frontmatter(self.lines)
        self.body = tuple(line for line in markdown_lines(text, self.first_body_line) if len(line.text) <= LONGEST_LINE)

    @property
    def name(self) -> str:
        return self._keys.get("name", Sentence(1, "")).text

    @property
    def description(self) -> Sentence:
        """The description on one line; empty where the text has none."""
        return self._keys.get("description", Sentence(1, ""))

    @cached_property
    def description_sentences(self) -> tuple[Sentence, ...]:
        start = self.description.line
        cut = _split(_NEW_USE.sub(". ", self.description.text[: 4 * LONGEST_LINE]))
        return tuple(Sentence(self._line_of(part, start), part) for _, part in cut)

    def _line_of(self, words: str, start: int) -> int:
        """The line of the frontmatter on which words of the description begin."""
        head = " ".join(words.split()[:3])
        return next((at for at, line in self._head_lines if at >= start and head in line), start)

    @cached_property
    def _head_lines(self) -> tuple[tuple[int, str], ...]:
        head = self.lines[: self.first_body_line - 1]
        return tuple((at, " ".join(line[: 4 * LONGEST_LINE].split())) for at, line in enumerate(head, start=1))

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The text before the first heading under an empty title, then every heading with its own lines."""
        found: list[Section] = []
        title, level, at, own = "", 0, self.first_body_line, list[MarkdownLine]()
        for line in self.body:
            heading = _HEADING.fullmatch(line.text) if line.kind == "heading" else None
            if heading is None:
                own.append(line)
                continue
            found.append(Section(title, level, at, tuple(own)))
            title, level, at, own = heading["title"].strip(), len(heading["level"]), line.number, []
        return (*found, Section(title, level, at, tuple(own)))

    def below(self, section: Section) -> Section:
        """The section with what stands under its lower headings."""
        rest = self.sections[self.sections.index(section) + 1 :]
        lines = [*section.lines]
        for other in rest:
            if other.level <= section.level:
                break
            lines += other.lines
        return section._replace(lines=tuple(lines))

    @cached_property
    def title(self) -> str:
        return next((section.title for section in self.sections if section.title), "")

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Every sentence of the body's prose, in order."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)


@lru_cache(maxsize=4096)
def page_of(text: str) -> SkillPage:
    """Return the text as a page; the same text is read once."""
    return SkillPage(text)


def sentences_of(lines: Iterable[MarkdownLine]) -> Iterator[Sentence]:
    """Yield the sentences of prose lines; a wrapped sentence is one, and code is none."""
    for block in _blocks(line for line in lines if line.kind == "prose"):
        parts = _parts(block)
        ends = _ends(block, parts) if len(block) > 1 else []
        for at, part in _split(" ".join(parts)):
            line = next((number for end, number in ends if at < end), block[-1].number)
            yield Sentence(line, part, opens_item=at == 0 and _is_item(block))


def _blocks(lines: Iterable[MarkdownLine]) -> Iterator[list[MarkdownLine]]:
    """Yield the lines of one paragraph, list item or table row together."""
    block: list[MarkdownLine] = []
    for line in lines:
        text = line.text.strip()
        if block and text.startswith("|") and _is_ruler(text):
            block = []  # a table's head names its columns
        follows = bool(block) and line.number == block[-1].number + 1 and line.kind == block[0].kind
        if block and (not text or not follows or _opens(line)):
            yield block
            block = []
        if text and not _is_ruler(text):
            block.append(line)
    if block:
        yield block


def _opens(line: MarkdownLine) -> bool:
    text = line.text.lstrip()
    return _ITEM.match(line.text) is not None or text.startswith(("|", "+ "))


def _is_item(block: Sequence[MarkdownLine]) -> bool:
    return _opens(block[0]) or block[0].kind == "code"


def _is_ruler(text: str) -> bool:
    return not text.strip("|:-=+*_ >")


def _joined(block: Sequence[MarkdownLine]) -> str:
    return " ".join(_parts(block))


def _parts(block: Sequence[MarkdownLine]) -> list[str]:
    mark = _ITEM.match(block[0].text)
    first = block[0].text[mark.end() :] if mark else block[0].text
    return [part.strip().strip("|").lstrip(">+ ").strip() for part in (first, *(line.text for line in block[1:]))]


def _ends(block: Sequence[MarkdownLine], parts: Sequence[str]) -> list[tuple[int, int]]:
    """Where in the joined text each line ends, with the line's number."""
    lengths = accumulate(len(part) + 1 for part in parts)
    return [(end, line.number) for end, line in zip(lengths, block, strict=True)]


def _split(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for end in _SENTENCE_END.finditer(text):
        if _NO_END.search(text[max(0, end.start() - 8) : end.start()]):
            continue
        if text[at : end.start()].strip():
            yield at, text[at : end.start()].strip()
        at = end.end()
    if text[at:].strip():
        yield at, text[at:].strip()


def _frontmatter(lines: Sequence[str]) -> tuple[dict[str, Sentence], int]:
    """Return the top-level keys as text on one line each, and the number of the body's first line."""
    if not lines or lines[0].rstrip() != "---":
        return {}, 1
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    if end is None:
        return {}, 1
    parts: dict[str, list[str]] = {}
    starts: dict[str, int] = {}
    key = ""
    for number, line in enumerate(lines[1:end], start=2):
        found = _KEY.fullmatch(line)
        if found is not None:
            key = found["key"]
            starts[key], parts[key] = number, [found["value"]]
        elif key and line[:1] in (" ", "\t"):
            parts[key].append(line.strip())
    return {key: Sentence(starts[key], _scalar(parts[key])) for key in parts}, end + 2


def _scalar(parts: Sequence[str]) -> str:
    words = parts[1:] if _FOLDED.fullmatch(parts[0].strip()) else parts
    text = " ".join(part for part in words if part).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1].replace('\\"', '"') if text[0] == '"' else text[1:-1].replace("''", "'")
    return text
