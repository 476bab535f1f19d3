"""Text from outside, made to stand in a page without changing the page around it."""

import re
import unicodedata
from collections.abc import Iterator

from harvest_loop.schemas.paths import written

_SPACE = re.compile(r"[\s\u0085\u2028\u2029]+")
_UNSEEN = re.compile(
    r"[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
    r"\U000e0000-\U000e0fff]"
)
_MARKUP = re.compile(r"([\\`\[<])")
_BAR = r"\|"
_TICKS = re.compile(r"`+")


def one_line(text: str, *, limit: int | None = None) -> str:
    """Return the text on one line: white space as single spaces, nothing that a terminal would act on."""
    flat = _SPACE.sub(" ", _UNSEEN.sub(lambda found: " " if found[0] in "\t\n\v\f\r\u0085\u2028\u2029" else "", text))
    flat = flat.strip()
    return flat if limit is None or len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def in_page(text: str, *, limit: int | None = None) -> str:
    """Return the text as words inside a line of Markdown: no code, link, image or HTML comes of it."""
    return _MARKUP.sub(r"\\\1", one_line(text, limit=limit))


def as_code(text: str, *, limit: int | None = None) -> str:
    """Return the text as a code span that it can't end."""
    flat = one_line(text, limit=limit)
    if not flat:
        return "(empty)"
    fence = "`" * (max((len(ticks) for ticks in _TICKS.findall(flat)), default=0) + 1)
    edge = " " if flat[0] == "`" or flat[-1] == "`" else ""
    return f"{fence}{edge}{flat}{edge}{fence}"


def as_path(path: str) -> str:
    """Return a path as a code span: exactly, or in quotes in the manner of git where it could be misread."""
    return as_code(written(path))


def table_row(*cells: str) -> str:
    """Return one row of a table; a bar in a cell stays in its cell."""
    return f"| {' | '.join(cell.replace('|', _BAR) for cell in cells)} |"


def gap_below(text: str) -> str:
    """Return what has to stand between a text and a section below it for one empty line to part them."""
    return "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"


def plural(count: int, word: str) -> str:
    """Return the word as it stands after the count."""
    if count == 1:
        return word
    return f"{word[:-1]}ies" if word[-1:] == "y" and word[-2:-1] not in "aeiou" else f"{word}s"


def count_of(count: int, word: str) -> str:
    """Return the count and the word behind it."""
    return f"{count} {plural(count, word)}"


def visible(line: str) -> str:
    """Return one line with every control or direction mark spelled out, so that nothing hides in it."""
    return _UNSEEN.sub(lambda found: "    " if found[0] == "\t" else f"<U+{ord(found[0]):04X}>", line)


def width_of(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return sum(_width(character) for character in text)


def pieces(text: str, width: int) -> Iterator[str]:
    """Cut one line into pieces of at most `width` columns, after a space where one is near; joined they are it."""
    at = 0
    while (end := _fitting(text, at, width)) < len(text):
        space = text.rfind(" ", at, end) + 1
        cut = space if space > (at + end) // 2 else end
        yield text[at:cut]
        at = cut
    yield text[at:]


def wrapped(text: str, width: int) -> Iterator[str]:
    """Fold words into lines of at most `width` columns; a longer word is cut."""
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if width_of(joined) <= width:
            line = joined
            continue
        if line:
            yield line
        *full, line = pieces(word, width)
        yield from full
    yield line


def _fitting(text: str, at: int, width: int) -> int:
    """Where a piece that begins at `at` must end to fit into the columns; it holds at least one character."""
    used = 0
    for end in range(at, len(text)):
        used += _width(text[end])
        if used > width:
            return max(end, at + 1)
    return len(text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200d\ufe0e\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
