"""Done When: whether a change took the section away, emptied it, or left a criterion out (SPEC 4.1)."""

import re
from collections.abc import Iterator, Sequence

from harvest_loop.domain.health import says_when_done
from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.quench.found import finding, line_of, short
from harvest_loop.domain.quench.units import Elsewhere, Unit, contained, difference, stems, units_of
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.regressions import Regression

_TITLE = re.compile(
    r"(?i)\W*(?:\d+\.\s*)?(?:done when|definition of done|(?:success|completion|acceptance|exit) criteria|완료 조건)"
)
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s")
_LEVEL = re.compile(r"\s*(#{1,6})\s")
_STILL_THERE = 0.5
_FEWEST_WORDS = 2


def lost_criteria(base: Asset, now: Asset, detail: Elsewhere) -> tuple[int, tuple[Regression, ...]]:
    """Return how many criteria the base had, and those that are in no wording there any more."""
    before = criteria_of(base)
    if not before:
        return 0, ()
    after = criteria_of(now)
    if not after:
        moved = sum(detail.say(unit.text) for unit in before)
        return len(before), () if moved > len(before) / 2 else (_removed(base, now, before),)
    return len(before), tuple(_left_out(base, now, before, after, detail))


def criteria_of(asset: Asset) -> tuple[Unit, ...]:
    """Return what stands under the headings, or on the lines, that announce when the work is done.

    Where the criteria are listed, what is said around the list is none.
    """
    units = [unit for unit in units_of(asset) if unit.kind != "heading" and stems(unit.text)]
    inside = ([unit for unit in units if unit.line in span] for span in _spans(asset))
    return tuple(dict.fromkeys(unit for found in inside for unit in _listed(found)))


def _listed(units: Sequence[Unit]) -> Sequence[Unit]:
    """Return the items, rows or lines of code that a section lists first; without any, its sentences."""
    forms = [_form(unit) for unit in units]
    first = next((form for form in forms if form), "")
    return [unit for unit, form in zip(units, forms, strict=True) if form == first]


def _form(unit: Unit) -> str:
    return unit.kind if unit.kind != "prose" else "item" if _ITEM.match(unit.text) else ""


def _spans(asset: Asset) -> Iterator[range]:
    """Yield the lines of each Done When: to the next heading as high, or to the end of its paragraph."""
    lines = list(markdown_lines(asset.text, asset.first_body_line))
    for at, line in enumerate(lines):
        if line.kind == "code" or not _TITLE.match(line.text):
            continue
        level = _LEVEL.match(line.text)
        rest = lines[at + 1 :]
        if level is None:
            end = next((each.number for each in rest if not each.text.strip() or each.kind == "heading"), 1 << 30)
            yield range(line.number, end)
            continue
        depth = len(level[1])
        heads = ((each.number, _LEVEL.match(each.text)) for each in rest if each.kind == "heading")
        yield range(line.number, next((number for number, head in heads if head and len(head[1]) <= depth), 1 << 30))


def _removed(base: Asset, now: Asset, before: Sequence[Unit]) -> Regression:
    what = "emptied" if says_when_done(now) else "removed"
    first = line_of(base, before[0].line)
    message = (
        f"the Done When of '{now.name}' was {what}; it held {len(before)} criteria, such as: {short(before[0].text)}"
    )
    return finding("regression", f"Done When {what}", now, message, first, severity="S")


def _left_out(
    base: Asset, now: Asset, before: Sequence[Unit], after: Sequence[Unit], detail: Elsewhere
) -> Iterator[Regression]:
    """Yield the criteria that nothing took the place of, where there are fewer than before."""
    changed = difference(before, after)
    fresh = difference(units_of(base), units_of(now)).added
    there = {unit.said for unit in units_of(now)}
    room = len(changed.added)
    for unit in changed.removed:
        if len(stems(unit.text)) < _FEWEST_WORDS or any(_says(other, unit) for other in (*changed.added, *fresh)):
            room -= any(_says(other, unit) for other in changed.added)
            continue
        if unit.said in there or detail.say(unit.text):
            continue
        if room > 0:
            room -= 1  # another criterion stands in its place: what that is worth is the reviewer's to say
            continue
        message = f"'{now.name}' is done without this now: {short(unit.text, 120)}"
        yield finding("regression", "criterion removed", now, message, line_of(base, unit.line), severity="S")


def _says(other: Unit, unit: Unit) -> bool:
    return other.kind != "heading" and contained(unit.text, other.text) >= _STILL_THERE
