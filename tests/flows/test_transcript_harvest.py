"""A session that an agent left a transcript of, from its close to the hub's files (SPEC 3.2-3.4, 4.2, 4.5, 4.13)."""

import json
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.flows.harvest_wave import harvest_wave
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.request import HarvestRequest
from tests.flows.runs import NOW, close, meta
from tests.support.repositories import Repository
from tests.support.worked_sessions import WORK, WorkedSession

CARD = "reference_next_session_starter.md"
USAGE = "skill_usage.md"
LABELS = "Print the labels in colour"


@pytest.fixture
def session(field: Repository) -> WorkedSession:
    """A session that begins three hours ago in a field that is older."""
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-01-10T09:00:00+0000")
    return WorkedSession(field, begins=NOW - 3 * 3600)


def close_session(hub: Repository, session: WorkedSession, *files: Path, later: int = 0) -> RunOutcome:
    """Close it by its transcript, as a host's sweep or a person does."""
    named = {"agent": "claude-code", "session": session.key, "transcript": [str(file) for file in files]}
    return close(hub.path, session.field.path, since=None, now=NOW + later, **named)[1]


def files_of(hub: Repository) -> dict[str, bytes]:
    """Everything that the hub's records hold."""
    return {path.name: path.read_bytes() for path in sorted(meta(hub.path).rglob("*")) if path.is_file()}


def lines_of(hub: Repository) -> list[dict[str, Any]]:
    """The lines of sessions.jsonl."""
    return [json.loads(line) for line in meta(hub.path, "sessions.jsonl").read_text().splitlines()]


