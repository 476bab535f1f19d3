"""Which repositories and which hub a swept session belongs to."""

import os
from pathlib import Path

import pytest

from harvest_loop.adapters import hub_records
from harvest_loop.schemas.settings import HubSettings
from tests.support.repositories import Repository
from tests.support.sessions import talk
from tests.support.sweeps import (
    DAY,
    FORCED,
    HOUR,
    NOW,
    KeptRuns,
    end_session,
    lines_of,
    make_hub,
    session_kept,
    standing,
    sweep,
)


def test_a_session_over_two_repositories_is_one_run_each(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    A worktree and a subfolder are the same repository as its main folder; a second clone's folder name doesn't matter.
    """
    field.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    (field.path / "deep").mkdir()
    other = Repository.create(tmp_path / "elsewhere" / "field")
    other.commit("two", {"b": "2"})
    gone = tmp_path / "was here"
    folders = [tmp_path / "side", field.path / "deep", other.path, gone, field.path]
    end_session(talk(tmp_path, at=NOW - 60, cwds=folders), hub=forced.path)
    runs = KeptRuns()

    sweep(runs)

    assert [str(tmp_path / "side"), str(other.path)] == [request.field for request in runs.requests]


def test_two_clones_are_two_repositories(proposing: Repository, field: Repository, tmp_path: Path) -> None:
    """
    They have one first commit, and so one id; what was harvested of one says nothing of the other.
    """
    field.git("clone", "-q", str(field.path), str(tmp_path / "clone"))
    for place in (field.path, tmp_path / "clone"):
        Repository(place).write("new.py", "x = 1\n")
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path, tmp_path / "clone"]), hub=proposing.path)
    sweep(KeptRuns())
    assert ["offered", "offered"] == [one.state for one in session_kept().fields]

    (seen, _) = lines_of(proposing)
    harvested = seen.model_copy(update={"read": True, "why_not": None, "harvested_from": 0, "harvested_to": NOW})
    hub_records.append_record(proposing.path, hub_records.sessions_file(proposing.path, HubSettings()), harvested)
    sweep(KeptRuns(), now=NOW + HOUR)

    assert {str(field.path): "harvested", str(tmp_path / "clone"): "offered"} == {
        one.root: one.state for one in session_kept().fields
    }


def test_the_folder_of_the_marker_is_a_hint_only(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    A host names the folder that it was started in; the transcript knows where work was done.
    """
    hint = Repository.create(tmp_path / "hint")
    hint.commit("x", {"x": ""})
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), folder=hint.path, hub=forced.path)
    runs = KeptRuns()

    sweep(runs)

    assert [str(field.path)] == [request.field for request in runs.requests]


def test_without_a_hub_the_session_waits(hub: Repository, field: Repository, tmp_path: Path) -> None:
    """
    It says so, and is run as soon as a folder above it is a hub.
    """
    field.commit("one", {"a": "1"})
    end_session(talk(tmp_path / "t", at=NOW - 60, cwds=[field.path]))
    runs = KeptRuns()

    report = sweep(runs)
    assert (1, "waits") == (report.coverage.waiting, standing().state)
    assert standing().why.startswith(f"{field.path}: no hub")

    field.write("harvest.toml", FORCED)
    sweep(runs, now=NOW + HOUR)
    assert [str(field.path)] == [request.hub for request in runs.requests]


def test_the_hub_of_the_sessions_own_surroundings_comes_first(
    forced: Repository, field: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Then that of the sweep's, then the nearest above the field.
    """
    other = make_hub(Repository.create(tmp_path / "other"), FORCED)
    field.write("harvest.toml", FORCED)
    monkeypatch.setenv("HARVEST_HUB", str(other.path))
    for name, hub in (("a", forced.path), ("b", None)):
        end_session(talk(tmp_path, session=name, at=NOW - 60, cwds=[field.path]), session=name, hub=hub)
    runs = KeptRuns()
    sweep(runs)
    monkeypatch.delenv("HARVEST_HUB")
    end_session(talk(tmp_path, session="c", at=NOW - 60, cwds=[field.path]), session="c")
    sweep(runs, now=NOW + HOUR)

    hubs = {request.session: request.hub for request in runs.requests}
    expected = {"a": forced.path, "b": other.path, "c": field.path}
    assert {f"claude-code:{name}": str(place) for name, place in expected.items()} == hubs


def test_a_hub_that_cannot_be_read_stops_no_other(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    One broken harvest.toml, one session that waits with the reason; the other session is run.
    """
    broken = Repository.create(tmp_path / "broken")
    broken.write("harvest.toml", "[loop")
    end_session(talk(tmp_path, session="a", at=NOW - 60, cwds=[field.path]), session="a", hub=broken.path)
    end_session(talk(tmp_path, session="b", at=NOW - 60, cwds=[field.path]), session="b", hub=forced.path)
    runs = KeptRuns()

    sweep(runs)

    assert ["claude-code:b"] == [request.session for request in runs.requests]
    assert "is no TOML" in standing("claude-code:a").why


def test_a_transcript_that_is_not_there_yet_is_waited_for(
    forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    For ten minutes; after that the session is harvested by what git knows of the folder that the host named.
    """
    end_session(tmp_path / "gone.jsonl", folder=field.path, hub=forced.path)
    runs = KeptRuns()

    sweep(runs, now=NOW + 60)
    assert ([], "waits") == (runs.requests, "waits" if session_kept().waits else "goes on")

    sweep(runs, now=NOW + 600)
    assert [(str(field.path), ())] == [(request.field, request.transcript) for request in runs.requests]


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("pipe", "the transcript is no regular file"),
        ("device", "the transcript is no regular file"),
        ("folder", "the transcript is no regular file"),
        ("nothing", "the transcript is not there"),
        ("no path", "the transcript is not there"),
        ("empty", "its transcript names no folder"),
        ("no transcript", "its transcript names no folder"),
    ],
)
def test_a_marker_may_name_anything_as_its_transcript(
    kind: str, why: str, forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    What is no readable transcript is said to be none; a pipe or a device is never waited for.
    """
    place = tmp_path / "t.jsonl"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    elif kind in ("empty", "no transcript"):
        place.write_text("" if kind == "empty" else "no JSON\n")
    named = {"device": Path("/dev/zero"), "no path": Path("a\0b")}.get(kind, place)
    end_session(named, folder=field.path, hub=forced.path)
    runs = KeptRuns()

    sweep(runs, now=NOW + DAY)

    assert why == session_kept().unreadable
    assert [()] == [request.transcript for request in runs.requests]


def test_a_session_outside_of_every_repository_is_skipped(
    forced: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    There is no field to harvest, until it becomes one; that it was seen and not read is written down all the same.
    """
    (tmp_path / "plain").mkdir()
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    end_session(talk(tmp_path / "t", at=NOW - 60, cwds=[tmp_path / "plain"]), hub=forced.path)

    report = sweep(KeptRuns())

    why = "its folder is not a git repository"
    assert {why: 1} == report.coverage.skipped
    assert [(why, False)] == [(line.why_not, line.read) for line in lines_of(forced)]

    Repository.create(tmp_path / "plain").commit("one", {"a": "1"})
    runs = KeptRuns()
    sweep(runs, now=NOW + HOUR)
    assert [str(tmp_path / "plain")] == [request.field for request in runs.requests]
