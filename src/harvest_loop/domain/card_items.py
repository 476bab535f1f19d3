"""Which lines of the card are items: what SPEC 4.14 counts, found by the rules of Markdown itself."""

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from harvest_loop.domain.card_names import plain_text
from harvest_loop.domain.card_sections import SectionKind, names_a_section, section_kind
from harvest_loop.domain.card_text import bare, frontmatter_end, lines_of
from harvest_loop.schemas.card import CardItem
from harvest_loop.schemas.settings import CardSettings

Shape = Literal["numbered heading", "open box", "bullet"]

_NUMBERED = re.compile(r"[^\w]*\d{1,3}(?:-?[a-z]|-\d{1,2})?[.)]\s+(?=\S)", re.IGNORECASE)
_OPEN_BOX = re.compile(r"\[ \](?:\s+|\Z)")
_TICKED_BOX = re.compile(r"\[[xX]\](?:\s|\Z)")
_PARSER = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])


@dataclass
class _Section:
    """A heading and what stands directly under it; the text before any heading is one too."""

    level: int
    kind: SectionKind | Literal["item", "detail"]
    first_line: int
    passes_on: bool = True
    item_text: str | None = None
    lists: list[SyntaxTreeNode] = field(default_factory=list)
    holds_item: bool = False


@dataclass(frozen=True)
class Stretch:
    """Lines of the card, half-open, that stand directly under one heading."""

    heading: str
    rank: int
    first_line: int
    end_line: int
    is_open: bool
    last_table_line: int | None


def parse_items(text: str, settings: CardSettings) -> tuple[CardItem, ...] | None:
    """Return the card's items in order; None where nothing is recognised, which is not zero (SPEC 4.14)."""
    lines = lines_of(text)
    nodes = _blocks(lines)
    sections = _sections(nodes, settings)
    found = [item for section in sections for item in _listed(section, lines)]
    borders = _borders(nodes, len(lines))
    found += [_headed(section, borders, lines) for section in sections if section.item_text]
    return tuple(sorted(found, key=lambda item: item.first_line)) or None


def stretches(lines: list[str], settings: CardSettings) -> Iterator[Stretch]:
    """Yield what stands under each heading, up to the next heading or rule."""
    nodes = _blocks(lines)
    starts = [section for section in _sections(nodes, settings) if section.level]
    for section in starts:
        own = [node for node in nodes if _lines(node)[0] >= section.first_line]
        stop = next((_lines(node)[0] for node in own[1:] if node.type in ("heading", "hr")), len(lines))
        tables = [_lines(node)[1] for node in own if node.type == "table" and _lines(node)[0] < stop]
        yield Stretch(
            heading=_content(own[0]),
            rank=section.level,
            first_line=_lines(own[0])[1],
            end_line=stop,
            is_open=section.kind == "open",
            last_table_line=max(tables, default=None),
        )


def headings(lines: list[str]) -> tuple[tuple[int, int], ...]:
    """Return line and rank of every heading and rule of the card, in order; a rule ranks above all."""
    nodes = (node for node in _blocks(lines) if node.type in ("heading", "hr"))
    return tuple((_lines(node)[0], int(node.tag[1:]) if node.type == "heading" else 0) for node in nodes)


def _blocks(lines: list[str]) -> list[SyntaxTreeNode]:
    """The blocks of the body; the frontmatter is blanked, so that line numbers stay."""
    skipped = frontmatter_end(lines)
    body = "\n" * skipped + "".join(lines[skipped:])
    return SyntaxTreeNode(_PARSER.parse(body.replace("\ufeff", " ", 1) if body.startswith("\ufeff") else body)).children


def _sections(nodes: list[SyntaxTreeNode], settings: CardSettings) -> list[_Section]:
    titles = [node for node in nodes if node.type == "heading" and node.tag == "h1"]
    sections = [_Section(level=0, kind="plain", first_line=0)]
    above = [sections[0]]
    for node in nodes:
        if node.type == "heading":
            level = int(node.tag[1:])
            above = [section for section in above if section.level < level]
            section = _section(node, above[-1], settings)
            section.passes_on = len(titles) > 1 or level > 1
            above[-1].holds_item |= section.item_text is not None
            above.append(section)
            sections.append(section)
        elif node.type in ("bullet_list", "ordered_list"):
            sections[-1].lists.append(node)
    return sections


