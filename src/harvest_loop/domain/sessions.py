"""Which session this is, and what of it an earlier close already harvested (SPEC 3.1)."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from harvest_loop.domain.harvested_work import (
    change_digest,
    harvested_in,
    only_new_work,
    told_lines,
    without_own_records,
)
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence, Window
from harvest_loop.schemas.records import PatternLine, SessionLine

_DAY = 24 * 60 * 60
_PLAIN_EIGHT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{7}")


def under_one_id(sessions: Iterable[SessionLine], repository_id: str, root: str) -> tuple[SessionLine, ...]:
    """The lines of all fields, those of this one told under its id of today.

    A repository gets its id with its first commit, and another one when an older root comes in or history is written
    anew: what was closed in its folder was closed of it.
    """
    return tuple(
        line.model_copy(update={"field": repository_id}) if root == line.field_root else line for line in sessions
    )


def patterns_under_one_id(
    patterns: Iterable[PatternLine], sessions: Iterable[SessionLine], repository_id: str, root: str
) -> tuple[PatternLine, ...]:
    """The same of what was written of patterns: no line of theirs tells a folder, so that the closes of this one do."""
    former = {line.field for line in sessions if root == line.field_root} - {repository_id}
    return tuple(
        line.model_copy(update={"field": repository_id}) if line.field in former else line for line in patterns
    )


def closes_here(
    sessions: Iterable[SessionLine], repository_id: str, root: str, now: int
) -> tuple[int | None, int | None]:
    """Return the last close of this checkout and, where none counts, from when on its work was left to be harvested.

    Another clone holds other work, and another worktree other uncommitted work: their closes say nothing of this one.
    A close under a clock that was ahead says nothing of what was done since. In a folder not closed before, the day
    begins no later than where the field's last close ended: it may have been moved.
    """
    told = [line for line in sessions if line.field == repository_id and (line.harvested_to or now) <= now]
    here = [line for line in told if line.field_root == root]
    if not here:
        return None, last_close(told, repository_id)
    return last_close(here, repository_id), first_day(here, repository_id)


def tips_at(sessions: Iterable[SessionLine], repository_id: str, root: str, closed: int | None) -> tuple[str, ...]:
    """Where branches and worktrees stood when this checkout's last close ended; none where that is not known."""
    here = [line for line in sessions if (line.field, line.field_root) == (repository_id, root)]
    ended = [line.tips for line in here if closed is not None and line.harvested_to == closed]
    return ended[-1] if ended else ()


def joined(earlier: SessionEvidence, later: SessionEvidence) -> SessionEvidence:
    """Return two sessions of one field as if they had been one: what the later one goes on with is seen as such."""
    held = {commit.sha for commit in earlier.git.commits}
    commits = (*earlier.git.commits, *(commit for commit in later.git.commits if commit.sha not in held))
    return later.model_copy(update={"git": later.git.model_copy(update={"commits": commits})})


def last_close(sessions: Iterable[SessionLine], repository_id: str) -> int | None:
    """Up to when this field was harvested without a gap, in seconds since the epoch; None: from no moment on.

    A close of the last hour leaves the hours before it unharvested: it moves nothing on, nor is it a first close. Nor
    does that of one session beside others.
    """
    reached: int | None = None
    for line in sessions:
        if line.field != repository_id or line.harvested_to is None or line.only_own:
            continue
        if _follows_on(line.harvested_from, line.harvested_to, reached):
            reached = max(line.harvested_to, reached or line.harvested_to)
    return reached


def _follows_on(begun: int | None, ended: int, reached: int | None) -> bool:
    """Whether a window leaves nothing out before it; where its start was not written down its end is believed."""
    if begun is None:
        return True
    return begun <= ended and begun <= (ended - _DAY if reached is None else reached + 1)


