"""Sweeps without an engine: runs that are only written down, and what became of them as a test says."""

from collections.abc import Iterable
from pathlib import Path

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.inbox import SessionEnd, drop_marker, marker_place
from harvest_loop.adapters.inbox_records import read_inbox_sessions
from harvest_loop.adapters.started_runs import Fate
from harvest_loop.schemas.inbox import FieldStanding, InboxSession, StartedRun, SweepReport
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.request import HarvestRequest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.survey_inbox import survey_inbox
from tests.support.repositories import Repository
from tests.support.sessions import SESSION

NOW = 1_774_000_000  # 2026-03-20 09:46:40 UTC
HOUR = 3600
DAY = 24 * HOUR
FORCED = '[loop]\nmode = "forced"\n'


class KeptRuns:
    """Keeps what was to be started; every run is under way until a test says otherwise."""

    def __init__(self) -> None:
        self.requests: list[HarvestRequest] = []
        self.names: list[str] = []
        self.fate = Fate("under way")

    def start(self, request: HarvestRequest, attempt: int, name: str) -> StartedRun:
        self.requests.append(request)
        self.names.append(name)
        return StartedRun(request=request, attempt=attempt, flow_run=f"run-{len(self.requests)}")

    def fates(self, runs: Iterable[StartedRun]) -> dict[str, Fate]:
        return {str(run.flow_run): self.fate for run in runs}


def end_session(
    transcript: Path | None,
    *,
    session: str = SESSION,
    agent: str = "claude-code",
    event: str = "SessionEnd",
    folder: Path | str | None = None,
    hub: Path | None = None,
    at: int = NOW,
) -> Path:
    """Leave a marker, as a hook does, and return it."""
    end = SessionEnd(
        agent=agent,
        session=session,
        transcript=None if transcript is None else str(transcript),
        folder=None if folder is None else str(folder),
        event=event,
    )
    place = marker_place(end)
    drop_marker(place, end, hub=None if hub is None else str(hub), at=at)
    return place


def sweep(runs: KeptRuns, *, now: int = NOW, zone: str = "UTC") -> SweepReport:
    """Sweep once at that moment."""
    return survey_inbox(runs, now=now, zone=zone)


def standing(key: str = f"claude-code:{SESSION}") -> FieldStanding:
    """The one standing of a session."""
    (found,) = session_kept(key).fields
    return found


def session_kept(key: str = f"claude-code:{SESSION}") -> InboxSession:
    """What the inbox keeps of a session."""
    (found,) = [session for session in read_inbox_sessions()[0] if session.key == key]
    return found


def make_hub(hub: Repository, settings: str) -> Repository:
    """Make a repository a hub with these settings."""
    hub.commit("hub", {"harvest.toml": settings, ".gitignore": "/tracks/_meta/\n"})
    return hub


def claude_folder(home: Path) -> Path:
    """Where Claude Code keeps the transcripts of a project."""
    return home / ".claude" / "projects" / "-w-field"


def lines_of(hub: Repository) -> list[SessionLine]:
    """What the hub's sessions.jsonl says."""
    return list(hub_records.read_sessions(hub.path, HubSettings())[0])
