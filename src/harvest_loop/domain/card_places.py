"""Where a new line of the card goes, and in which form, so that it reads like its neighbours (SPEC 4.14)."""

import re
from collections.abc import Sequence

from harvest_loop.domain.card_items import headings, parse_items, stretches
from harvest_loop.domain.card_sections import is_reference
from harvest_loop.domain.card_text import bare
from harvest_loop.schemas.card import CardItem
from harvest_loop.schemas.settings import CardSettings

_NUMBERED = re.compile(r"\s{0,3}(#{1,6})[^\w]*(\d{1,3})[^.)]*([.)])")
_MARK = re.compile(r"\s{0,3}[-*+](?:\s|\Z)")


def add_items(lines: list[str], texts: Sequence[str], settings: CardSettings) -> list[str]:
    """Return the lines with each text as one more item: beside its like, else in a section for open work."""
    if not texts:
        return lines
    items = parse_items("".join(lines), settings)
    if items:
        end = _section_end(lines, items[0])
        like = [item for item in items if item.shape == items[0].shape and item.first_line < end]
        return _beside(lines, texts, like, end)
    boxes = [f"- [ ] {text}" for text in texts]
    places = [stretch for stretch in stretches(lines, settings) if stretch.is_open]
    if places:
        section = next((place for place in places if place.rank > 1), places[0])
        return _insert(lines, _after_text(lines, section.end_line), boxes)
    return _insert(lines, _after_text(lines, len(lines)), ["", "## Next", "", *boxes])


def add_closed(lines: list[str], texts: Sequence[str], settings: CardSettings) -> list[str]:
    """Return the lines with each text in the reference table, or as a reference where there is no table."""
    if not texts:
        return lines
    references = [stretch for stretch in stretches(lines, settings) if is_reference(stretch.heading)]
    for stretch in references:
        if stretch.last_table_line is not None:
            at = _after_text(lines, stretch.last_table_line)
            columns = max(1, len(re.findall(r"(?<!\\)\|", bare(lines[at - 1]).strip())) - 1)
            return _insert(lines, at, [_row(text, columns) for text in texts], apart=False)
    bullets = [f"- {text}" for text in texts]
    if references:
        return _insert(lines, _after_text(lines, references[0].end_line), bullets)
    return _insert(lines, _after_text(lines, len(lines)), ["", "## Reference", "", *bullets])


def _section_end(lines: list[str], item: CardItem) -> int:
    """The line at which the section that holds the item ends: a rule, or a heading that outranks a numbered one."""
    marks = headings(lines)
    rank = next((rank for line, rank in marks if line == item.first_line), 7)
    return next((line for line, other in marks if line > item.first_line and other < rank), len(lines))


def _beside(lines: list[str], texts: Sequence[str], like: Sequence[CardItem], end: int) -> list[str]:
    last = like[-1]
    if last.shape != "numbered heading":
        mark = "- [ ] " if last.shape == "open box" else "- "
        return _insert(lines, _after_text(lines, last.end_line), [f"{mark}{text}" for text in texts], apart=False)
    found = [_NUMBERED.match(bare(lines[item.first_line])) for item in like]
    numbers = [int(match[2]) for match in found if match]
    hashes, dot = (found[-1][1], found[-1][3]) if found[-1] else ("###", ".")
    headings = [f"{hashes} {max(numbers, default=0) + count}{dot} {text}" for count, text in enumerate(texts, start=1)]
    spread = [line for heading in headings for line in ("", heading)]
    return _insert(lines, _after_text(lines, end), spread, apart=False)


def _row(text: str, columns: int) -> str:
    cells = [text.replace("|", r"\|"), *([""] * (columns - 1))]
    return f"| {' | '.join(cells)} |"


def _after_text(lines: list[str], end: int) -> int:
    """The line after the last one before `end` that isn't blank."""
    while end > 0 and not bare(lines[end - 1]).strip(" \t"):
        end -= 1
    return end


def _insert(lines: list[str], at: int, new: Sequence[str], *, apart: bool = True) -> list[str]:
    """Put lines in with the card's own line ends; `apart` sets a list off from a paragraph before it."""
    end = next((line[len(bare(line)) :] for line in lines if line != bare(line)), "\n")
    before, after = lines[:at], lines[at:]
    if before and before[-1] == bare(before[-1]):
        before[-1] += end
    if apart and before and new[0] and not _MARK.match(before[-1]):
        new = ["", *new]
    return [*before, *(f"{line}{end}" for line in new), *after]
