"""Rejections, remembered by what was rejected and not by its words (SPEC 7.5)."""

import hashlib
from collections.abc import Iterable

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.curation import CurationLine, UndoEntry
from harvest_loop.schemas.judgement import Candidate
from harvest_loop.schemas.records import Lift, Tombstone


def tombstone_for(candidate: Candidate, *, title: str, reason: str, session: str, at: str) -> Tombstone:
    """Return the tombstone of a candidate that a person refused with a reason; `at` is an ISO time."""
    content = _content(candidate)
    return Tombstone(
        id=f"ts-{at[:10]}-{content[:8]}",
        at=at,
        fingerprint=candidate.pattern.fingerprint,
        content=content,
        target=candidate.target,
        title=one_line(title, limit=200),
        reason=one_line(reason, limit=500),
        session=session,
    )


def tombstone_of_edit(line: CurationLine | UndoEntry, *, reason: str, session: str, at: str) -> Tombstone:
    """Return the tombstone of another line that a person refused with a reason, or of an edit that was taken back."""
    content = line.hash if isinstance(line, CurationLine) else line.content
    return Tombstone(
        id=f"ts-{at[:10]}-{line.fingerprint[:8]}",
        at=at,
        fingerprint=line.fingerprint,
        content=content,
        target=line.target,
        title=one_line(line.title, limit=200),
        reason=one_line(reason, limit=500),
        session=session,
    )


def is_rejected(fingerprint: str, tombstones: Iterable[Tombstone]) -> bool:
    """Tell whether what the fingerprint stands for was refused before, in whatever words."""
    return any(stone.fingerprint == fingerprint for stone in tombstones)


def lift_of(stone: Tombstone, *, reason: str, at: str) -> Lift:
    """Return the line that lifts a rejection: from then on it rejects nothing."""
    said = one_line(reason, limit=500)
    name = f"lift-{stone.id}"
    return Lift(id=name, at=at, content=stone.id, target=stone.target, title=stone.title, reason=said)


def _content(candidate: Candidate) -> str:
    """A bare weakness has no text: its target and what is wrong stand for it."""
    text = candidate.proposal.change.text if candidate.proposal else f"{candidate.target}\n{candidate.why}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
