"""Whether a session is asked in its middle, once, by what its transcript shows so far (SPEC 4, mid-session).

Loads no engine: a host asks at each turn.
"""

from pathlib import Path

from harvest_loop.adapters.asked_sessions import take_the_question, was_asked
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.transcript_folders import session_in_file
from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.domain.early_harvest import early_harvest
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.schemas.retrospective import EarlyHarvest


def ask_mid_session(transcript: Path, *, now: int) -> tuple[EarlyHarvest, ...]:
    """Return why the session should be harvested before its end; empty: nothing to ask, or it was asked already.

    Raises: UsageError when the file is no transcript that is known, OSError when the state folder can't be written.
    """
    session = session_in_file(transcript)
    if was_asked(session.agent, session.session):
        return ()
    reading = read_events([Path(file) for file in session.files], agent=session.agent, session=session.session)
    found = early_harvest(gather_facts(reading, lambda: reading.report, redact, session=session.session))
    return found if found and take_the_question(session.agent, session.session, now=now) else ()
