"""What a session's transcript shows, without the engine: a sweep asks it before one is started (SPEC 3.3)."""

from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.session_reading import read_session
from harvest_loop.adapters.transcripts.reading import Reading
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.schemas.transcript import Agent, TranscriptFacts


def facts_of(
    files: Sequence[Path], *, agent: Agent | None, session: str | None, closing_words: Sequence[str] = ()
) -> TranscriptFacts:
    """Return what a session's files show, redacted.

    Raises: UsageError when nothing of them can be read.
    """

    def take(reading: Reading) -> TranscriptFacts:
        report = lambda: reading.report  # noqa: E731 -- it is complete only after the last event
        return gather_facts(reading, report, redact, session=session or "", closing_words=closing_words)

    return read_session(files, take, agent=agent, session=session)