def _section(node: SyntaxTreeNode, parent: _Section, settings: CardSettings) -> _Section:
    level, first_line, title = int(node.tag[1:]), _lines(node)[0], _content(node)
    if parent.kind in ("item", "detail"):
        return _Section(level, "detail", first_line)
    if parent.kind == "shut" and parent.passes_on:
        return _Section(level, "shut", first_line)
    plain = plain_text(title)
    number = _NUMBERED.match(plain)
    if number and not names_a_section(plain[number.end() :], settings.sections):
        text = plain[number.end() :]
        return _Section(level, "item", first_line, item_text=None if "✅" in title else text)
    kind = section_kind(title, settings.sections)
    inherits = kind == "plain" and parent.passes_on and parent.kind == "open"
    return _Section(level, "open" if inherits else kind, first_line)


def _borders(nodes: list[SyntaxTreeNode], last: int) -> list[tuple[int, int]]:
    """Line and rank of all that may end a numbered heading's body: headings, rules (0) and boxes (0)."""
    boxes = (entry for node in nodes for entry in _entries(node) if _is_box(_content(entry)))
    ranked = [(_lines(box)[0], 0) for box in boxes]
    ranked += [(_lines(node)[0], 0) for node in nodes if node.type == "hr"]
    ranked += [(_lines(node)[0], int(node.tag[1:])) for node in nodes if node.type == "heading"]
    return [*sorted(ranked), (last, 0)]


def _headed(section: _Section, borders: list[tuple[int, int]], lines: list[str]) -> CardItem:
    """A numbered heading with its body: up to the next heading of its rank, a rule, or a list of boxes."""
    following = borders[bisect(borders, (section.first_line, section.level)) :]
    end = next(line for line, rank in following if rank <= section.level)
    return _item(section.item_text or "", section.first_line, end, "numbered heading", lines)


def _listed(section: _Section, lines: list[str]) -> Iterator[CardItem]:
    """The items in the lists that stand directly under a heading."""
    if section.kind == "shut":
        return
    in_item = section.kind in ("item", "detail")
    entries = [entry for node in section.lists for entry in _entries(node)]
    has_box = any(_is_open(_content(entry)) for entry in entries)
    counts_bullets = not in_item and (section.kind == "open" or section.holds_item or has_box)
    for entry in entries:
        yield from _from_entry(entry, lines, counts_bullets=counts_bullets, looks_inside=not in_item)


def _from_entry(
    entry: SyntaxTreeNode, lines: list[str], *, counts_bullets: bool, looks_inside: bool
) -> Iterator[CardItem]:
    content = _content(entry)
    is_bullet = entry.parent is not None and entry.parent.type == "bullet_list"
    if _TICKED_BOX.match(content) or "✅" in content:
        return
    if _is_open(content) or (counts_bullets and is_bullet):
        item = _entry_item(entry, content, lines)
        if item.text:
            yield item
    elif looks_inside:
        for node in entry.children:
            for nested in _entries(node):
                yield from _from_entry(nested, lines, counts_bullets=False, looks_inside=True)


def _entry_item(entry: SyntaxTreeNode, content: str, lines: list[str]) -> CardItem:
    first, end = _lines(entry)
    margin = _indent(lines[first])
    loose = (at for at in range(first + 1, end) if bare(lines[at]).strip(" \t") and _indent(lines[at]) <= margin)
    end = next(loose, end)
    words = _OPEN_BOX.sub("", "\n".join(content.split("\n")[: end - first]), count=1)
    item = _item(plain_text(words), first, end, "open box" if _is_open(content) else "bullet", lines)
    headline = plain_text(words.split("\n")[0])
    return item if headline == item.text else item.model_copy(update={"headline": headline})


def _item(text: str, first: int, end: int, shape: Shape, lines: list[str]) -> CardItem:
    """The blank lines after an item are its own only where one stands before it: none is left over or doubled."""
    full = end
    while end > first + 1 and not bare(lines[end - 1]).strip(" \t"):
        end -= 1
    if first == 0 or not bare(lines[first - 1]).strip(" \t"):
        end = full
        while end < len(lines) and not bare(lines[end]).strip(" \t"):
            end += 1
    return CardItem(text=text, first_line=first, end_line=end, shape=shape)


def _entries(node: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    return node.children if node.type in ("bullet_list", "ordered_list") else []


def _content(node: SyntaxTreeNode) -> str:
    """The raw words of a heading, or of the paragraph that a list entry begins with."""
    if node.type == "list_item":
        return _content(node.children[0]) if node.children and node.children[0].type == "paragraph" else ""
    return node.children[0].content if node.children else ""


def _is_open(content: str) -> bool:
    return _OPEN_BOX.match(content) is not None


def _is_box(content: str) -> bool:
    return _is_open(content) or _TICKED_BOX.match(content) is not None


def _lines(node: SyntaxTreeNode) -> tuple[int, int]:
    first, end = node.map or (0, 0)
    return first, end


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip(" "))
