"""Reading a field as a session's close does, with a fixed clock."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.schemas.evidence import Commit, FileChange, GitEvidence

DAY = "2026-03-10T00:00Z"
NOW = "2026-03-10T20:00:00+00:00"


def second(moment: str) -> int:
    """Return the seconds since the epoch of an ISO time."""
    return int(datetime.fromisoformat(moment).timestamp())


def read(
    field: Path,
    *,
    since: str | None = DAY,
    last_close: int | None = None,
    known_tips: tuple[str, ...] = (),
    marker: int | None = None,
    now: str = NOW,
    zone: str = "UTC",
    want_text: Callable[[str], bool] = lambda _: True,
    first_day: int | None = None,
    harvested: frozenset[str] = frozenset(),
    began: str | None = None,
    ended: str | None = None,
    made: frozenset[str] = frozenset(),
    edited: frozenset[str] = frozenset(),
) -> GitEvidence:
    """Return the evidence of 10 March 2026, unless told otherwise."""
    return read_git_evidence(
        field,
        since=since,
        last_close=last_close,
        known_tips=known_tips,
        marker=marker,
        now=second(now),
        zone=zone,
        want_text=want_text,
        first_day=first_day,
        harvested=harvested,
        began=None if began is None else second(began),
        ended=None if ended is None else second(ended),
        made=made,
        edited=edited,
    )


def subjects(commits: tuple[Commit, ...]) -> list[str]:
    return [commit.subject for commit in commits]


def change_of(evidence: GitEvidence, path: str) -> FileChange:
    """Return the only change of a path."""
    (found,) = [change for commit in evidence.commits for change in commit.changes if change.path == path]
    return found


def texts(change: FileChange) -> list[str]:
    return [line.text for line in change.added_lines]
