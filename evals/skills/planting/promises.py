"""The flaw of an unkept promise: description or Done When names something that no step brings about."""

import re

from evals.skills.planting.frontmatter import description_of, with_description
from evals.skills.planting.page import Page
from evals.skills.planting.planted import Bed, Planted, Wording


def with_unkept_promise(bed: Bed, wording: Wording) -> Planted | None:
    """Promise what the skill doesn't speak of, in the description or, every other time, in the Done When."""
    if any(re.search(rf"\b{re.escape(word)}", bed.text, re.IGNORECASE) for word in wording["absent"]):
        return None
    page = Page(bed.text)
    if bed.dice.happens(50, "promise", bed.base):
        return _in_done_when(page, str(wording["done"])) or _in_description(page, str(wording["description"]))
    return _in_description(page, str(wording["description"])) or _in_done_when(page, str(wording["done"]))


def _in_description(page: Page, sentence: str) -> Planted | None:
    description = description_of(page)
    if description is None:
        return None
    first, *rest = description.sentences
    first = first if first.endswith((".", "!", "?")) else first + "."
    return Planted(with_description(page, " ".join([first, sentence, *rest])), line=description.start + 1)


def _in_done_when(page: Page, sentence: str) -> Planted | None:
    done = page.section("done")
    if done is None:
        return None
    body = page.content(done)
    items = page.items(body)
    if not items:
        return None
    last = items[-1]
    number = re.match(r"\d+", last.mark)
    mark = last.mark.replace(number[0], str(int(number[0]) + 1)) if number else last.mark
    at = page.block_end(last, body.stop)
    return Planted(page.with_lines(at, at, [mark + sentence]), line=at + 1)
