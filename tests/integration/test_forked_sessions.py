"""A session that was forked or resumed under a new id: the history that came with it counts once (SPEC 3.3)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.transcript_folders import files_before
from tests.support.transcripts import called, claude, read, returned, write_lines

PARENT, FORK = "11111111-2222-4333-8444-555555555555", "99999999-2222-4333-8444-555555555555"


def shared() -> list[dict[str, object]]:
    """What both files hold: a skill was called."""
    call = [called("Skill", "t1", skill="p:check")]
    own = {"sessionId": PARENT}
    return [
        claude("user", "go", **own),
        claude("assistant", call, **own),
        claude("user", [returned("t1", "ok")], **own),
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is none of the agent's own, with a session and its fork."""
    lines = shared()
    write_lines(tmp_path / f"{PARENT}.jsonl", lines)
    write_lines(tmp_path / f"{FORK}.jsonl", [*lines, claude("user", "new", sessionId=FORK)])
    return tmp_path


def test_the_history_of_a_fork_is_found_beside_it(folder: Path) -> None:
    """
    Of the fork only what is its own is read; the parent has no history.
    """
    parent, fork = folder / f"{PARENT}.jsonl", folder / f"{FORK}.jsonl"

    assert (parent,) == files_before([fork], "claude-code")
    assert () == files_before([parent], "claude-code")
    _, report = read(fork, earlier=files_before([fork], "claude-code"), session=FORK)
    assert (3, 1) == (report.copies, report.lines_used)


def test_somebody_elses_file_by_that_name_is_no_history(folder: Path) -> None:
    """
    A file is the session that it holds, whatever it is called.
    """
    write_lines(folder / f"{PARENT}.jsonl", [claude("user", "other", sessionId="77777777-2222-4333-8444-555555555555")])

    assert () == files_before([folder / f"{FORK}.jsonl"], "claude-code")


def test_a_name_in_a_transcript_leads_out_of_no_folder(folder: Path) -> None:
    """
    The id of the parent is text from outside: one with a path in it is looked for nowhere.
    """
    inside = folder / "inside"
    told = [claude("user", "go", sessionId="../" + PARENT), claude("user", "new", sessionId=FORK)]
    fork = write_lines(inside / f"{FORK}.jsonl", told)

    assert () == files_before([fork], "claude-code")
