"""Whether a swept session only looked around; its skill uses are counted even so (SPEC 3.4, 4.13)."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.domain.sessions_seen import usage_of
from harvest_loop.domain.transcript_evidence import shows_work
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.inbox import FieldStanding, InboxSession
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.transcript_facts import transcript_of
from harvest_loop.tasks.usage_log import write_usage
from harvest_loop.tasks.view_hubs import HubView


def browsed(
    session: InboxSession, standing: FieldStanding, view: HubView, *, now: int, zone: str
) -> TranscriptRead | None:
    """Return what was read of a session that neither by git nor by its transcript worked; None: it may have worked.

    What an earlier harvest covers is no work any more.
    """
    since = standing.covers or session.began
    if since is None or _git_shows_work(standing, since, now=now, zone=zone):
        return None
    read = _read(session, view)
    works = read.facts is not None and shows_work(read.facts, standing.root, after=standing.covers)
    return None if works else read


def count_browsing(session: InboxSession, read: TranscriptRead, view: HubView, *, now: int, zone: str) -> str | None:
    """Write down which skills a session used that is not harvested; return why that could not be done."""
    day_of = partial(local_day, zone=zone)
    usage = usage_of(session.key, read.facts, read.why_not, now=session.last or now, day_of=day_of)
    try:
        write_usage(view.root, view.settings, usage, skills=view.skills, now=now, zone=zone)
    except HarvestError as error:
        return f"the skill uses of {session.key} were not written: {error}"
    return None


def _git_shows_work(standing: FieldStanding, since: int, *, now: int, zone: str) -> bool:
    """What can't be read may hold work."""
    try:
        evidence = read_git_evidence(
            Path(standing.field),
            since=datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            last_close=None,
            marker=None,
            now=now,
            zone=zone,
            want_text=lambda _: False,
        )
    except HarvestError:
        return True
    return not evidence.only_browsed or evidence.unreadable_commits > 0


def _read(session: InboxSession, view: HubView) -> TranscriptRead:
    if session.unreadable or not session.files:
        return TranscriptRead(why_not=session.unreadable or "no transcript was found")
    words = view.settings.card.closing_words
    return transcript_of(session.files, agent=session.agent, session=session.session, closing_words=words)
