"""What becomes of ended sessions when the inbox is swept: runs, offers, and nothing twice."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.inbox_records import read_markers
from harvest_loop.adapters.started_runs import Fate
from harvest_loop.errors import UsageError
from harvest_loop.schemas.inbox import StartedRun
from harvest_loop.schemas.request import HarvestRequest
from harvest_loop.schemas.settings import HubSettings
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, markers, talk
from tests.support.sweeps import (
    HOUR,
    NOW,
    KeptRuns,
    end_session,
    lines_of,
    standing,
    sweep,
)


def test_a_marker_becomes_one_run(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    The run is told whose session it is, where it worked and what it left; the marker is gone, and no second run starts.
    """
    transcript = talk(tmp_path, at=NOW - 60, cwds=[field.path])
    end_session(transcript, hub=forced.path)
    runs = KeptRuns()

    sweep(runs)
    sweep(runs, now=NOW + HOUR)

    (request,) = runs.requests
    assert request == HarvestRequest(
        hub=str(forced.path),
        field=str(field.path),
        mode="forced",
        now=NOW,
        zone="UTC",
        agent="claude-code",
        session=f"claude-code:{SESSION}",
        transcript=(str(transcript),),
    )
    assert {} == read_markers()[0]
    assert "under way" == standing().state


def test_a_session_that_was_harvested_is_harvested_again_only_for_new_work(
    forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    A second end of the same session with nothing new starts nothing; one with new turns does.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=forced.path)
    runs = KeptRuns()
    sweep(runs)
    runs.fate = Fate("ended well", "Verdict: PASS")

    end_session(tmp_path / f"{SESSION}.jsonl", hub=forced.path, at=NOW + HOUR)
    sweep(runs, now=NOW + HOUR)
    assert (1, "harvested") == (len(runs.requests), standing().state)

    end_session(talk(tmp_path, at=NOW + 2 * HOUR, cwds=[field.path] * 2), hub=forced.path, at=NOW + 2 * HOUR)
    sweep(runs, now=NOW + 2 * HOUR)
    assert (2, "under way") == (len(runs.requests), standing().state)


@pytest.mark.parametrize("state", ["gone", "failed"])
def test_a_run_that_broke_off_is_begun_again_three_times_at_most(
    state: str, forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    With the same request, so that it goes on where it was; then it is left to a person, until there is new work.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=forced.path)
    runs = KeptRuns()
    runs.fate = Fate("gone" if state == "gone" else "failed", "its process is gone")

    for hour in range(5):
        sweep(runs, now=NOW + hour * HOUR)

    assert 3 == len(runs.requests)
    assert 1 == len(set(runs.requests))
    assert 3 == len(set(runs.names))
    assert ("failed", "its process is gone") == (standing().state, standing().why)

    end_session(talk(tmp_path, at=NOW + 9 * HOUR, cwds=[field.path] * 2), hub=forced.path, at=NOW + 9 * HOUR)
    sweep(runs, now=NOW + 9 * HOUR)
    assert 4 == len(runs.requests)


def test_a_hub_that_asks_first_is_offered_the_session(proposing: Repository, field: Repository, tmp_path: Path) -> None:
    """
    It waits in the inbox until somebody takes it, and the hub knows that it was seen and not read.
    """
    field.write("new.py", "x = 1\n")
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=proposing.path)
    runs = KeptRuns()

    first = sweep(runs)
    sweep(runs, now=NOW + HOUR)

    assert [] == runs.requests
    assert ("offered", 1) == (standing().state, first.coverage.offered)
    assert [(f"claude-code:{SESSION}", False, "offered")] == [
        (line.key, line.read, line.why_not) for line in lines_of(proposing)
    ]


def test_a_session_that_changed_nothing_is_not_offered(
    proposing: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    Who only looked around is not asked about it.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=proposing.path)

    report = sweep(KeptRuns())

    assert {"nothing was changed": 1} == report.coverage.skipped
    assert ["nothing was changed"] == [line.why_not for line in lines_of(proposing)]