def test_what_the_transcript_shows_is_harvested_once(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Its commits are the session's, its closing words take an item off the card, its skills are counted, its cut end is
    said; the same close again writes nothing.
    """
    session.says("please add the checks that we talked about")
    session.does()
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    session.uses("Skill", "Unknown skill: gone", failed=True, skill="gone")
    session.answers()
    session.says("no, undo that")
    session.uses("Bash", "Exit code 2\nmake: *** [lint] Error 2", failed=True, command="make lint")
    session.says(f"{LABELS}: no longer needed")
    transcript = session.write(tmp_path, cut='{"type":"user","mess')

    first = close_session(small_hub, session, transcript)
    before = files_of(small_hub)
    second = close_session(small_hub, session, transcript, later=3600)

    page = first.page
    assert "commits attributed by transcript" in page
    assert "- commits: 3 (" in page
    assert "prompts 3, corrections 1 (" in page
    assert "failed commands 1, edits 3, commits 3" in page
    assert f"1 line cut in {transcript.name} (line {len(session.lines) + 1})" in page
    assert f"- done: {LABELS}, by the person's words: {transcript.name}:" in page
    card = meta(small_hub.path, CARD).read_text()
    assert f"✅ closed: {LABELS}" in card.split("## Reference")[1]
    assert LABELS not in card.split("## Reference")[0]
    assert f"| `{session.key}` | `tidy-desk` ×1 (1 called, 0 typed) | `gone` ×1 | none |" in before[USAGE].decode()
    assert "1 session seen, 1 harvested" in before[USAGE].decode()
    (line,) = lines_of(small_hub)
    assert (session.key, str(transcript), 3) == (line["key"], line["transcript"], len(line["commits"]))
    assert f"harvest_2026-03-20_{session.session[:8]}_forced.md" in before
    assert "already harvested: nothing new" in second.page
    assert "Verdict: PASS" == second.page.splitlines()[-1]
    assert before == files_of(small_hub)


def test_of_a_session_that_went_on_only_the_rest_is_harvested(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    A session closed in its middle is the same session at its end: one line of usage, and no commit twice.
    """
    subjects = list(WORK)
    session.does(subjects[0])
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    close_session(small_hub, session, session.write(tmp_path))
    session.does(*subjects[1:])
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")

    close_session(small_hub, session, session.write(tmp_path), later=3600)

    assert [1, 2] == [len(line["commits"]) for line in lines_of(small_hub)]
    usage = meta(small_hub.path, USAGE).read_text()
    assert 1 == usage.count(session.key)
    assert "`tidy-desk` ×2" in usage


def test_what_a_manual_close_harvested_is_not_harvested_again(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    A commit is harvested once, whoever closes; the session is still noted as seen, with its uses.
    """
    session.does()
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    close(small_hub.path, session.field.path, since=None)

    outcome = close_session(small_hub, session, session.write(tmp_path), later=60)

    assert "already harvested: nothing new" in outcome.page
    assert [session.key] == [line["key"] for line in lines_of(small_hub)[1:]]
    assert "`tidy-desk` ×1" in meta(small_hub.path, USAGE).read_text()


def test_a_session_that_only_browsed_is_skipped_and_counted(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Nothing to harvest is a PASS; it was seen, and the skills that it used were used.
    """
    session.says("how does this work?")
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    session.answers("Like this.")

    outcome = close_session(small_hub, session, session.write(tmp_path))

    assert outcome.page.startswith("nothing to harvest: ")
    assert outcome.page.endswith("Verdict: PASS\n")
    assert [(session.key, True, None)] == [(one["key"], one["read"], one["record"]) for one in lines_of(small_hub)]
    usage = meta(small_hub.path, USAGE).read_text()
    assert "`tidy-desk` ×1" in usage
    assert "1 read without a harvest" in usage


def test_a_closing_statement_alone_is_no_browsing(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Nothing was changed, and yet an item of the card is done; that holds once.
    """
    session.says("what is left?")
    session.answers("The smoke test and the labels.")
    session.says(f"{LABELS}: cancelled")
    transcript = session.write(tmp_path)

    first = close_session(small_hub, session, transcript)
    second = close_session(small_hub, session, transcript, later=60)

    assert "BEFORE 2 items → AFTER 1 items" in first.page
    assert "already harvested" in second.page
    assert 1 == meta(small_hub.path, CARD).read_text().count(LABELS)


def test_without_a_transcript_usage_is_unknown(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    A transcript that is gone, or none at all, says nothing of skills: unknown, never zero, and the close goes on.
    """
    session.does()

    outcome = close_session(small_hub, session, tmp_path / "gone.jsonl")

    assert "- commits: 3 (" in outcome.page
    assert "- transcripts: unknown: the transcript is not there" in outcome.page
    assert "the person's words: unknown, the transcript is not there" in outcome.page
    usage = meta(small_hub.path, USAGE).read_text()
    assert f"| `{session.key}` | unknown: the transcript is not there | unknown | unknown |" in usage
    assert "| `tidy-desk` | unknown | unknown | 2026-03-20 | unknown |" in usage


def test_a_harvest_in_the_middle_leaves_the_close_its_work(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    The person said yes in the middle, after less than a wave: a record and the uses so far, and the card stays.
    """
    session.does("Run lint and tests in CI")
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    transcript = session.write(tmp_path)
    card = meta(small_hub.path, CARD).read_bytes()
    named = {"agent": "claude-code", "session": session.key, "transcript": [str(transcript)], "mode": "mid-session"}
    told = {"hub": str(small_hub.path), "field": str(session.field.path), "now": NOW, "zone": "UTC", **named}
    state_of_run = harvest_wave(HarvestRequest.model_validate(told), return_state=True)

    middle = RunOutcome.model_validate(state_of_run.result(raise_on_failure=False))
    after = (card == meta(small_hub.path, CARD).read_bytes(), meta(small_hub.path, "sessions.jsonl").exists())
    outcome = close_session(small_hub, session, transcript, later=60)

    assert (middle.record or "").endswith("_mid-session.md")
    assert (True, False) == after
    assert "- commits: 1 (" in outcome.page
    assert 1 == meta(small_hub.path, USAGE).read_text().count(session.key)


def test_nothing_of_the_domain_leaves_the_transcript(
    state: Path, small_hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Words of prompts, answers, tools and files stay where they are: a hub file gets counts, places, names and cues.
    """
    session.says("please look at the CANARY-PROMPT of our customer")
    session.uses("Read", "CANARY-RESULT", file_path=f"{session.field.path}/CANARY-READ.py")
    session.edits("app.py", "print('CANARY-CODE')\n")
    session.does()
    session.uses("Bash", "Exit code 2\nCANARY-OUTPUT", failed=True, command="make lint CANARY-ARGUMENT")
    session.uses("Bash", "Exit code 2\nCANARY-OUTPUT", failed=True, command="make lint CANARY-ARGUMENT")
    session.answers("CANARY-ANSWER is done")
    session.says("no, the CANARY-CORRECTION is wrong, undo that")
    session.answers("CANARY-ANSWER is undone")
    session.says(f"{LABELS}: no longer needed, CANARY-REASON")
    transcript = session.write(tmp_path, cut='{"type":"user","CANARY-CUT')

    outcome = close_session(small_hub, session, transcript)

    assert "corrections 1 (" in outcome.page
    assert f"✅ closed: {LABELS}" in meta(small_hub.path, CARD).read_text()
    written = b"".join((outcome.page.encode(), *files_of(small_hub).values()))
    assert b"CANARY" not in written
