"""Whether a session that is watched has ended, as the inbox knows it (SPEC 3.1)."""

from harvest_loop.adapters.inbox_records import read_inbox_sessions, read_markers
from harvest_loop.domain.inbox_sessions import fold_sessions, has_ended
from harvest_loop.domain.session_keys import session_key
from harvest_loop.schemas.inbox import SessionFiles


def session_is_over(session: SessionFiles, *, now: int) -> bool:
    """Tell whether the host said so and the transcript is silent since, or it was silent for half an hour."""
    key = session_key(session.agent, session.session)
    known = (one for one in read_inbox_sessions()[0] if one.key == key)
    markers = [one for one in read_markers()[0].values() if session_key(one.agent, one.session) == key]
    (folded,) = fold_sessions(known, markers, [session], now=now)
    return has_ended(folded, now=now)
