"""The text of tracks/_meta/skill_usage.md: a leaderboard and a log of sessions, newest first (SPEC 2, 4.13)."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from harvest_loop.domain.quoting import as_code, gap_below, in_page, one_line, table_row
from harvest_loop.domain.skill_usage import COUNTED_DAYS, standings, used_elsewhere
from harvest_loop.domain.usage_coverage import coverage_line, coverage_of
from harvest_loop.schemas.skill_usage import SessionSeen, SessionUsage, SkillCount, SkillStanding, UsagePage

BEGIN = "<!-- harvest-loop: skill usage; what stands up to the next mark is written anew at each close -->"
END = "<!-- harvest-loop: end of skill usage -->"

_TITLE = "# Skill usage"
_UNKNOWN = "unknown"
_NONE = "none"
_AND = "; "
_NAMELESS = "nameless"
_KINDS = ("called", "typed", "failed", "quoted")
_LEADERS = ("Skill", "Last used", f"Uses in {COUNTED_DAYS} days", "Listed since", "Status")
_LOG = ("Day", "Session", "Used", "Failed", "Quoted")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_CODE = re.compile(r"`+ ?(.+?) ?`+\Z")
_USED = re.compile(r"`+ ?(?P<name>[^`]+?) ?`+ ×(?P<count>\d+)(?: \((?P<called>\d+) called, (?P<typed>\d+) typed\))?\Z")
_CELLS = re.compile(r"(?<!\\)\|")
_MARKS = re.compile(r"[\\`|<\[]")
_UNREAD = re.compile(r"unknown(?:: (.*))?\Z")


class _Read(NamedTuple):
    """What an earlier page holds: the text around the marks, the log, since when skills are listed, strange lines."""

    before: str
    after: str
    log: tuple[SessionUsage, ...]
    listed: dict[str, str]
    strange: tuple[str, ...]


def usage_page(
    existing: str | None,
    *,
    told: Sequence[SessionUsage] = (),
    seen: Sequence[SessionSeen],
    skills: Sequence[str],
    today: date,
) -> UsagePage:
    """Return the page with what is told of a session, which takes the place of all earlier lines of its own.

    `skills` are the hub's, by name; `seen` all sessions known of. What people wrote around the marks stays as it is,
    and so does a line of the log that can't be understood.
    """
    read = _read(existing)
    log = _with(read.log, told)
    rows = standings(log, seen=seen, skills=skills, listed=read.listed, today=today)
    elsewhere = used_elsewhere(log, skills, today)
    first = today - timedelta(days=COUNTED_DAYS - 1)
    said = coverage_line(coverage_of(seen, first=first, last=today))
    block = "\n".join((BEGIN, *_lines(rows, log, read.strange, elsewhere, f"{first} to {today}: {said}"), END))
    problems = tuple(f"a line of the log is not understood: {in_page(line, limit=120)}" for line in read.strange)
    return UsagePage(text=read.before + block + read.after, standings=rows, elsewhere=elsewhere, problems=problems)


def read_log(text: str | None) -> tuple[SessionUsage, ...]:
    """Return the log of a page, newest first; a session that was not read has no skills, which is not zero."""
    return _read(text).log


def is_logged(text: str | None, told: Sequence[SessionUsage]) -> bool:
    """Return whether a page tells as much of a session already; of one that was not read now, any line does."""
    plain = [_plain_session(one) for one in told]
    keys = {one.key for one in plain}
    lines = [line for line in read_log(text) if line.key in keys]
    if all(one.skills is None for one in plain):
        return {line.key for line in lines} == keys
    return sorted(lines, key=lambda line: line.day) == sorted(plain, key=lambda line: line.day)


def _with(log: Sequence[SessionUsage], told: Sequence[SessionUsage]) -> tuple[SessionUsage, ...]:
    plain = [_plain_session(one) for one in told]
    keys = {one.key for one in plain}
    lines = [*plain, *(line for line in log if line.key not in keys)]
    return tuple(sorted(lines, key=lambda line: line.day, reverse=True))


def _plain_session(session: SessionUsage) -> SessionUsage:
    """The session as it can be read back: names without marks of markup, one count a name."""
    counts: dict[str, SkillCount] = {}
    for count in session.skills or ():
        name = _plain(count.name).replace(_AND.strip(), " ").strip() or _NAMELESS
        known = counts.get(name, SkillCount(name=name))
        kinds = {kind: getattr(known, kind) + getattr(count, kind) for kind in _KINDS}
        if any(kinds.values()):
            counts[name] = SkillCount(name=name, **kinds)
    skills = None if session.skills is None else tuple(counts[name] for name in sorted(counts))
    key, why = _plain(session.key) or _NAMELESS, _plain(session.why_not)
    return SessionUsage(key=key, day=session.day, skills=skills, why_not="" if skills is not None else why)


def _lines(
    rows: Sequence[SkillStanding],
    log: Sequence[SessionUsage],
    strange: Sequence[str],
    elsewhere: Sequence[str],
    coverage: str,
) -> list[str]:
    others = ", ".join(as_code(name, limit=120) for name in elsewhere) or _NONE
    return [
        *("", "## Leaderboard", "", f"Sessions, {coverage}.", ""),
        *(table_row(*_LEADERS), _rule(_LEADERS), *(_leader(row) for row in rows), ""),
        *(f"Used in {COUNTED_DAYS} days, but no skill of this hub: {others}.", ""),
        *("## Log", "", table_row(*_LOG), _rule(_LOG), *map(_entry, log), *strange, ""),
    ]


def _rule(heads: Sequence[str]) -> str:
    return table_row(*("---" for _ in heads))


def _leader(row: SkillStanding) -> str:
    uses = _UNKNOWN if row.uses is None else f"at least {row.uses}" if row.at_least else str(row.uses)
    return table_row(as_code(row.skill, limit=120), row.last_used or _UNKNOWN, uses, row.listed_since, row.status)


def _entry(line: SessionUsage) -> str:
    key = as_code(line.key)
    if line.skills is None:
        why = f"{_UNKNOWN}: {line.why_not}" if line.why_not else _UNKNOWN
        return table_row(line.day, key, why, _UNKNOWN, _UNKNOWN)
    used = [f"{as_code(c.name)} ×{c.uses} ({c.called} called, {c.typed} typed)" for c in line.skills if c.uses]
    failed = [f"{as_code(count.name)} ×{count.failed}" for count in line.skills if count.failed]
    quoted = [f"{as_code(count.name)} ×{count.quoted}" for count in line.skills if count.quoted]
    return table_row(line.day, key, *(_AND.join(cell) or _NONE for cell in (used, failed, quoted)))


def _plain(text: str) -> str:
    """The text as it is read back from a cell: no marks of markup, one line."""
    return one_line(_MARKS.sub(" ", one_line(text, limit=200)))


def _read(text: str | None) -> _Read:
    if text is None:
        return _Read(f"{_TITLE}\n\n", "\n", (), {}, ())
    begin = text.rfind(f"{BEGIN}\n")
    end = text.find(END, begin) if begin >= 0 else -1
    if end < 0:
        return _Read(text + gap_below(text), "\n", (), {}, ())
    rows = [(line, cells, _parsed(cells)) for line in text[begin:end].split("\n") if (cells := _cells(line))]
    log = tuple(entry for _, _, entry in rows if entry is not None)
    strange = tuple(line for line, cells, entry in rows if entry is None and _strange(cells))
    listed = {name[1]: cells[3] for _, cells, _ in rows if _is_leader(cells) and (name := _CODE.match(cells[0]))}
    return _Read(text[:begin], text[end + len(END) :], log, listed, strange)


def _cells(line: str) -> tuple[str, ...]:
    bare = line.strip()
    if not bare.startswith("|") or not bare.endswith("|") or len(bare) < len("| |"):
        return ()
    return tuple(cell.strip().replace(r"\|", "|") for cell in _CELLS.split(bare[1:-1]))


def _is_leader(cells: tuple[str, ...]) -> bool:
    return len(cells) == len(_LEADERS) and cells[0].startswith("`") and _DAY.match(cells[3]) is not None


def _strange(cells: tuple[str, ...]) -> bool:
    """Whether a row of the block is neither a leader nor a head nor a rule: somebody changed it."""
    heads = (_LEADERS, _LOG)
    return not _is_leader(cells) and cells not in heads and set(cells) != {"---"}


def _parsed(cells: tuple[str, ...]) -> SessionUsage | None:
    if len(cells) != len(_LOG) or not _DAY.match(cells[0]) or not (key := _CODE.match(cells[1])):
        return None
    unread = _UNREAD.match(cells[2])
    if unread:
        return SessionUsage(key=key[1], day=cells[0], why_not=unread[1] or "")
    columns = [_counts(cell) for cell in cells[2:]]
    if None in columns:
        return None
    used, failed, quoted = ({count["name"]: count for count in column or ()} for column in columns)
    names = sorted({*used, *failed, *quoted})
    return SessionUsage(key=key[1], day=cells[0], skills=tuple(_count(n, used, failed, quoted) for n in names))


def _counts(cell: str) -> tuple[re.Match[str], ...] | None:
    """The counts of one cell; None where a part of it is no count."""
    if cell == _NONE:
        return ()
    found = [_USED.match(part) for part in cell.split(_AND)]
    return tuple(match for match in found if match) if all(found) else None


def _count(
    name: str, used: dict[str, re.Match[str]], failed: dict[str, re.Match[str]], quoted: dict[str, re.Match[str]]
) -> SkillCount:
    return SkillCount(
        name=name,
        called=int(used[name]["called"] or 0) if name in used else 0,
        typed=int(used[name]["typed"] or 0) if name in used else 0,
        failed=int(failed[name]["count"]) if name in failed else 0,
        quoted=int(quoted[name]["count"]) if name in quoted else 0,
    )
