"""Tell which lines of a changed file the change wrote, and which it took away."""

import re
from collections.abc import Iterator

from harvest_loop.schemas.judgement import Change

_HUNK = re.compile(r"@@ -(?P<old>\d+)(?:,\d+)? \+(?P<new>\d+)(?:,\d+)? @@")


def added_lines(change: Change) -> frozenset[int]:
    """Return the numbers of the lines that the change wrote, in the file as it will stand."""
    if change.kind == "new file":
        return frozenset(range(1, change.text.count("\n") + 2))
    return frozenset(new for sign, _, new, _ in _walk(change.shown) if sign == "+")


def removed_lines(change: Change) -> tuple[tuple[int, str], ...]:
    """Return the lines that the change takes away: number in the file as it was, and text."""
    if change.kind == "new file":
        return ()
    return tuple((old, text) for sign, old, _, text in _walk(change.shown) if sign == "-" and text.strip())


def _walk(diff: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield sign, old number, new number and text of each line inside the hunks."""
    old = new = 0
    for line in diff.split("\n"):
        found = _HUNK.match(line)
        if found is not None:
            old, new = int(found["old"]), int(found["new"])
        elif (old or new) and line[:1] in ("+", "-", " "):
            yield line[0], old, new, line[1:]
            old += line[0] != "+"
            new += line[0] != "-"
