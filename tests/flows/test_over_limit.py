"""What a page has no room for is on a later one, through the real flow (SPEC 4.7)."""

from pathlib import Path

from tests.flows.runs import NOW, close, meta
from tests.support.repositories import Repository

DAY = 86_400


def check(name: str) -> dict[str, str]:
    """A script with a reason of its own."""
    text = f"#!/bin/sh\n# Refuse {name}, because a release of it broke twice.\nset -e\nmake {name}\n"
    return {f"scripts/check-{name}.sh": text}


def titles(page: str) -> set[str]:
    """The scripts that the page shows as patterns."""
    shown = page.partition("### Patterns")[2].partition("### Card")[0]
    return {line.partition("check-")[2].partition(".sh")[0] for line in shown.split("\n") if "check-" in line[:60]}


def test_what_a_page_has_no_room_for_comes_with_the_next_session(
    state: Path, small_hub: Repository, field: Repository
) -> None:
    """
    Eight practices and room for four of a kind: the other four are named, keep the verdict open, start no run of their
    own, and stand on the page of the next session.
    """
    names = ["anchors", "bindings", "covers", "dates", "editions", "fines", "genres", "holds"]
    field.commit("Start", {"src/app.py": "print(1)\n"}, at="2026-03-01T09:00:00+0000")
    for day, name in enumerate(names, 2):
        field.commit(
            f"Add a check script for {name} before a release", check(name), at=f"2026-03-{day:02}T09:00:00+0000"
        )

    _, first = close(small_hub.path, field.path, since="2026-03-01")
    _, again = close(small_hub.path, field.path, since=None, now=NOW + DAY)
    field.commit("Add a check script for idioms before a release", check("idioms"), at="2026-03-22T09:00:00+0000")
    _, second = close(small_hub.path, field.path, since=None, now=NOW + 3 * DAY)

    assert 4 == len(titles(first.page)) and "4 patterns are kept" in first.page
    assert "4 held over the limit of patterns" in str(first.verdict)
    assert again.page.startswith("already harvested")
    assert titles(second.page) == (set(names) - titles(first.page)) | {"idioms"}
    assert "over the limit" not in second.page
    assert 4 == meta(small_hub.path, "patterns.jsonl").read_text().count('"over_limit":true')
