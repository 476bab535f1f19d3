"""The flaw of being there already: a reworded copy of a skill that the hub has."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from evals.skills.planting.dice import Dice
from evals.skills.planting.frontmatter import description_of, name_of, with_description, with_name
from evals.skills.planting.page import Item, Page, Role
from evals.skills.planting.planted import Bed, Planted, Wording
from evals.skills.planting.rewording import retold, reworded

# Their entries may come in any order.
_UNORDERED: tuple[Role, ...] = ("triggers", "edges")


def reworded_copy(bed: Bed, wording: Wording) -> Planted | None:
    """Tell the base again: other name, other words, other order; commands and paths stay."""
    page = Page(bed.text)
    description = description_of(page)
    if description is None or not name_of(page):
        return None
    name = "-".join([*reversed(bed.base.split("-")), str(wording["suffix"])])
    dice = Dice(f"{bed.dice.seed}:copy:{bed.base}")
    page = _with_headings(_reordered(page, dice), name, wording["headings"])
    page = Page("\n".join(retold(page, bed.manner(int(wording["percent"])), dice)))
    told = [reworded(sentence, bed.manner(100), dice) for sentence in description.sentences]
    page = Page(with_description(page, " ".join(told)))
    return Planted(
        _of_the_copy(with_name(page, name), bed.base, name), line=2, against=bed.base, place=_place(bed, name)
    )


def _reordered(page: Page, dice: Dice) -> Page:
    for role in _UNORDERED:
        section = page.section(role)
        if section is not None:
            span = page.content(section)
            page = Page(_shuffled(page, page.items(span), span.stop, dice))
    return page


def _shuffled(page: Page, items: Sequence[Item], limit: int, dice: Dice) -> str:
    blocks = [(item.start, page.block_end(item, limit)) for item in items]
    touching = all(end == start for (_, end), (start, _) in pairwise(blocks))
    if len(blocks) < 2 or not touching or any(item.mark[0].isdigit() for item in items):
        return page.text
    order = dice.shuffled(blocks, "order", blocks[0][0])
    lines = [line for start, end in order for line in page.lines[start:end]]
    return page.with_lines(blocks[0][0], blocks[-1][1], lines)


def _with_headings(page: Page, name: str, headings: Mapping[Role, str]) -> Page:
    lines = list(page.lines)
    titles = [section for section in page.sections if section.level == 1]
    for section in titles[:1]:
        lines[section.start] = "# " + name.replace("-", " ").capitalize()
    for role, title in headings.items():
        found = page.section(role)
        if found is not None and found.level > 1 and not re.search(r"\d", found.title):
            lines[found.start] = "#" * found.level + " " + title
    return Page("\n".join(lines))


def _of_the_copy(text: str, base: str, name: str) -> str:
    """What lies beside the base stays there; what speaks of the base speaks of the copy."""
    return re.sub(r"(?<=[(`\[])references/", f"../{base}/references/", text.replace(f"`{base}`", f"`{name}`"))


def _place(bed: Bed, name: str) -> str:
    parts = bed.hub.places[bed.base].split("/")
    return "/".join([*parts[:-2], name, parts[-1]])
