"""The sessions that windows are counted in: those of sessions.jsonl, and the one that is harvested now."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.sessions import seen_at
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.verification import Span


def spans_of(sessions: Sequence[SessionLine], current: SessionEvidence | None = None) -> tuple[Span, ...]:
    """Return every session that was seen, in the order of the file, the current one last."""
    return (*_seen(sessions), *(() if current is None else (current_span(current),)))


def current_span(evidence: SessionEvidence) -> Span:
    """The session that this run harvests."""
    git = evidence.git
    return Span(
        key=evidence.session_key,
        since=git.window.since,
        until=git.window.until,
        field=git.repository_id,
        field_root=git.field_root,
        commits=tuple(commit.sha[:12] for commit in git.commits),
        transcript=evidence.transcript,
    )


def _seen(sessions: Sequence[SessionLine]) -> Iterator[Span]:
    for line in sessions:
        until = line.harvested_to if line.harvested_to is not None else seen_at(line)
        if until is not None:
            yield Span(
                key=line.key,
                since=line.harvested_from,
                until=until,
                field=line.field,
                field_root=line.field_root,
                read=line.read and line.harvested_to is not None,
                commits=line.commits,
                transcript=line.transcript,
            )
