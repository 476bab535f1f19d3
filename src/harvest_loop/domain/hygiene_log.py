"""The text of memory_hygiene_{date}.md, and whether such a log is one of a run (SPEC 4.4)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date

from harvest_loop.domain.quoting import as_path, in_page
from harvest_loop.schemas.curation import Hygiene, MemoryStanding

VALID_DAYS = 7
_NAME = re.compile(r"memory_hygiene_(\d{4}-\d{2}-\d{2})\.md")
_PLACEHOLDER = re.compile(
    r"\{\{?[^{}\n]{0,40}\}?\}|<[A-Za-z_ ]{1,30}>|\[(?:n|N|x|X|TBD|TODO|count|number)\]|\bTODO\b|\bTBD\b|\bXX+\b|\?\?+"
    r"|_{3,}|\b(?:N|n) (?:entries|files|memories)\b|YYYY"
)
_COUNT = re.compile(r"(?<![\d-])\d+(?![\d-])")


def log_name(day: str) -> str:
    """Return the log's file name."""
    return f"memory_hygiene_{day}.md"


def is_valid_log(text: str) -> bool:
    """Say whether the log holds measured counts; one with a placeholder in place of a count is no run."""
    body = text.split("\n---\n", 1)[-1] if text.startswith("---\n") else text
    return _PLACEHOLDER.search(body) is None and _COUNT.search(body) is not None


def last_valid_day(logs: Iterable[tuple[str, str]], today: str) -> str | None:
    """Return the day of the newest valid log that is less than 7 days old; `logs` are names and texts."""
    for name, text in sorted(logs, reverse=True):
        found = _NAME.fullmatch(name)
        age = _days_between(found[1], today) if found else None
        if found and age is not None and 0 <= age < VALID_DAYS and is_valid_log(text):
            return found[1]
    return None


def log_text(hygiene: Hygiene, day: str) -> str:
    """Return the log of one run, every count measured."""
    return "\n".join(["---", "type: memory-hygiene", f"date: {day}", "---", "", *_body(hygiene, day), ""])


def counted(standings: Iterable[MemoryStanding]) -> str:
    """Return how many memories stand how."""
    words = Counter(one.word for one in standings)
    return ", ".join(f"{word} {count}" for word, count in sorted(words.items())) or "0 memories"


def _body(hygiene: Hygiene, day: str) -> Iterator[str]:
    stale = [one for one in hygiene.standings if one.is_stale]
    yield f"# Memory hygiene, {day}"
    yield ""
    yield from (f"- {in_page(str(root))}" for root in hygiene.roots)
    yield f"- memories looked at: {len(hygiene.standings)}"
    yield f"- {counted(hygiene.standings)}"
    yield f"- asked about on the form: {len(hygiene.lines)}"
    yield f"- not read: {len(hygiene.notes)}"
    yield from (f"  - {in_page(note)}" for note in hygiene.notes)
    yield ""
    yield f"## Stale: {len(stale)}"
    yield ""
    for one in stale:
        yield f"- {one.word}: {as_path(one.file)} ({in_page(one.root)})"
        yield from (f"  - {in_page(text)}" for text in one.grounds)


def _days_between(day: str, today: str) -> int | None:
    try:
        return (date.fromisoformat(today) - date.fromisoformat(day)).days
    except ValueError:
        return None
