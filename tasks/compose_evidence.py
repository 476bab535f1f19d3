"""What a session left behind, composed without the engine: commands ask it before one is started (SPEC 3)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_history import FieldReader, read_git_evidence
from harvest_loop.adapters.git_own_records import own_folders
from harvest_loop.adapters.git_reach import branches_with, work_at_head
from harvest_loop.adapters.git_repository_id import id_of
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.session_fields import stood_in
from harvest_loop.adapters.session_starts import newest_start
from harvest_loop.adapters.state_folder import state_folder
from harvest_loop.domain.harvested_work import harvested_in
from harvest_loop.domain.held_patterns import quoted, waiting_lines
from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.domain.sessions import closes_here, describe_session, patterns_under_one_id, tips_at, under_one_id
from harvest_loop.domain.transcript_evidence import key_told, with_transcript
from harvest_loop.domain.waiting_work import FieldNow, as_committed, settle_waiting
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import TranscriptRead


def compose_evidence(request: PinnedRequest, opened: OpenedHub, read: TranscriptRead) -> SessionEvidence:
    """Return the session's commits and uncommitted work, less what an earlier close of this field harvested.

    A transcript tells when the session began and ended, and whose the work of that time is (SPEC 3.2).

    Raises: FieldError when the field is no readable repository, UsageError for a bad --since.
    """
    field = Path(request.field)
    place = find_field(field)
    repository, root = id_of(place), str(place.root)
    sessions = under_one_id(opened.sessions, repository, root)
    closed, left_from = closes_here(sessions, repository, root, request.now)
    git = read_git_evidence(
        field,
        since=request.since,
        last_close=closed,
        known_tips=tips_at(sessions, repository, root, closed),
        first_day=left_from,
        marker=newest_start(place.common, now=request.now) if read.facts is None else None,
        now=request.now,
        zone=request.zone,
        want_text=tells_how_work_is_done,
        harvested=harvested_in(sessions, repository).commits,
        **_told(read),
    )
    hub = Path(opened.hub.root)
    own = own_folders(field, hub, (meta_folder(hub, opened.settings), state_folder()))
    key = key_told(request.session, read)
    evidence = with_transcript(
        describe_session(git, sessions, own_folders=own, key=key),
        read,
        sessions,
        path=next(iter(request.transcript), None),
        by_host=key is not None,
        own_folders=own,
        stood_here=stood_in(read.facts.folders if read.facts else (), Path(git.field_root)),
    )
    told = patterns_under_one_id(opened.patterns, opened.sessions, repository, root)
    waiting = as_committed(waiting_lines(told, repository), git.commits)
    now = _field_now(Path(git.field_root), [line.pattern for line in waiting if line.pattern is not None])
    return settle_waiting(evidence, waiting, now, fewest=opened.settings.loop.min_patterns)


class _Told(TypedDict, total=False):
    """What of a transcript git's evidence rests on."""

    began: int | None
    ended: int | None
    made: frozenset[str]
    edited: frozenset[str]


def _told(read: TranscriptRead) -> _Told:
    facts = read.facts
    if facts is None:
        return {}
    return {
        "began": facts.began,
        "ended": facts.ended,
        "made": frozenset(commit.sha for commit in facts.commits),
        "edited": frozenset(edit.path for edit in facts.edits),
    }


def _field_now(field: Path, patterns: Sequence[Pattern]) -> FieldNow:
    """Return what the field says of the patterns that wait."""
    if not patterns:
        return FieldNow()
    landed = work_at_head(field, (sha for pattern in patterns for sha in pattern.commits))
    away = {pattern.commits[0] for pattern in patterns if landed.isdisjoint(pattern.commits)}
    with FieldReader(field) as reader:
        return FieldNow(
            landed=landed,
            lines=reader.standing(place for pattern in patterns for place in quoted(pattern)),
            resolved=reader.opened(patterns),
            branches=branches_with(field, away),
        )
