"""Step 6-a: which skills the session used, into the hub's leaderboard, before anything can skip (SPEC 4.13)."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.hub_records import meta_folder, read_sessions
from harvest_loop.domain.sessions_seen import logged_as_seen, sessions_seen, usage_of
from harvest_loop.domain.usage_page import is_logged, usage_page
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.skill_usage import SessionUsage
from harvest_loop.tasks.step import step

USAGE = "skill_usage.md"


@step("6-a skill usage")
def record_usage(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> tuple[str, ...]:
    """Write the session's line and the leaderboard; return which lines of the log are not understood.

    Nothing is written of a session that an earlier close told already, with nothing to harvest and no use since.

    Raises: HubError when the file can't be read or written, ConflictError when others keep writing.
    """
    facts = None if evidence.transcripts == "unknown" else evidence.transcripts
    day_of = partial(local_day, zone=request.zone)
    key, why_not = evidence.session_key, evidence.transcript_unread
    usage = usage_of(key, facts, why_not, now=request.now, day_of=day_of)
    root = Path(opened.hub.root)
    if evidence.only_browsed and evidence.seen_before and (facts is None or _is_told(root, opened.settings, usage)):
        return ()
    skills = skills_of(opened)
    return write_usage(root, opened.settings, usage, skills=skills, now=request.now, zone=request.zone)


@step("6-a leaderboard")
def settle_usage(request: PinnedRequest, opened: OpenedHub) -> tuple[str, ...]:
    """Count anew once it stands in sessions.jsonl what became of the session; its use was written before.

    Raises: as record_usage.
    """
    root = Path(opened.hub.root)
    return write_usage(root, opened.settings, None, skills=skills_of(opened), now=request.now, zone=request.zone)


def skills_of(opened: OpenedHub) -> tuple[str, ...]:
    """Return the hub's skills by name."""
    return tuple(asset.name for asset in opened.hub.skills)


def write_usage(
    root: Path, settings: HubSettings, usage: SessionUsage | None, *, skills: Sequence[str], now: int, zone: str
) -> tuple[str, ...]:
    """Write a session's line and the leaderboard under lock, and return which lines of the log are not understood.

    What was read of a session stays known when its transcript can't be read any more.

    Raises: HubError when the file can't be read or written, ConflictError when others keep writing.
    """
    problems: list[str] = []
    day_of = partial(local_day, zone=zone)

    def edit(text: str | None) -> str:
        session = None if usage is not None and usage.skills is None and is_logged(text, usage) else usage
        known = sessions_seen(read_sessions(root, settings)[0], day_of)
        seen = (*known, *logged_as_seen(session))
        page = usage_page(text, session=session, seen=seen, skills=skills, today=date.fromisoformat(day_of(now)))
        problems[:] = page.problems
        return page.text

    hub_files.change(root, _place(root, settings), edit)
    return tuple(problems)


def _is_told(root: Path, settings: HubSettings, usage: SessionUsage) -> bool:
    found = hub_files.read_file(_place(root, settings))
    return is_logged(None if found is None else found.text, usage)


def _place(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / USAGE
