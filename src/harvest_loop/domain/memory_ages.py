"""How old a memory may get before it is looked at again, and what that look comes to (SPEC 4.4)."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from harvest_loop.domain.markdown import code_spans, link_targets, markdown_lines
from harvest_loop.schemas.curation import MemoryWord
from harvest_loop.schemas.hub import FrontmatterValue

STALE_AFTER = {"project": 14, "reference": 30, "feedback": 90, "user": 180}
STALE_OTHERWISE = 30
NEVER = "🔑"

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PATH = re.compile(r"[\w.@+-]*(?:/[\w.@+-]+)+/?|[\w@+-][\w.@+-]*\.[A-Za-z]{1,5}")
_COMMIT = re.compile(r"(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+")
_WEB = re.compile(r"https?://")
_MOST = 40


class Named(NamedTuple):
    """What a memory names that can be looked up, and how many web addresses it holds."""

    paths: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    web: int = 0


class Verified(NamedTuple):
    """What the look came to: what is there, what is gone, and what was given another name."""

    holds: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()


def type_of(keys: dict[str, FrontmatterValue]) -> str:
    """Return the memory's type as its frontmatter says; empty: it says none."""
    value = keys.get("metadata.type", keys.get("type"))
    return value.strip().casefold() if isinstance(value, str) else ""


def modified_day(keys: dict[str, FrontmatterValue]) -> str | None:
    """Return the day that the frontmatter says it was last modified on; None: none that can be read."""
    value = keys.get("metadata.modified", keys.get("modified"))
    found = _DAY.match(value.strip()) if isinstance(value, str) else None
    try:
        return None if found is None else date.fromisoformat(found[0]).isoformat()
    except ValueError:
        return None


def age_of(said: str | None, file_day: str | None, today: str) -> int | None:
    """Return the age in days; None: AGE-UNKNOWN. A day to come is an age of none."""
    day = said or file_day
    return None if day is None else max(0, (date.fromisoformat(today) - date.fromisoformat(day)).days)


def is_stale(kind: str, age: int | None) -> bool:
    """Say whether a memory of this type is due for a look; an unknown age is never fresh."""
    return age is None or age > STALE_AFTER.get(kind, STALE_OTHERWISE)


def never_stale(kind: str, text: str, index_lines: Sequence[str]) -> bool:
    """Say whether it is a reference that a person marked as one to keep."""
    return kind == "reference" and (NEVER in text or any(NEVER in line for line in index_lines))


def named_in(text: str) -> Named:
    """Return the paths and commits that the memory names in backticks or links; code blocks show, they don't name."""
    paths: dict[str, None] = {}
    commits: dict[str, None] = {}
    for line in markdown_lines(text):
        if line.kind == "code":
            continue
        for span in (*(span.text for span in code_spans(line.text)), *link_targets(line.text)):
            word = span.split(":")[0] if re.fullmatch(r"[^\s:]+:\d+(?:-\d+)?", span) else span
            if _COMMIT.fullmatch(word):
                commits[word] = None
            elif _PATH.fullmatch(word) and not _VERSION.fullmatch(word):
                paths[word] = None
    return Named(tuple(paths)[:_MOST], tuple(commits)[:_MOST], len(_WEB.findall(text)))


def word_for(kind: str, looked: Verified) -> MemoryWord:
    """Return what becomes of a stale memory, by what was found of what it names."""
    lost = [name for name in looked.gone if name not in dict(looked.renamed)]
    if kind == "feedback" and len(looked.gone) > 1:
        return "for a person"
    if not looked.holds and not looked.gone:
        return "not verifiable"
    if not looked.gone:
        return "VERIFIED"
    if not lost:
        return "UPDATED"
    return "DRIFTED" if looked.holds or looked.renamed else "ARCHIVE CANDIDATE"


def grounds_for(age: int | None, kind: str, looked: Verified, web: int) -> Iterator[str]:
    """Say why, in words."""
    known = STALE_AFTER.get(kind, STALE_OTHERWISE)
    yield f"{'AGE-UNKNOWN' if age is None else f'{age} days old'}, {kind or 'no type'}: looked at after {known} days"
    if looked.holds:
        yield f"still there: {', '.join(looked.holds[:5])}"
    renamed = dict(looked.renamed)
    gone = [f"{name} (now {renamed[name]})" if name in renamed else name for name in looked.gone]
    if gone:
        yield f"gone: {', '.join(gone[:5])}"
    if not looked.holds and not looked.gone:
        yield "it names nothing that can be looked up here"
    if web:
        yield f"{web} web addresses were not looked at: that needs a consent"
