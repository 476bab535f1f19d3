"""The card as a text: its lines to the byte, its date, and the marks of a merge that nobody finished."""

import re
from datetime import date

from harvest_loop.errors import HubError

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_MERGE_MARK = re.compile(r"(?:<{7}|>{7}|\|{7})(?:\s|$)")
_DATE = re.compile(r"""date:\s*["']?(\d{4}-\d{2}-\d{2})(?!\d)""")


def lines_of(text: str) -> list[str]:
    """Return the lines with their ends; joined they are the text, byte for byte."""
    return _LINE.findall(text)


def bare(line: str) -> str:
    """Return the line without its end."""
    return line.rstrip("\r\n")


def frontmatter_end(lines: list[str]) -> int:
    """Return the index of the first line after the frontmatter; 0 where there is none."""
    if not lines or bare(lines[0]).removeprefix("\ufeff").rstrip() != "---":
        return 0
    closing = (at for at, line in enumerate(lines[1:], start=1) if bare(line).rstrip() in ("---", "..."))
    return next((at + 1 for at in closing), 0)


def card_date(text: str) -> date | None:
    """Return the date in the card's frontmatter; None where there is none that is a date."""
    lines = lines_of(text)
    for line in lines[1 : frontmatter_end(lines)]:
        found = _DATE.match(line)
        if found:
            return _as_date(found[1])
    return None


def _as_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def refuse_merge_marks(text: str, *, where: str) -> None:
    """Stop at a card in which an unfinished merge left its marks (SPEC 10.1).

    Raises: HubError with the line of the first mark.
    """
    for number, line in enumerate(lines_of(text.removeprefix("\ufeff")), start=1):
        if _MERGE_MARK.match(line):
            raise HubError(
                "the card holds merge markers", where=f"{where}:{number}", remedy="finish the merge, then run again"
            )
