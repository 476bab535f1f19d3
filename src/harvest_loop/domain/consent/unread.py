"""Grants that were written where no machine reads them: an unread grant is not an absent one (SPEC 8.3)."""

import re
from collections.abc import Iterator

from harvest_loop.domain.consent.vocabulary import KEY, folded
from harvest_loop.schemas.consent import Finding, ProfileFile

# The key as YAML has it: first on its line, behind what Markdown may put there, or in braces. Nothing backtracks: a
# profile is as long as others make it.
_FIRST = re.compile(rf"""([\s\-*+>?<!.)0-9"']*+){KEY}["'*]*+\s*+(:|$)""")
_IN_BRACES = re.compile(rf"""[{{,]\s*+["'*]*+{KEY}["'*]*+\s*+:""")


def unread_findings(profile: ProfileFile) -> Iterator[Finding]:
    """Yield each grant that stands beside the one place that is read: the key at the top of the first block (R3)."""
    for number, line in enumerate(profile.rest.split("\n"), start=profile.first_line):
        if _is_key(folded(line)):
            yield Finding("R3", f"line {number}", f"{KEY} stands where no machine reads it; it belongs in the block")
    content = profile.content if isinstance(profile.content, dict) else {}
    for key, value in content.items():
        if key != KEY and _is_it(key):
            yield Finding("R3", KEY, "is spelled in a way that no machine reads")
        below = value.values() if key == KEY and isinstance(value, dict) else (value,)
        if any(_holds_it(each) for each in below):
            yield Finding("R3", KEY, "stands below another key, where no machine reads it")


def _is_key(line: str) -> bool:
    """Whether the line writes the key as YAML does; `? key` has no colon on its line."""
    first = _FIRST.match(line)
    if first is not None and (first[2] or "?" in first[1]):
        return True
    brace = line.find("{")
    return brace >= 0 and _IN_BRACES.search(line, brace) is not None


def _is_it(key: object) -> bool:
    return isinstance(key, str) and folded(key) == KEY


def _holds_it(value: object) -> bool:
    """Whether the key stands anywhere inside of the value."""
    if isinstance(value, dict):
        return any(_is_it(key) or _holds_it(each) for key, each in value.items())
    return isinstance(value, list) and any(_holds_it(each) for each in value)
