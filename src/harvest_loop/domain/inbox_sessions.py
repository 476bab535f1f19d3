"""One entry a session, out of markers, what agents' folders hold, and what earlier sweeps know (SPEC 3.1)."""

from collections.abc import Iterable, Sequence

from harvest_loop.domain.session_keys import session_key
from harvest_loop.schemas.inbox import InboxSession, Marker, SessionFiles

SILENCE = 30 * 60  # seconds; so long without a turn is the end of a session whose host tells of turns only
KEPT = 30 * 24 * 60 * 60  # seconds
_AFTERWARDS = 60  # seconds; the agent may still write while its hook runs

END = "SessionEnd"


def fold_sessions(
    known: Iterable[InboxSession], markers: Sequence[Marker], found: Iterable[SessionFiles], *, now: int
) -> tuple[InboxSession, ...]:
    """Return every session once, by key, sorted; what the newest marker says counts, a transcript adds its files."""
    sessions = {session.key: session for session in known}
    for marker in sorted(markers, key=lambda one: (one.at, one.model_dump_json())):
        key = session_key(marker.agent, marker.session)
        before = sessions.get(key) or InboxSession(key=key, agent=marker.agent, session=marker.session, seen=now)
        sessions[key] = _marked(before, marker)
    for one in found:
        key = session_key(one.agent, one.session)
        before = sessions.get(key) or InboxSession(key=key, agent=one.agent, session=one.session, seen=now)
        seen = {"files": one.files, "changed": one.changed, "folder": before.folder or one.folder}
        sessions[key] = before.model_copy(update=seen)
    return tuple(sessions[key] for key in sorted(sessions))


def has_ended(session: InboxSession, *, now: int) -> bool:
    """Tell whether a session is over: its host said so and it was silent since, or it was silent for half an hour."""
    said, changed = session.marked or 0, session.changed or 0
    if session.ended and changed <= said + _AFTERWARDS:
        return True
    return max(said, changed) + SILENCE <= now


def newest_moment(session: InboxSession) -> int:
    """Return up to when the session is known to have gone on."""
    if session.last is not None:
        return session.last
    return session.marked or session.changed or session.seen


def is_over(session: InboxSession, *, now: int) -> bool:
    """Tell whether nothing more is to be expected of a session: then the inbox forgets it, the hub's record stays."""
    age = now - max(session.marked or 0, session.changed or 0, session.seen if session.skipped else 0)
    to_come = ("offered", "under way") if session.marked is None else ("waits", "offered", "under way")
    return age > KEPT and not any(standing.state in to_come for standing in session.fields)


def _marked(session: InboxSession, marker: Marker) -> InboxSession:
    if session.marked is not None and marker.at < session.marked:
        return session
    files = session.files or ((marker.transcript,) if marker.transcript else ())
    return session.model_copy(
        update={
            "marked": marker.at,
            "ended": marker.event == END,
            "hub": marker.hub or session.hub,
            "folder": marker.folder or session.folder,
            "files": files,
        }
    )
