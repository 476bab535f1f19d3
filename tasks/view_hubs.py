"""The hubs that sessions belong to, each read once a sweep: its mode, and what it knows of sessions (SPEC 3.1)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Literal

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.skills import read_hub
from harvest_loop.domain.sessions import source_name, under_one_id
from harvest_loop.domain.standings import GOES_ON
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.inbox import FieldStanding, InboxSession
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import find_hub, load_settings

_NOT_SAID = ("under way", "harvested")  # the run itself writes those down


@dataclass(frozen=True)
class HubView:
    """A hub as a sweep needs it."""

    root: Path
    settings: HubSettings
    sessions: tuple[SessionLine, ...]

    @property
    def mode(self) -> Literal["forced", "proposal"]:
        return self.settings.loop.mode

    @cached_property
    def skills(self) -> tuple[str, ...]:
        """The hub's skills by name, read when first asked for.

        Raises: HubError when they can't be read.
        """
        return tuple(asset.name for asset in read_hub(self.root, self.settings).skills)

    def lines_of(self, session: InboxSession, standing: FieldStanding) -> list[SessionLine]:
        """Return what the hub wrote of a session in a repository, under whatever id it had."""
        told = under_one_id(self.sessions, standing.repository, standing.root)
        return [line for line in told if line.key == session.key and line.field == standing.repository]

    def covers(self, session: InboxSession, standing: FieldStanding) -> int | None:
        """Return up to which moment the hub's records say that a session is harvested in a repository.

        Where the session worked in two clones of it, each has to be harvested itself.
        """
        clones = sum(one.repository == standing.repository for one in session.fields) > 1
        lines = self.lines_of(session, standing)
        own = [line for line in lines if line.field_root == standing.root] if clones else lines
        return max((line.harvested_to for line in own if line.harvested_to is not None), default=None)


class HubViews:
    """Finds the hub of each session and keeps what it read of it."""

    def __init__(self) -> None:
        self._known: dict[Path, HubView] = {}

    def find(self, session: InboxSession, standing: FieldStanding) -> HubView:
        """Return the hub of a session's field, in the order of SPEC 3.1.

        Raises: HarvestError when there is none, or it can't be read.
        """
        root = find_hub(session.hub, Path(standing.field))
        if root not in self._known:
            settings = load_settings(root)
            self._known[root] = HubView(root, settings, hub_records.read_sessions(root, settings)[0])
        return self._known[root]


def note_seen(view: HubView, session: InboxSession, standing: FieldStanding, *, now: int) -> str | None:
    """Write down in the hub that a session was seen and not read, and why; return why that could not be done."""
    try:
        line = _seen_line(view, session, standing, now)
        if line is not None:
            hub_records.append_record(view.root, hub_records.sessions_file(view.root, view.settings), line)
    except HarvestError as error:
        return str(error)
    return None


def _seen_line(view: HubView, session: InboxSession, standing: FieldStanding, now: int) -> SessionLine | None:
    """The line to add; None: the hub knows as much already."""
    said = view.lines_of(session, standing)
    why = "offered" if standing.state == "offered" else standing.why or standing.state
    if standing.state in _NOT_SAID or standing.why == GOES_ON or (said and (said[-1].read or said[-1].why_not == why)):
        return None
    return SessionLine(
        key=session.key,
        field=standing.repository,
        field_root=standing.root,
        source=source_name(standing.name, standing.repository, view.sessions),
        transcript=session.files[0] if session.files else None,
        seen=datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        read=False,
        why_not=why,
        state=standing.state,
    )