def first_day(sessions: Iterable[SessionLine], repository_id: str) -> int | None:
    """From when on work was left to be harvested by closes none of which counts as the last; None: there were none.

    The first close looks back a day. What a narrower one, or one that could not read everything, left of it stays.
    """
    starts = [start for line in sessions if line.field == repository_id for start in _looked_back_to(line)]
    return min(starts, default=None)


def _looked_back_to(line: SessionLine) -> Iterator[int]:
    if line.harvested_from is None and line.harvested_to is None:
        return  # a sweep saw the session; nobody closed anything
    if line.harvested_from is not None:
        yield line.harvested_from
    seen = seen_at(line)
    if seen is not None:
        yield seen - _DAY


def seen_at(line: SessionLine) -> int | None:
    """When the session was seen, in seconds since the epoch; None: a person wrote there what is no time."""
    try:
        return int(datetime.fromisoformat(line.seen).timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def source_name(field_name: str, repository_id: str, sessions: Sequence[SessionLine]) -> str:
    """The field's directory name made safe; four characters of its id follow where two fields share it (SPEC 2)."""
    safe = re.sub(r"[^a-z0-9]+", "-", field_name.lower()).strip("-") or f"field-{repository_id[:4]}"
    taken = any(line.field != repository_id and line.source == safe for line in sessions)
    return f"{safe}-{repository_id[:4]}" if taken else safe


def session_key(window: Window, repository_id: str) -> str:
    """The key of a session that no host named: manual:{field}:{since}."""
    since = window.revision or datetime.fromtimestamp(window.since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"manual:{repository_id[:12]}:{since}"


def describe_session(
    git: GitEvidence, sessions: Sequence[SessionLine], *, own_folders: Sequence[str] = (), key: str | None = None
) -> SessionEvidence:
    """The session's evidence, less what an earlier close of the same field harvested (SPEC 3.1).

    `own_folders` hold the loop's own records, as paths of the field: the loop never harvests itself. `key` is that of
    a session that a host or a transcript named.
    """
    git = without_own_records(git, own_folders)
    key = key or session_key(git.window, git.repository_id)
    new = only_new_work(git, harvested_in(sessions, git.repository_id))
    known = any((line.key, line.field) == (key, git.repository_id) and line.read for line in sessions)
    return SessionEvidence(
        session_key=key,
        session_id8=_first_eight(key),
        source=source_name(git.field_name, git.repository_id, sessions),
        git=new.git,
        harvested_before=new.before,
        seen_before=known or git.window.source == "last close" or new.left_something_out,
        committed=new.committed,
        committed_lines=new.committed_lines,
    )


def _first_eight(key: str) -> str:
    """The first eight characters of an agent's session id (SPEC 2); of any other key a hash of it."""
    agent, _, named = key.partition(":")
    if agent != "manual" and _PLAIN_EIGHT.match(named):
        return named[:8]
    return hashlib.sha256(key.encode()).hexdigest()[:8]


def harvested_line(evidence: SessionEvidence, *, seen: str, until: int, record: str | None) -> SessionLine:
    """The line of sessions.jsonl that says how far this session was harvested.

    What could not be read is found again by the next close: no moment counts as harvested then.
    """
    git = evidence.git
    changes = [change for change in git.uncommitted if not change.unread]
    return SessionLine(
        key=evidence.session_key,
        field=git.repository_id,
        field_root=git.field_root,
        source=evidence.source,
        transcript=evidence.transcript,
        seen=seen,
        read=not git.unread,
        why_not="; ".join(git.unread) or None,
        harvested_from=git.window.since,
        harvested_to=None if git.unread else until,
        only_own=git.attribution == "transcript",
        record=record,
        tips=git.tips,
        commits=tuple(commit.sha[:12] for commit in (*git.commits, *evidence.committed)),
        uncommitted=tuple(change_digest(change) for change in changes),
        uncommitted_lines=tuple(
            told_lines(change.path, change.added_lines) for change in changes if change.added_lines
        ),
        committed_lines=evidence.committed_lines,
    )
