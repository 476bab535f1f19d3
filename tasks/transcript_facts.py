"""What a session's transcript shows, without the engine: a sweep asks it before one is started (SPEC 3.3)."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.session_reading import read_session
from harvest_loop.adapters.transcripts.reading import Reading
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.errors import UsageError
from harvest_loop.schemas.transcript import Agent, TranscriptFacts, TranscriptRead
from harvest_loop.schemas.transcript_events import Event


def transcript_of(
    files: Sequence[str],
    *,
    agent: Agent | None,
    session: str | None,
    closing_words: Sequence[str] = (),
    watch: Callable[[Iterable[Event]], Iterable[Event]] = lambda events: events,
) -> TranscriptRead:
    """Return what a session's files show, redacted, or why nothing of them can be read.

    Each reading's events pass through `watch`: more than once where the files are read anew.
    """

    def take(reading: Reading) -> TranscriptFacts:
        report = lambda: reading.report  # noqa: E731 -- it is complete only after the last event
        return gather_facts(watch(reading), report, redact, session=session or "", closing_words=closing_words)

    try:
        return TranscriptRead(facts=read_session([Path(file) for file in files], take, agent=agent, session=session))
    except UsageError as error:
        return TranscriptRead(why_not=redact(error.what))
