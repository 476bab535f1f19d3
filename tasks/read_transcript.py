"""What the session's transcript shows, read once a run (SPEC 3.3)."""

from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.session_reading import read_session
from harvest_loop.adapters.transcripts.reading import Reading
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.errors import UsageError
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import Agent, TranscriptFacts, TranscriptRead
from harvest_loop.tasks.step import step

NOT_NAMED = "no transcript of this session was named"


@step("transcript")
def read_transcript(request: PinnedRequest, opened: OpenedHub) -> TranscriptRead:
    """Return the facts, or why there are none: a transcript that can't be read leaves git as the evidence."""
    if not request.transcript:
        return TranscriptRead(why_not=NOT_NAMED)
    session = None if request.session is None else request.session.partition(":")[2]
    files = [Path(file) for file in request.transcript]
    try:
        facts = facts_of(files, agent=request.agent, session=session, closing_words=opened.settings.card.closing_words)
    except UsageError as error:
        return TranscriptRead(why_not=redact(error.what))
    return TranscriptRead(facts=facts)


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
