"""From when to when a session is looked at: a time, a revision, or what is known of the last close (SPEC 3.1, 3.2)."""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from harvest_loop.adapters.clock import zone_named
from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.git_commits import is_sha
from harvest_loop.adapters.git_text import read_text
from harvest_loop.errors import UsageError
from harvest_loop.schemas.evidence import Window

_DAY = 24 * 60 * 60
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?", re.ASCII | re.IGNORECASE
)
_SPAN = re.compile(
    r"(?P<count>\d{1,5}) ?(?P<unit>m|min|h|d|w|(?:minute|hour|day|week)s?)(?P<ago> ago)?", re.ASCII | re.IGNORECASE
)
_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}


def choose_window(
    root: Path,
    *,
    since: str | None,
    last_close: int | None,
    marker: int | None,
    now: int,
    zone: str,
    first_day: int | None = None,
    began: int | None = None,
    ended: int | None = None,
) -> Window:
    """Return the window that ends now: from `since`, else after the last close, else the marker, else a day ago.

    A session of which a transcript tells begins and ends as that says, whatever was closed meanwhile.

    What the last close harvested ended with its second, so that the next window starts one second later. Where there
    were closes, but none that counts as the last, the day goes on from `first_day`.

    Raises:
        UsageError: `since` is neither a time nor a revision of this repository, or the zone is not known.
    """
    zone_named(zone)
    if since is not None:
        return _window_since(root, since, now, zone)
    if began is not None:
        until = now if ended is None else max(began, min(ended, now))
        return Window(since=began, until=until, zone=zone, source="transcript")
    if last_close is not None:
        return Window(since=last_close + 1, until=now, zone=zone, source="last close")
    if marker is not None:
        return Window(since=marker, until=now, zone=zone, source="session-start marker")
    if first_day is not None and first_day < now - _DAY:
        return Window(since=first_day, until=now, zone=zone, source="24 hours before the first close")
    return Window(since=now - _DAY, until=now, zone=zone, source="24 hours")


def pin_start(root: Path, since: str | None, *, now: int, zone: str) -> str | None:
    """Return `since` as a moment or a sha that means the same tomorrow, so that a run can be stored and repeated.

    Raises:
        UsageError: it is neither a time nor a revision of this repository.
    """
    if since is None:
        return None
    window = _window_since(root, since, now, zone)
    return window.revision or datetime.fromtimestamp(window.since, UTC).isoformat().replace("+00:00", "Z")


def _window_since(root: Path, since: str, now: int, zone: str) -> Window:
    moment = read_moment(since, now=now, zone=zone)
    if moment is not None:
        return Window(since=moment, until=now, zone=zone, source="--since")
    sha = _revision(root, since)
    if sha is None:
        raise UsageError(
            f"{read_text(since.encode('utf-8', 'replace'))!r} is neither a time nor a revision here",
            where=str(root),
            remedy="write 2026-03-10, '2026-03-10 09:00', '3 days ago', 2h, or a commit, tag or branch",
        )
    made = ask_git(root, "log", "--no-walk", "--format=%ct", "--end-of-options", sha)
    return Window(since=int(made), until=now, zone=zone, source="--since", revision=sha)


def read_moment(text: str, *, now: int, zone: str) -> int | None:
    """Return the second that a text means in the zone, or None when it is no time.

    A date alone is its local midnight; days and weeks are counted by the local clock, across a change of it.
    """
    words = " ".join(text.split())
    local = zone_named(zone)
    if words.lower() in ("today", "yesterday"):
        return _midnight(now, local, days_back=int(words.lower() == "yesterday"))
    if _TIME.fullmatch(words):
        return _absolute(words, local)
    span = _SPAN.fullmatch(words)
    return _back(now, local, int(span["count"]), span["unit"][0].lower()) if span else None


def _absolute(words: str, local: tzinfo) -> int | None:
    try:
        moment = datetime.fromisoformat(words.upper().replace(" +", "+").replace(" -", "-").replace(" Z", "Z"))
        return int((moment if moment.tzinfo else moment.replace(tzinfo=local)).timestamp())
    except (ValueError, OverflowError):
        return None


def _midnight(now: int, local: tzinfo, *, days_back: int) -> int:
    day = datetime.fromtimestamp(now, local).date() - timedelta(days=days_back)
    return int(datetime(day.year, day.month, day.day, tzinfo=local).timestamp())


def _back(now: int, local: tzinfo, count: int, unit: str) -> int:
    if unit in "mh":
        return now - count * _MINUTES[unit] * 60
    # Arithmetic on an aware time goes by the clock on the wall: the hour stays, the offset follows.
    return int((datetime.fromtimestamp(now, local) - timedelta(minutes=count * _MINUTES[unit])).timestamp())


def _revision(root: Path, text: str) -> str | None:
    if "\0" in text or "\n" in text:
        return None
    found = ask_git(
        root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{text}^{{commit}}", allow=(0, 1, 128)
    )
    sha = found.decode("utf-8", "replace").strip()
    return sha if is_sha(sha) else None
