"""Step 6-a: which skills the session used, into the hub's leaderboard, before anything can skip (SPEC 4.13)."""

from functools import partial
from pathlib import Path

from harvest_loop.adapters.clock import local_day
from harvest_loop.domain.sessions_seen import usage_of
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.step import step
from harvest_loop.tasks.usage_log import is_told, write_usage


@step("6-a skill usage")
def record_usage(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> tuple[str, ...]:
    """Write the session's lines and the leaderboard; return which lines of the log are not understood.

    Nothing is written of a session that an earlier close told already, with nothing to harvest and no use since.

    Raises: HubError when the file can't be read or written, ConflictError when others keep writing.
    """
    facts = None if evidence.transcripts == "unknown" else evidence.transcripts
    day_of = partial(local_day, zone=request.zone)
    key, why_not = evidence.session_key, evidence.transcript_unread
    usage = usage_of(key, facts, why_not, now=request.now, day_of=day_of)
    root = Path(opened.hub.root)
    if evidence.only_browsed and evidence.seen_before and (facts is None or is_told(root, opened.settings, usage)):
        return ()
    skills = skills_of(opened)
    return write_usage(root, opened.settings, usage, skills=skills, now=request.now, zone=request.zone)


@step("6-a leaderboard")
def settle_usage(request: PinnedRequest, opened: OpenedHub) -> tuple[str, ...]:
    """Count anew once it stands in sessions.jsonl what became of the session; its use was written before.

    Raises: as record_usage.
    """
    root = Path(opened.hub.root)
    return write_usage(root, opened.settings, (), skills=skills_of(opened), now=request.now, zone=request.zone)


def skills_of(opened: OpenedHub) -> tuple[str, ...]:
    """Return the hub's skills by name."""
    return tuple(asset.name for asset in opened.hub.skills)
