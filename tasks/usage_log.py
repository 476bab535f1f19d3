"""The hub's log of skill uses, without the engine: a sweep writes into it before one is started (SPEC 4.13)."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.hub_records import meta_folder, read_sessions
from harvest_loop.domain.sessions_seen import logged_as_seen, sessions_seen
from harvest_loop.domain.usage_page import is_logged, usage_page
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.skill_usage import SessionUsage

USAGE = "skill_usage.md"


def write_usage(
    root: Path, settings: HubSettings, usage: Sequence[SessionUsage], *, skills: Sequence[str], now: int, zone: str
) -> tuple[str, ...]:
    """Write a session's lines and the leaderboard under lock, and return which lines of the log are not understood.

    What was read of a session stays known when its transcript can't be read any more.

    Raises: HubError when the file can't be read or written, ConflictError when others keep writing.
    """
    problems: list[str] = []
    day_of = partial(local_day, zone=zone)

    def edit(text: str | None) -> str:
        unread = all(one.skills is None for one in usage)
        told = () if unread and is_logged(text, usage) else tuple(usage)
        known = sessions_seen(read_sessions(root, settings)[0], day_of)
        seen = (*known, *logged_as_seen(told))
        page = usage_page(text, told=told, seen=seen, skills=skills, today=date.fromisoformat(day_of(now)))
        problems[:] = page.problems
        return page.text

    hub_files.change(root, _place(root, settings), edit)
    return tuple(problems)


def is_told(root: Path, settings: HubSettings, usage: Sequence[SessionUsage]) -> bool:
    """Say whether the log holds the session's lines as they are.

    Raises: HubError when the file can't be read.
    """
    found = hub_files.read_file(_place(root, settings))
    return is_logged(None if found is None else found.text, usage)


def _place(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / USAGE
