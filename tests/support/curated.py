"""Hubs for tests of curator, memory hygiene and undo, looked at and changed without the engine."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from harvest_loop.adapters.hub_records import append_record, sessions_file
from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.domain.curation import with_ids
from harvest_loop.schemas.curation import Curated, Curation, CurationLine
from harvest_loop.schemas.form import AnyLine, Form
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.skill_usage import SessionUsage
from harvest_loop.tasks.curate_hub import curate_hub
from harvest_loop.tasks.scan_hub import HubScan
from harvest_loop.tasks.usage_log import write_usage
from tests.support.repositories import Repository

NOW = 1_774_000_000  # 2026-03-20
TODAY = datetime.fromtimestamp(NOW, UTC).date()
KEY = "claude-code:last"


def skill(name: str, *, keys: str = "") -> str:
    """A skill's text, with further lines of frontmatter."""
    return (
        f"---\nname: {name}\ndescription: Use {name} to do {name}\n{keys}---\n\n# {name}\n\n"
        f"Do {name}.\n\n## Done When\n\n- [ ] {name} is done.\n"
    )


def opened(hub: Repository) -> OpenedHub:
    """The hub as a run opens it."""
    if not (hub.path / "harvest.toml").exists():
        hub.write("harvest.toml", "")
    return open_hub(hub.path)


def scan(hub: Repository, *, field: Path | None = None, session_read: bool = True) -> Curation:
    """What the curator would do now."""
    return HubScan(opened(hub), field or hub.path, now=NOW, zone="UTC", session_read=session_read).curation()


def form_of(hub: Repository, *lines: CurationLine, run: str = "2026-03-20_abcdef12_forced") -> Form:
    """A form of these lines."""
    return Form(
        run=run,
        session_key=KEY,
        session_id8="abcdef12",
        mode="forced",
        source="field",
        field_root=str(hub.path),
        hub_root=str(hub.path),
        day=TODAY.isoformat(),
        asked_at="2026-03-20T09:00:00Z",
        record=f"tracks/_meta/harvest_{run}.md",
        lines=with_ids(lines, day=TODAY.isoformat(), taken=()),
    )


def say_yes(hub: Repository, *lines: CurationLine, run: str = "2026-03-20_abcdef12_forced") -> tuple[Curated, ...]:
    """Carry out a Y on each of the lines, and what needs none."""
    form = form_of(hub, *lines, run=run)
    accepted: tuple[AnyLine, ...] = form.lines
    return curate_hub.fn(opened(hub), form, accepted, now=NOW)


def used(hub: Repository, *skills: str, days: int = 40, every: int = 4, read: bool = True) -> None:
    """A log of sessions over the last days, none of which used a skill; `read`: every one of them was read."""
    settings = HubSettings()
    for ago in range(days, -1, -every):
        day = TODAY - timedelta(days=ago)
        key = f"claude-code:s{ago}" if ago else KEY
        moment = int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp())
        was_read = read or ago != every
        line = SessionLine(
            key=key,
            field="f",
            field_root=str(hub.path),
            source="field",
            seen=day.isoformat() + "T12:00:00Z",
            read=was_read,
            why_not=None if was_read else "it can't be read",
            harvested_from=moment - 60,
            harvested_to=moment,
            record="tracks/_meta/harvest_x.md",
        )
        append_record(hub.path, sessions_file(hub.path, settings), line)
        usage = SessionUsage(key=key, day=day.isoformat(), skills=() if was_read else None)
        write_usage(hub.path, settings, (usage,), skills=skills, now=moment, zone="UTC")
