"""Name and description in a SKILL.md's frontmatter, read and written in the form they were found in."""

import re
import textwrap
from typing import Literal, NamedTuple

from evals.skills.planting.page import Page

Style = Literal["plain", "single", "double", "block"]

_TRIGGERING = re.compile(
    r"^(also )?(used?|triggers?|triggered|activates?|invoke|apply|call|run this|for use|when|fires|auto|explicit)\b",
    re.I,
)


class Description(NamedTuple):
    """The description's words, the lines it takes, and how it is quoted."""

    words: str
    start: int
    end: int
    style: Style

    @property
    def sentences(self) -> list[str]:
        return re.split(r"(?<=[.!?])\s+(?=[A-Z\"“'`\d가-힣])", self.words)

    @property
    def telling(self) -> list[str]:
        """The sentences that say what the skill does; the first one in any case."""
        return [text for place, text in enumerate(self.sentences) if not place or not _TRIGGERING.match(text)]


def name_of(page: Page) -> str:
    """Return the name in the frontmatter, or nothing."""
    for line in page.lines[: page.body]:
        if line.startswith("name:"):
            return line.partition(":")[2].strip().strip("\"'")
    return ""


def with_name(page: Page, name: str) -> str:
    """Return the text under another name."""
    at = next(at for at, line in enumerate(page.lines[: page.body]) if line.startswith("name:"))
    return page.with_lines(at, at + 1, [f"name: {name}"])


def description_of(page: Page) -> Description | None:
    """Return the description, or None where there is none that can be read."""
    for at, line in enumerate(page.lines[: page.body]):
        if line.startswith("description:"):
            return _read(page, at, line.partition(":")[2].strip())
    return None


def with_description(page: Page, words: str) -> str:
    """Return the text with another description in the same form."""
    old = description_of(page)
    assert old is not None  # noqa: S101  callers have looked
    return page.with_lines(old.start, old.end, _written(page, old, words))


def _read(page: Page, at: int, value: str) -> Description | None:
    end = at + 1
    while end < page.body - 1 and (page.lines[end].startswith((" ", "\t")) or not page.lines[end].strip()):
        end += 1
    more = [line.strip() for line in page.lines[at + 1 : end] if line.strip()]
    if value[:1] in (">", "|"):
        return Description(" ".join(more), at, end, "block")
    value = " ".join([value, *more])
    if len(value) > 1 and value[0] == value[-1] == '"':
        return Description(value[1:-1].replace('\\"', '"'), at, end, "double")
    if len(value) > 1 and value[0] == value[-1] == "'":
        return Description(value[1:-1].replace("''", "'"), at, end, "single")
    return Description(value, at, end, "plain") if value else None


def _written(page: Page, old: Description, words: str) -> list[str]:
    if old.style == "block":
        width = max(len(line) for line in page.lines[old.start : old.end])
        inside = textwrap.wrap(words, width=max(width, 80) - 2, break_long_words=False, break_on_hyphens=False)
        return [page.lines[old.start], *(f"  {line}" for line in inside)]
    if old.style == "double" or (old.style == "plain" and re.search(r": | #|^[\"'\[{&*!|>%@`]", words)):
        return ['description: "' + words.replace('"', '\\"') + '"']
    if old.style == "single":
        return ["description: '" + words.replace("'", "''") + "'"]
    return [f"description: {words}"]
