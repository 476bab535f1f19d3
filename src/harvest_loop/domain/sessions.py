"""Which session this is, and what of it an earlier close already harvested (SPEC 3.1)."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence, UncommittedChange, Window
from harvest_loop.schemas.records import SessionLine


def last_close(sessions: Sequence[SessionLine], repository_id: str) -> int | None:
    """Up to when this field was harvested without a gap, in seconds since the epoch; None: never."""
    reached: int | None = None
    for line in sessions:
        if line.field != repository_id or line.harvested_to is None:
            continue
        # A close of the last hour leaves the hours before it unharvested: it moves nothing on.
        begun = reached if line.harvested_from is None else line.harvested_from
        leaves_a_gap = begun is not None and (
            begun > line.harvested_to or (reached is not None and begun > reached + 1)
        )
        if not leaves_a_gap:
            reached = max(line.harvested_to, reached or line.harvested_to)
    return reached


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
    git: GitEvidence, sessions: Sequence[SessionLine], *, own_records: str | None = None
) -> SessionEvidence:
    """The session's evidence, less what an earlier close of the same field harvested.

    `own_records` is the folder of the loop's records where the field is the hub itself: the loop never harvests itself.
    """
    if own_records is not None:
        git = _without_records(git, own_records)
    key = session_key(git.window, git.repository_id)
    since_last = git.window.source == "last close"
    earlier = [line for line in sessions if line.key == key or (since_last and line.field == git.repository_id)]
    new = _only_new_work(git, earlier)
    return SessionEvidence(
        session_key=key,
        session_id8=hashlib.sha256(key.encode()).hexdigest()[:8],
        source=source_name(git.field_name, git.repository_id, sessions),
        git=new,
        harvested_before=len(git.commits) - len(new.commits),
        seen_before=any(line.key == key for line in sessions) or git.window.source == "last close",
    )


def _without_records(git: GitEvidence, folder: str) -> GitEvidence:
    kept = tuple(change for change in git.uncommitted if not change.path.startswith(f"{folder}/"))
    return git.model_copy(update={"uncommitted": kept})


def _only_new_work(git: GitEvidence, earlier: Iterable[SessionLine]) -> GitEvidence:
    commits: set[str] = set()
    changes: set[str] = set()
    for line in earlier:
        commits.update(line.commits)
        changes.update(line.uncommitted)
    if not commits and not changes:
        return git
    return git.model_copy(
        update={
            "commits": tuple(commit for commit in git.commits if commit.sha[:12] not in commits),
            "uncommitted": tuple(change for change in git.uncommitted if change_digest(change) not in changes),
        }
    )


def change_digest(change: UncommittedChange) -> str:
    """What an uncommitted change is, as twelve hex digits: its path and the text it adds."""
    text = "\n".join([change.path, *(line.text for line in change.added_lines)])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def harvested_line(evidence: SessionEvidence, *, seen: str, until: int, record: str | None) -> SessionLine:
    """The line of sessions.jsonl that says how far this session was harvested."""
    return SessionLine(
        key=evidence.session_key,
        field=evidence.git.repository_id,
        field_root=evidence.git.field_root,
        source=evidence.source,
        seen=seen,
        read=True,
        harvested_from=evidence.git.window.since,
        harvested_to=until,
        record=record,
        commits=tuple(commit.sha[:12] for commit in evidence.git.commits),
        uncommitted=tuple(change_digest(change) for change in evidence.git.uncommitted),
    )
