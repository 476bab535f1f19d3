"""Whether a wave is worth a harvest is judged by what the harvest would find, before anybody is told (SPEC 4)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.git_repository_id import repository_id
from harvest_loop.adapters.hub_records import append_record
from harvest_loop.adapters.wave_events import CompletedWave
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.complete_wave import complete_wave
from tests.support.repositories import Repository

NOW = 1_774_000_000  # 2026-03-20 09:46 UTC
A_DAY = 24 * 60 * 60
NONE = "no wave in {}: fewer than 2 new and 3 changed files"


pytestmark = pytest.mark.usefixtures("state")


def completed(hub: Path, field: Path, since: str | None = None) -> CompletedWave | str:
    """What `harvest wave` would announce."""
    return complete_wave(PinnedRequest(hub=str(hub), field=str(field), since=since, now=NOW, zone="UTC"))


def closed(hub: Repository, field: Repository, **more: object) -> None:
    """Let an earlier close of the field stand in the hub's records."""
    told = {"key": "manual:x", "field": repository_id(field.path), "source": "field", "seen": "2026-03-19T00:00:00Z"}
    line = SessionLine.model_validate({**told, "field_root": str(field.path), "read": True, **more})
    append_record(hub.path, hub.path / "tracks" / "_meta" / "sessions.jsonl", line)


@pytest.fixture
def one_hub(hub: Repository) -> Repository:
    """A hub."""
    hub.commit("hub", {"harvest.toml": ""}, at="2026-01-01T00:00:00+0000")
    return hub


def test_two_new_files_are_a_wave(one_hub: Repository, field: Repository) -> None:
    """
    The wave tells where it was, whose it is and why it counts.
    """
    field.commit("work", {"a.py": "1", "b.py": "2"}, at="2026-03-20T09:00:00+0000")

    wave = completed(one_hub.path, field.path)

    assert isinstance(wave, CompletedWave)
    assert (str(one_hub.path), str(field.path), "field", "2 new files") == (
        wave.hub,
        wave.field,
        wave.name,
        wave.reason,
    )
    assert (None, NOW, "UTC") == (wave.base, wave.now, wave.zone)


@pytest.mark.parametrize("folder", ["", "tools/hub"])
def test_records_of_the_loop_are_no_wave(folder: str, field: Repository) -> None:
    """
    Where the hub lies in the field, what an earlier run wrote is nobody's work.
    """
    hub = field.path / folder
    field.commit("hub", {str(Path(folder, "harvest.toml")): ""}, at="2026-01-01T00:00:00+0000")
    for name in ("harvest_a.md", "harvest_b.md", "sessions.jsonl"):
        field.write(str(Path(folder, "tracks/_meta", name)), "")

    assert NONE.format("field") == completed(hub, field.path)


def test_what_a_close_that_counts_as_no_last_one_left_over_is_looked_at(one_hub: Repository, field: Repository) -> None:
    """
    A close of the last hour harvested that hour; the day before it is still to come, as it is for the harvest.
    """
    field.commit("two days ago", {"a.py": "1", "b.py": "2"}, at="2026-03-18T12:00:00+0000")
    before = completed(one_hub.path, field.path)
    closed(one_hub, field, harvested_from=NOW - A_DAY - 3600, harvested_to=NOW - A_DAY)

    assert NONE.format("field") == before
    assert isinstance(completed(one_hub.path, field.path), CompletedWave)
