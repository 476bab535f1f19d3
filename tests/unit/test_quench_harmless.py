"""Edits that people make every day and that take nothing away raise nothing on any axis (SPEC 4.1)."""

import re
from collections.abc import Callable

import pytest

from tests.support.quenched import SKILL, changed, raised


def _wrapped(text: str) -> str:
    """Lines of a paragraph broken elsewhere."""
    return text.replace("build, and what\nmisses it waits", "build, and\nwhat misses it\nwaits")


def _sections_swapped(text: str) -> str:
    pitfalls, done = text.index("## Pitfalls"), text.index("## Done When")
    return text[:pitfalls] + text[done:] + "\n" + text[pitfalls:done].rstrip() + "\n"


def _keys_swapped(text: str) -> str:
    triggers = "triggers: [cut a release, ship the train]\n"
    return text.replace(triggers, "").replace("name: release-train\n", f"{triggers}name: release-train\n")


EDITS: dict[str, Callable[[str], str]] = {
    "a typo mended": lambda text: text.replace("tagged release. The", "taged release. The"),
    "a sentence reworded": lambda text: text.replace("confuses the index", "puts the index into confusion"),
    "a step reworded": lambda text: text.replace("Read the open changes in", "Go through the open changes of"),
    "an example added": lambda text: text + "\nFor example:\n\n```bash\necho v1.2.0\n```\n",
    "a step added": lambda text: text.replace("5. Never", "5. Tell the team.\n6. Never"),
    "a criterion added": lambda text: text + "- The team was told.\n",
    "a criterion reworded": lambda text: text.replace("The package index lists", "The index of packages shows"),
    "items in another order": lambda text: text.replace(
        "- The package index lists the new version.\n- The changelog names every merged change.\n",
        "- The changelog names every merged change.\n- The package index lists the new version.\n",
    ),
    "sections in another order": _sections_swapped,
    "white space": lambda text: re.sub(r"\n", "  \n", text[text.index("# Release") :]).join(
        [text[: text.index("# R")], ""]
    ),
    "empty lines": lambda text: text.replace("\n\n##", "\n\n\n##"),
    "lines wrapped anew": _wrapped,
    "frontmatter keys in another order": _keys_swapped,
    "a frontmatter key added": lambda text: text.replace("allowed-tools", "version: 2\nallowed-tools"),
    "a heading renamed with its links": lambda text: text.replace("## Pitfalls", "## Known pitfalls").replace(
        "(#pitfalls)", "(#known-pitfalls)"
    ),
    "a section added": lambda text: text + "\n## Notes\n\nOther teams do it by hand.\n",
    "a code example changed": lambda text: text.replace('"v$VERSION"', '"v${NEXT}"'),
    "other list marks": lambda text: text.replace("\n- ", "\n* "),
    "numbers as parentheses": lambda text: re.sub(r"\n(\d)\. ", r"\n\1) ", text),
    "emphasis": lambda text: text.replace("flaky test", "**flaky** test").replace("red build", "*red* build"),
    "a row added": lambda text: text.replace("| a red build", "| no build | the machine sleeps |\n| a red build"),
    "an aside taken out": lambda text: text.replace("; a flaky test; run it again", "").replace(
        "- A tag that was pushed twice confuses the index.\n", ""
    ),
    "a sentence split": lambda text: text.replace("green build, and what\nmisses", "green build. What\nmisses"),
    "two steps made one": lambda text: text.replace(".\n5. Never push", ", and never push"),
    "a bar raised": lambda text: text.replace("at least 90%", "at least 95%"),
    "a wish made a rule": lambda text: text.replace("Read the open changes", "Always read the open changes"),
    "a description said longer": lambda text: text.replace("of a library.", "of a library, be it small."),
    "a trigger added": lambda text: text.replace("[cut a release", "[make a release, cut a release"),
    "a trigger in another form": lambda text: text.replace('"cut a release"', '"Cut the release"'),
    "quotes of another kind": lambda text: text.replace(
        '"cut a release" or "ship the train"', "“cut a release”, “ship the train”"
    ),
    "a link said otherwise": lambda text: text.replace("[the calendar]", "[our calendar of trains]"),
    "a path from the root": lambda text: text.replace(
        "(references/calendar.md", "(/skills/release-train/references/calendar.md"
    ),
    "a reference added": lambda text: text + "\nSee also `docs/changes.md` and the `notes-keeper` skill.\n",
    "the end of the file": lambda text: text.rstrip("\n"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_that_takes_nothing_away_raises_nothing(edit: str) -> None:
    """
    Who is warned of nothing for the third time reads no warning any more.
    """
    now = EDITS[edit](SKILL)

    assert now != SKILL
    assert () == raised(now)
    assert () == raised(SKILL, now) or edit in (
        "a criterion added",
        "a bar raised",
        "a wish made a rule",
        "a trigger added",
    )


def test_an_edit_in_another_language_raises_nothing() -> None:
    """
    Words that no list of ours holds are compared like any others.
    """
    korean = "- 태그를 두 번 올리면 색인이 섞인다.\n"
    base = changed("- A tag that was pushed twice confuses the index.\n", korean)

    assert () == raised(base.replace("섞인다", "뒤섞인다"), base)
