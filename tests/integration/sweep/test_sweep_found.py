"""Which sessions a sweep takes up, and when: ended ones, missed ones, none of the loop's own."""

import json
import os
from pathlib import Path

import pytest

from harvest_loop.adapters.inbox import SessionEnd, note_skipped
from harvest_loop.adapters.inbox_records import read_inbox_sessions
from harvest_loop.adapters.session_files import settled_stamp
from harvest_loop.adapters.started_runs import Fate
from harvest_loop.schemas.inbox import OWN_PROMPT
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, talk
from tests.support.sweeps import (
    DAY,
    HOUR,
    NOW,
    KeptRuns,
    claude_folder,
    end_session,
    lines_of,
    standing,
    sweep,
)


def test_half_an_hour_of_silence_ends_a_session_that_tells_of_turns(
    forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    OpenCode and Codex say that a turn is over; only silence says that the session is.
    """
    end_session(None, agent="opencode", event="session.idle", folder=field.path, hub=forced.path)
    end_session(None, agent="opencode", event="session.idle", folder=field.path, hub=forced.path, at=NOW + 600)
    runs = KeptRuns()

    sweep(runs, now=NOW + 600 + 1799)
    assert [] == runs.requests

    sweep(runs, now=NOW + 600 + 1800)
    assert [f"opencode:{SESSION}"] == [request.session for request in runs.requests]


def test_a_session_that_was_taken_up_again_goes_on(forced: Repository, field: Repository, own_home: Path) -> None:
    """
    Its end was told, and then there were new turns: it has not ended.
    """
    end_session(talk(claude_folder(own_home), at=NOW + 600, cwds=[field.path]), hub=forced.path)
    runs = KeptRuns()

    sweep(runs, now=NOW + 660)
    assert [] == runs.requests

    sweep(runs, now=NOW + 600 + 1800)
    assert 1 == len(runs.requests)


def test_an_offer_that_goes_on_again_is_no_news_for_the_hub(
    proposing: Repository, field: Repository, own_home: Path
) -> None:
    """
    It waits until it has ended; that it goes on is true for a moment only and is written nowhere.
    """
    field.write("new.py", "x = 1\n")
    end_session(talk(claude_folder(own_home), at=NOW - 60, cwds=[field.path]), hub=proposing.path)
    sweep(KeptRuns())
    talk(claude_folder(own_home), at=NOW + HOUR, cwds=[field.path] * 2)

    sweep(KeptRuns(), now=NOW + HOUR + 60)

    assert ("waits", "it still goes on") == (standing().state, standing().why)
    assert ["offered"] == [line.why_not for line in lines_of(proposing)]


def test_the_loops_own_sessions_are_skipped_and_counted(
    forced: Repository, field: Repository, own_home: Path, tmp_path: Path
) -> None:
    """
    Known by the hook that ran inside of the loop, or by the words that every prompt of ours begins with.
    """
    note_skipped(SessionEnd(agent="claude-code", session="child"), "started by the loop")
    talk(claude_folder(own_home), session="child", at=NOW - DAY, cwds=[field.path])
    says = f"{OWN_PROMPT} judge this"
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path], says=says), hub=forced.path)
    runs = KeptRuns()

    report = sweep(runs)

    assert [] == runs.requests
    assert ({"the loop's own": 2}, 1) == (report.coverage.skipped, report.coverage.skipped_at_their_end)
    assert [] == lines_of(forced)


def test_missed_sessions_are_listed_first_and_then_taken_five_a_day(
    forced: Repository, field: Repository, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The newest first, and it is said; those of more than fourteen days ago are let go.
    """
    monkeypatch.setenv("HARVEST_HUB", str(forced.path))
    for number in range(7):
        talk(claude_folder(own_home), session=f"s-{number}", at=NOW - DAY - number * HOUR, cwds=[field.path])
    talk(claude_folder(own_home), session="old", at=NOW - 15 * DAY, cwds=[field.path])
    runs = KeptRuns()

    first = sweep(runs)
    assert ([], 7, 7) == (runs.requests, first.coverage.seen, first.coverage.waiting)
    assert "listed only" in standing("claude-code:s-0").why

    sweep(runs, now=NOW + HOUR)
    assert [f"claude-code:s-{number}" for number in range(5)] == [request.session for request in runs.requests]
    assert "at most 5 sessions a day" in standing("claude-code:s-5").why

    runs.fate = Fate("ended well", "Verdict: PASS")
    sweep(runs, now=NOW + 2 * HOUR)
    assert 5 == len(runs.requests)

    sweep(runs, now=NOW + DAY)
    assert ["claude-code:s-5", "claude-code:s-6"] == [request.session for request in runs.requests[5:]]


def test_sessions_of_every_host_are_found(
    forced: Repository, field: Repository, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Where each of them keeps its transcripts; a file that is none is counted.
    """
    monkeypatch.setenv("HARVEST_HUB", str(forced.path))
    sweep(KeptRuns())
    meta = {
        "type": "session_meta",
        "timestamp": "2026-03-20T08:00:00Z",
        "payload": {"id": "t-1", "cwd": str(field.path)},
    }
    times = {"created": (NOW - 7200) * 1000, "updated": (NOW - 7000) * 1000}
    stored = {"id": "ses_1", "directory": str(field.path), "time": times}
    rollout = own_home / ".codex" / "sessions" / "2026" / "03" / "20" / "rollout-2026-03-20T08-00-00-t-1.jsonl"
    session = own_home / ".local" / "share" / "opencode" / "storage" / "session" / "p" / "ses_1.json"
    odd = rollout.with_name("odd.jsonl")
    for path, text in ((rollout, json.dumps(meta)), (session, json.dumps(stored)), (odd, '{"a": 1}')):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
        os.utime(path, (NOW - 7000, NOW - 7000))
    runs = KeptRuns()

    report = sweep(runs, now=NOW + HOUR)

    assert ["codex:t-1", "opencode:ses_1"] == sorted(str(request.session) for request in runs.requests)
    assert 1 == report.coverage.unread_transcripts
    assert report.notes[0].startswith("odd.jsonl is no transcript that is known: ")


def test_five_a_day_holds_for_offers_too_and_not_for_markers(
    proposing: Repository, field: Repository, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What a hook told of was ended on purpose: it is offered beside the five.
    """
    monkeypatch.setenv("HARVEST_HUB", str(proposing.path))
    sweep(KeptRuns())
    for number in range(6):
        field.commit(f"work {number}", {f"{number}.py": ""}, at=f"@{NOW} +0000")
        talk(claude_folder(own_home), session=f"s-{number}", at=NOW - HOUR - number, cwds=[field.path])
    end_session(talk(tmp_path, at=NOW - 30, cwds=[field.path]))

    report = sweep(KeptRuns(), now=NOW + HOUR)

    assert (6, 1) == (report.coverage.offered, report.coverage.waiting)
    assert "offered" == standing().state


def test_a_file_that_never_rests_is_read_after_some_tries(tmp_path: Path) -> None:
    """
    A transcript that still grows is waited for, but not for ever.
    """
    growing = tmp_path / "t.jsonl"
    growing.write_text("{}\n")
    waits: list[float] = []

    def grow(seconds: float) -> None:
        waits.append(seconds)
        with growing.open("a") as file:
            file.write("{}\n")

    stamp = settled_stamp([growing], wait=grow)

    assert 4 <= sum(waits) * 2 <= 20
    assert stamp == settled_stamp([growing], wait=lambda _: None)


def test_a_file_that_rests_is_not_waited_for(tmp_path: Path) -> None:
    """
    An old transcript costs no time.
    """
    (tmp_path / "t.jsonl").write_text("{}\n")
    os.utime(tmp_path / "t.jsonl", (NOW, NOW))

    settled_stamp([tmp_path / "t.jsonl"], wait=lambda _: pytest.fail("it waited"))


def test_what_is_over_is_forgotten_by_the_inbox_and_kept_by_the_hub(
    forced: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    A month after a harvest the session's file is taken away; the hub's record stays.
    """
    end_session(talk(tmp_path, at=NOW - 60, cwds=[field.path]), hub=forced.path)
    runs = KeptRuns()
    sweep(runs)
    runs.fate = Fate("ended well", "Verdict: PASS")

    sweep(runs, now=NOW + 29 * DAY)
    assert 1 == len(read_inbox_sessions()[0])
    sweep(runs, now=NOW + 31 * DAY)
    sweep(runs, now=NOW + 32 * DAY)

    assert () == read_inbox_sessions()[0]
    assert 1 == len(runs.requests)
