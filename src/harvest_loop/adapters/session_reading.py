"""The one way by which a run reads a session's transcript: once it is written, and again while its end is cut."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from harvest_loop.adapters.session_files import settled_stamp
from harvest_loop.adapters.transcript_folders import files_before
from harvest_loop.adapters.transcripts.reading import Reading, read_events
from harvest_loop.adapters.transcripts.recognise import known_agent
from harvest_loop.errors import UsageError, words_of
from harvest_loop.schemas.transcript import Agent, TranscriptFacts

_READINGS = 3


def read_session(
    files: Sequence[Path],
    take: Callable[[Reading], TranscriptFacts],
    *,
    agent: Agent | None,
    session: str | None,
    wait: Callable[[float], None] = time.sleep,
) -> TranscriptFacts:
    """Return what `take` makes of the session's events, read anew while a cut line is still being written (SPEC 3.2).

    What is still cut after some readings is taken as it is; its report says so. What a session that it was resumed or
    forked from holds already counts as a copy.

    Raises: UsageError when nothing of it can be read, or nobody known wrote it.
    """
    agent = agent or known_agent(files[0])
    for _ in range(_READINGS):
        stamp = settled_stamp(files, wait=wait)
        facts = _read(files, take, agent, session)
        if not _is_cut(facts) or settled_stamp(files, wait=wait) == stamp:
            break
    return facts


def _read(
    files: Sequence[Path], take: Callable[[Reading], TranscriptFacts], agent: Agent, session: str | None
) -> TranscriptFacts:
    try:
        earlier = files_before(files, agent)
        facts = take(read_events(files, agent=agent, session=session, earlier=earlier))
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"can't be read ({words_of(error)})", where=str(files[0])) from error
    report = facts.report
    if report.unread and not report.lines_read:
        raise UsageError(f"can't be read ({report.unread[0].reason})", where=str(files[0]))
    return facts


def _is_cut(facts: TranscriptFacts) -> bool:
    return any(skipped.fault == "cut" for skipped in facts.report.skipped)
