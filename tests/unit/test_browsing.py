"""What is said of a session without new work: nothing unread passes for nothing done (SPEC 3.4, 11-2)."""

from typing import Any

from harvest_loop.domain.browsing import browsed_page, said_of_before
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import HeldPattern
from harvest_loop.schemas.transcript import ReadReport, SkippedLines, TranscriptFacts
from tests.support.histories import History
from tests.support.patterns import make_pattern


def session(**git: Any) -> SessionEvidence:
    told = History().session()
    return told.model_copy(update={"git": told.git.model_copy(update=git)})


def test_nothing_was_changed() -> None:
    """
    All was read, and there was nothing: a PASS.
    """
    page, verdict = browsed_page(session())

    assert page.startswith("nothing to harvest: nothing was changed in field since ")
    assert "Verdict: PASS" == str(verdict)


def test_of_a_session_that_a_transcript_tells_of_its_end_is_said_too() -> None:
    """
    What was done since it ended was not looked at, so that nothing is said of it.
    """
    told = session()
    window = told.git.window.model_copy(update={"source": "transcript", "since": 0, "until": 3600})

    page, _ = browsed_page(session(window=window))

    said = "from 1970-01-01 00:00 UTC to 1970-01-01 01:00 UTC (transcript)"
    assert f"nothing to harvest: nothing was changed in field {said}" == page


def test_what_could_not_be_read_is_named_and_no_pass() -> None:
    """
    An edit may be behind it; a text from git can't break the line.
    """
    page, verdict = browsed_page(session(unread=("uncommitted work could not be read:\nfatal",)))

    assert page.startswith("nothing to harvest: nothing that could be read was changed in field")
    assert page.endswith("; not read: uncommitted work could not be read: fatal")
    assert "Verdict: CONDITIONAL_PASS — not read: uncommitted work could not be read: fatal" == str(verdict)


def test_lines_of_the_transcript_that_were_not_used_are_named() -> None:
    """
    A session without a record says so in its one line: what was cut off may have been work.
    """
    cut = SkippedLines(file="s.jsonl", fault="cut", count=1, lines=(3,))
    report = ReadReport(agent="claude-code", files=1, bytes_read=9, lines_read=3, lines_used=2, skipped=(cut,))
    facts = TranscriptFacts(session="s", agent="claude-code", report=report)

    page, verdict = browsed_page(session().model_copy(update={"transcripts": facts}))

    assert page.endswith("; of its transcript: 1 line cut in s.jsonl (line 3)")
    assert "PASS" == verdict.word


def test_what_waits_is_named_and_changes_nothing() -> None:
    """
    Closing again with nothing new is a PASS, whatever an earlier close holds (SPEC 3.1).
    """
    held = (HeldPattern(pattern=make_pattern(), branch="topic"), HeldPattern(pattern=make_pattern(), branch=None))
    waiting = session().model_copy(update={"held_back": held, "waiting": (make_pattern(),) * 2, "seen_before": True})

    page, verdict = browsed_page(waiting)

    assert page.startswith("already harvested: nothing new in field")
    assert page.endswith("; 2 patterns wait for more; 1 pattern waits on branch topic, not checked out")
    assert "PASS" == verdict.word


def test_commits_of_harvested_work_are_named() -> None:
    """
    A person who committed since sees that the commits are known.
    """
    history = History()
    shas = [history.commit(f"commit {number}") for number in range(4)]
    known = session().model_copy(update={"committed": tuple(history.commits), "harvested_before": 2})

    page, _ = browsed_page(known)

    named = ", ".join(sha[:10] for sha in shas[:3])
    text = f"4 commits ({named} and 1 more) with nothing but what is already harvested"
    assert page.endswith(f"; {text}")
    assert ["2 commits of the window left out: harvested before", text] == list(said_of_before(known))
