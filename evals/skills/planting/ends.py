"""Flaws of the end: no Done When, or one that nobody can check."""

import re

from evals.skills.planting.page import Page, Section
from evals.skills.planting.planted import Bed, Planted, Wording


def without_done_when(bed: Bed, wording: Wording) -> Planted | None:
    """Take the Done When away; some wordings put a section in its place that is none."""
    page = Page(bed.text)
    done = _only_end(page)
    if done is None:
        return None
    body = page.content(done)
    if not wording["title"]:
        gap = done.end if done.end < len(page.lines) else len(page.lines) - 1
        return Planted(page.with_lines(done.start, gap, []))
    heading = "#" * done.level + " " + str(wording["title"])
    text = page.with_lines(done.start, body.stop, [heading, "", *wording["lines"]])
    return Planted(text, line=done.start + 1)


def with_vague_done_when(bed: Bed, wording: Wording) -> Planted | None:
    """Put what nobody can check in place of everything that the Done When asks for."""
    page = Page(bed.text)
    done = _only_end(page)
    if done is None:
        return None
    body = page.content(done)
    mark = next((item.mark for item in page.items(body) if not item.mark[0].isdigit()), "- ")
    return Planted(
        page.with_lines(body.start, body.stop, [mark + str(item) for item in wording["items"]]), line=body.start + 1
    )


def _only_end(page: Page) -> Section | None:
    """The Done When, if it is the only one: with a second one the flaw would be none."""
    done = page.section("done")
    if done is None:
        return None
    rest = "\n".join([*page.lines[: done.start], *page.lines[done.end :]])
    return None if re.search(r"^(?:#+ |\W*\*\*).{0,20}done when", rest, re.IGNORECASE | re.MULTILINE) else done