def test_what_the_hub_harvested_is_not_offered(proposing: Repository, field: Repository, tmp_path: Path) -> None:
    """
    A person closed the session meanwhile, on this machine or, with the same hub, on another.
    """
    field.write("new.py", "x = 1\n")
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=proposing.path)
    sweep(KeptRuns())
    (seen,) = lines_of(proposing)
    harvested = seen.model_copy(update={"read": True, "why_not": None, "harvested_from": 0, "harvested_to": NOW})
    hub_records.append_record(proposing.path, hub_records.sessions_file(proposing.path, HubSettings()), harvested)

    report = sweep(KeptRuns(), now=NOW + HOUR)

    assert (1, 0) == (report.coverage.harvested, report.coverage.offered)


def test_files_that_are_no_markers_stay_and_are_counted(state: Path) -> None:
    """
    A cut file, another program's, one of a later version: nobody's words are thrown away.
    """
    folder = end_session(None).parent
    for name, text in {"cut.json": "{", "list.json": "[]", "later.json": '{"schema_version": 2}'}.items():
        (folder / name).write_text(text)
    (folder / "huge.json").write_bytes(b" " * 1_000_001)

    report = sweep(KeptRuns())

    assert ("cut.json", "huge.json", "later.json", "list.json") == report.coverage.unreadable_files
    assert 4 == len(markers(state))


def test_a_marker_that_comes_during_a_sweep_is_not_lost(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    The sweep takes away only the markers that it read.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=forced.path)

    class Interrupted(KeptRuns):
        def start(self, request: HarvestRequest, attempt: int, name: str) -> StartedRun:
            end_session(None, hub=forced.path, at=NOW + 1)
            return super().start(request, attempt, name)

    sweep(Interrupted())

    assert [NOW + 1] == [marker.at for marker in read_markers()[0].values()]


def test_a_marker_that_was_folded_already_changes_nothing(
    forced: Repository, field: Repository, tmp_path: Path, state: Path
) -> None:
    """
    A sweep that was killed before it took its markers away leaves them to the next one.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=forced.path)
    shutil.copytree(state / "inbox" / "markers", tmp_path / "kept")
    runs = KeptRuns()
    sweep(runs)
    shutil.copytree(tmp_path / "kept", state / "inbox" / "markers", dirs_exist_ok=True)

    sweep(runs, now=NOW + HOUR)

    assert 1 == len(runs.requests)


def test_sweeps_at_once_start_each_run_once(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    A hook's sweep, the scheduled one and a person's may meet.
    """
    for number in range(5):
        name = f"s-{number}"
        end_session(talk(tmp_path, session=name, at=NOW - 60, cwds=[field.path]), session=name, hub=forced.path)
    runs = KeptRuns()

    with ThreadPoolExecutor(max_workers=4) as together:
        list(together.map(lambda _: sweep(runs), range(4)))

    assert [f"claude-code:s-{number}" for number in range(5)] == sorted(str(one.session) for one in runs.requests)


def test_a_server_that_refuses_leaves_the_session_waiting(
    forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    The next sweep tries again.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=forced.path)

    class Refusing(KeptRuns):
        def start(self, request: HarvestRequest, attempt: int, name: str) -> StartedRun:  # noqa: ARG002 -- refused
            raise UsageError("it is not deployed", remedy="run `harvest deploy`")

    sweep(Refusing())
    assert ("waits", "it is not deployed; run `harvest deploy`") == (standing().state, standing().why)

    runs = KeptRuns()
    sweep(runs, now=NOW + HOUR)
    assert 1 == len(runs.requests)


def test_the_report_says_each_session_once(forced: Repository, field: Repository, tmp_path: Path) -> None:
    """
    Seen is the sum of what became of them.
    """
    end_session(talk(tmp_path, session="a", at=NOW - 60, cwds=[field.path]), session="a", hub=forced.path)
    end_session(talk(tmp_path, session="b", at=NOW - 60, cwds=[field.path]), session="b")
    end_session(None, session="c", agent="codex", event="agent-turn-complete")

    told = json.loads(sweep(KeptRuns()).coverage.model_dump_json())

    assert 3 == told["seen"] == told["under_way"] + told["waiting"]
