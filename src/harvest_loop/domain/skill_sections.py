"""A skill's sections, and which of them is reference material that may stand in a detail file (SPEC 4.13)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from harvest_loop.domain.markdown import MarkdownLine, headings_in, markdown_lines
from harvest_loop.schemas.hub import Asset

_STAYS = re.compile(
    r"(?i)done\s*when|\bwhen\b|\btriggers?\b|\bsteps?\b|\bworkflow|\bproce(?:dure|ss)|\binstructions?\b|\bquick\s*start"
    r"|\brules?\b|\bmust\b|\bnever\b|\bsafety\b|\bguard|\bconstraint|\bscope\b|\bpurpose\b|\boverview\b|\bchecklist\b"
    r"|\bgates?\b|\bapprov|\bpermission|\bconsent\b|\bescalat|\bdetect|\bwarn|\bsecurity\b|\brequire|\bpolic(?:y|ies)\b"
    r"|\bprinciples?\b|\bprotocols?\b|\binvariants?\b|\bphases?\b|\bstages?\b|\bavoid|\bdo not\b|\bdon'?t\b"
    r"|\bstandards?\b|완료|언제|단계|절차|규칙|\bquando\b|\bpassos?\b|\betapas?\b|\bregras?\b"
)
_REFERENCE = re.compile(
    r"(?i)\breferences?\b|\bexamples?\b|\bsamples?\b|\bappendi(?:x|ces)\b|\bbackground\b|\bglossary\b|\btables?\b"
    r"|\bschemas?\b|\bformats?\b|\btemplates?\b|\bdetails?\b|\bfaq\b|\btroubleshooting\b|\bhistory\b|\brationale\b"
    r"|\bcatalog(?:ue)?\b|\bnotes?\b|\bfurther\b|\bfields?\b|\boptions?\b|\berrors?\b|\bcodes?\b|\bmessages?\b"
    r"|참고|예시|부록|\brefer[êe]ncias?\b|\bexemplos?\b|\bap[êe]ndice\b|\btabelas?\b"
)
_STEP = re.compile(r"\s{0,3}(?:\d+[.)]\s|[-*+]\s+\[[ xX]\]\s)")
_ORDERS = re.compile(r"(?i)\b(?:must|never|always|do not|don'?t|stop|ask)\b")
_ANCHOR = re.compile(r"\]\(\s*<?#(?P<anchor>[^)>\s]+)")
_PART_OF_OTHERS = re.compile(r"<!--|-->|\]\[|\[\^|^\s{0,3}\[[^\]]+\]:", re.MULTILINE)
_FEWEST_STEPS = 2


class Section(NamedTuple):
    """A section of the second level with all below it: its lines (1-based, the last one left out) and its text."""

    title: str
    start: int
    end: int
    text: str

    @property
    def size(self) -> int:
        return self.end - self.start

    @property
    def anchors(self) -> frozenset[str]:
        """The anchors of its headings."""
        return frozenset(anchor_of(title) for _, _, title in headings_in(self.lines))

    @property
    def lines(self) -> tuple[MarkdownLine, ...]:
        return tuple(markdown_lines(self.text))


def sections_of(skill: Asset) -> Iterator[Section]:
    """Yield the sections of the second level in order; what stands in code or in a comment begins none."""
    lines = skill.text.split("\n")
    marks = [found for found in headings_in(markdown_lines(skill.text, skill.first_body_line)) if found[1] <= 2]
    ends = [number for number, _, _ in marks[1:]] + [len(lines) + (lines[-1] != "")]
    for (number, level, title), end in zip(marks, ends, strict=True):
        if level == 2:
            yield Section(title, number, end, "\n".join(lines[number - 1 : end - 1]))


def anchor_of(title: str) -> str:
    """Return the anchor by which a heading is linked to."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def is_reference(section: Section) -> bool:
    """Whether it is looked up rather than followed: by its title, or as two thirds of it and more are code and tables.

    What says when to use the skill, steps, rules, gates and the Done When never are; nor, but for its title, what says
    what must or must never be done.
    """
    lines = section.lines
    titles = [title for _, _, title in headings_in(lines)]
    steps = sum(line.kind == "prose" and _STEP.match(line.text) is not None for line in lines)
    if any(_STAYS.search(title) for title in titles) or steps >= _FEWEST_STEPS:
        return False
    said = [line for line in lines if line.text.strip() and line.kind != "heading"]
    shown = sum(line.kind == "code" or line.text.lstrip().startswith("|") for line in said)
    orders = any(line.kind == "prose" and _ORDERS.search(line.text) for line in said)
    return _REFERENCE.search(section.title) is not None or (3 * shown >= 2 * len(said) and not orders)


def stands_alone(section: Section, skill: Asset, linked: frozenset[str]) -> bool:
    """Whether nothing breaks where it moves: no anchor of it is linked from elsewhere, and it needs nothing around it.

    `linked` are the anchors of the skill that other assets link to.
    """
    lines = skill.text.split("\n")
    rest = "\n".join([*lines[: section.start - 1], *lines[section.end - 1 :]])
    from_outside = linked | _anchors_linked(rest)
    to_outside = _anchors_linked(section.text) - section.anchors
    return section.anchors.isdisjoint(from_outside) and not to_outside and not _PART_OF_OTHERS.search(section.text)


def _anchors_linked(text: str) -> frozenset[str]:
    return frozenset(found["anchor"].lower() for found in _ANCHOR.finditer(text))
