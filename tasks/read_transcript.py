"""What the session's transcript shows, read once a run (SPEC 3.3)."""

from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.step import step
from harvest_loop.tasks.transcript_facts import transcript_of

NOT_NAMED = "no transcript of this session was named"


@step("transcript")
def read_transcript(request: PinnedRequest, opened: OpenedHub) -> TranscriptRead:
    """Return the facts, or why there are none: a transcript that can't be read leaves git as the evidence."""
    if not request.transcript:
        return TranscriptRead(why_not=NOT_NAMED)
    session = None if request.session is None else request.session.partition(":")[2]
    words = opened.settings.card.closing_words
    return transcript_of(request.transcript, agent=request.agent, session=session, closing_words=words)
