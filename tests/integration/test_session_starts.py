"""The marker of a session's start: from when on a close looks that no transcript and no close before it tell of."""

import json
import os
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.adapters.inbox import SessionEnd
from harvest_loop.adapters.session_starts import newest_start, note_start
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.compose_evidence import compose_evidence
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, run_hook

NOW = 1_774_000_000
HOUR = 3600
DAY = 24 * HOUR

pytestmark = pytest.mark.usefixtures("state")


def begin(folder: Path | str, *, at: int, session: str = SESSION) -> None:
    """A session starts."""
    note_start(SessionEnd("claude-code", session, folder=str(folder)), at=at)


def window(hub: Repository, field: Repository) -> tuple[str, int]:
    """What a close without a host looks at: from what, and how long ago that was."""
    hub.write("harvest.toml", "")
    request = PinnedRequest(hub=str(hub.path), field=str(field.path), now=NOW, zone="UTC")
    found = compose_evidence(request, open_hub(hub.path), TranscriptRead()).git.window
    return found.source, NOW - found.since


def test_a_close_without_a_host_begins_where_the_session_did(hub: Repository, field: Repository) -> None:
    """
    Also three days ago, also where it started in a folder of the repository; without a marker it is a day.
    """
    field.commit("one", {"a/b": "1"})
    assert ("24 hours", DAY) == window(hub, field)

    begin(field.path / "a", at=NOW - 3 * DAY)

    assert ("session-start marker", 3 * DAY) == window(hub, field)


def test_the_newest_session_is_meant_and_its_first_start(hub: Repository, field: Repository) -> None:
    """
    A session that is taken up again goes on; another one's start is another one's.
    """
    field.commit("one", {"a": "1"})
    begin(field.path, at=NOW - 9 * HOUR, session="before")
    begin(field.path, at=NOW - 5 * HOUR)
    begin(field.path, at=NOW - HOUR)

    assert ("session-start marker", 5 * HOUR) == window(hub, field)


def test_starts_elsewhere_and_later_ones_count_for_nothing(hub: Repository, field: Repository, tmp_path: Path) -> None:
    """
    Another repository, a clone, a folder that is gone, a moment that is to come, a file that is none.
    """
    field.commit("one", {"a": "1"})
    clone = tmp_path / "clone"
    field.git("clone", "-q", str(field.path), str(clone))
    for number, folder in enumerate(map(str, (hub.path, clone, tmp_path / "gone", tmp_path, "a\0b"))):
        begin(folder, at=NOW - HOUR, session=f"other {number}")
    begin(field.path, at=NOW + HOUR, session="to come")
    state = Path(os.environ["HARVEST_STATE"])
    (state / "starts" / "odd.json").write_text("[")

    assert ("24 hours", DAY) == window(hub, field)


def test_a_worktree_belongs_to_its_repository(field: Repository, tmp_path: Path) -> None:
    """
    By the git common directory, as everywhere.
    """
    field.commit("one", {"a": "1"})
    field.git("worktree", "add", "-q", str(tmp_path / "beside"))
    begin(tmp_path / "beside", at=NOW - HOUR)

    assert NOW - HOUR == newest_start(field.path / ".git", now=NOW)


def test_old_starts_are_let_go(field: Repository) -> None:
    """
    The folder doesn't grow for ever.
    """
    begin(field.path, at=NOW, session="old")
    folder = Path(os.environ["HARVEST_STATE"]) / "starts"
    (old,) = folder.iterdir()
    os.utime(old, (NOW - 40 * DAY, NOW - 40 * DAY))

    begin(field.path, at=NOW)

    assert not old.exists()
    assert 1 == len(list(folder.iterdir()))


def test_the_hosts_start_leaves_the_marker_with_or_without_a_hub(field: Repository, state: Path) -> None:
    """
    The hub may come later; what starts inside of the loop is no session of anybody's.
    """
    payload = json.dumps({"session_id": "s", "cwd": str(field.path), "hook_event_name": "SessionStart"})

    run_hook("session-start", payload=payload, state=state, HARVEST_LOOP_DEPTH="1")
    assert not (state / "starts").exists()
    done = run_hook("session-start", payload=payload, state=state)

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
    (marker,) = (state / "starts").iterdir()
    assert str(field.path) == json.loads(marker.read_text())["folder"]


def test_a_start_that_cannot_be_noted_is_one_line(field: Repository, tmp_path: Path) -> None:
    """
    And no failure: the session starts.
    """
    payload = json.dumps({"session_id": "s", "cwd": str(field.path), "hook_event_name": "SessionStart"})
    (tmp_path / "file").write_text("")

    done = run_hook("session-start", payload=payload, state=tmp_path / "file" / "state")

    assert (0, b"") == (done.returncode, done.stdout)
    assert 1 == len(done.stderr.splitlines())
    assert done.stderr.startswith(b"harvest: this session's start was not noted: ")
