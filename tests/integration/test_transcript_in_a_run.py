"""The steps of a run that look at a transcript, one by one, without the engine (SPEC 3.3, 4.5, 4.13)."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.session_reading import read_session
from harvest_loop.adapters.transcripts.reading import Reading
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.errors import UsageError
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.guarded import Guarded
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.retrospective import RetroOutcome
from harvest_loop.schemas.transcript import TranscriptFacts
from harvest_loop.schemas.verification import Verification
from harvest_loop.tasks.gather_evidence import gather_evidence
from harvest_loop.tasks.harvest_field import harvest_field
from harvest_loop.tasks.read_hub import read_hub
from harvest_loop.tasks.read_transcript import read_transcript
from harvest_loop.tasks.record_run import mark_harvested
from harvest_loop.tasks.record_usage import record_usage, settle_usage
from harvest_loop.tasks.retrospect_session import retrospect_session
from tests.support.repositories import Repository
from tests.support.sweeps import NOW, make_hub
from tests.support.worked_sessions import WorkedSession

USAGE = "tracks/_meta/skill_usage.md"


class Run(NamedTuple):
    """What the first steps of a run return."""

    request: PinnedRequest
    opened: OpenedHub
    evidence: SessionEvidence


pytestmark = pytest.mark.usefixtures("state")


@pytest.fixture
def session(field: Repository) -> WorkedSession:
    """A session in a field that is older."""
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-01-10T09:00:00+0000")
    return WorkedSession(field, begins=NOW - 3 * 3600)


def begin(hub: Repository, session: WorkedSession, files: Iterable[Path], *, named: bool = True) -> Run:
    """The steps up to the evidence; a session that is not `named` is known by its transcript alone."""
    told: dict[str, object] = {"agent": "claude-code", "session": session.key} if named else {}
    told |= {"hub": str(hub.path), "field": str(session.field.path), "transcript": [str(file) for file in files]}
    request = PinnedRequest.model_validate({**told, "now": NOW, "zone": "UTC"})
    opened = read_hub.fn(request.hub)
    return Run(request, opened, gather_evidence.fn(request, opened, read_transcript.fn(request, opened)))


def record(run: Run) -> None:
    """The steps that write down what was used and seen."""
    record_usage.fn(*run)
    if run.evidence.first_seen:
        mark_harvested.fn(*run, None)
        settle_usage.fn(run.request, run.opened)


def test_five_copies_of_a_session_are_one(hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """
    In one close or in five, of which none says whose session it is: one line of usage, each use once.
    """
    make_hub(hub, "")
    session.says("have a look")
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    copies = [session.write(tmp_path / str(number), name=f"copy {number}.jsonl") for number in range(5)]
    closes = [begin(hub, session, copies)]
    record(closes[0])
    page = (hub.path / USAGE).read_text()
    for copy in copies:
        closes.append(begin(hub, session, [copy], named=False))
        record(closes[-1])

    assert {session.key} == {run.evidence.session_key for run in closes}
    assert ("`tidy-desk` ×1 (1 called, 0 typed)" in page, 1) == (True, page.count(session.key))
    assert "1 session seen" in page
    assert page == (hub.path / USAGE).read_text()
    assert 1 == len((hub.path / "tracks/_meta/sessions.jsonl").read_text().splitlines())


def test_evidence_keeps_no_words_of_prompts(hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """
    Later steps count prompts and edits; what nobody needs is not passed on and stored.
    """
    make_hub(hub, "")
    session.says("a sentence of nobody's business")
    session.edits("app.py", "print(2)\n")

    evidence = begin(hub, session, [session.write(tmp_path)]).evidence

    assert evidence.transcripts != "unknown"
    assert {"prompts": 1, "edits": 1} == dict(evidence.transcripts.left_out)
    assert "nobody's business" not in evidence.model_dump_json()
    assert ["app.py"] == [change.path for change in evidence.git.uncommitted]


def test_an_edit_that_left_nothing_is_no_browsing(hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """
    The session wrote a file of the field, though git shows no change; one elsewhere, or of our records, says nothing.
    """
    make_hub(hub, "")
    session.uses("Write", file_path=str(tmp_path / "elsewhere.py"), content="x")
    elsewhere = begin(hub, session, [session.write(tmp_path)]).evidence.only_browsed
    session.uses("Write", file_path=str(session.field.path / "app.py"), content="print(1)\n")
    inside = begin(hub, session, [session.write(tmp_path)]).evidence.only_browsed

    assert (True, False) == (elsewhere, inside)


def test_a_session_of_another_checkout_is_said(hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """
    A field that a person names although the transcript never was there: nobody should take its work for the session's.
    """
    make_hub(hub, "")
    session.says("have a look")
    files = [session.write(tmp_path)]
    other = WorkedSession(Repository.create(tmp_path / "other"), begins=NOW)
    other.field.commit("one", {"a": "1"})

    notes = [begin(hub, where, files).evidence.git.notes for where in (session, other)]

    assert [False, True] == [any("names no folder of this checkout" in note for note in found) for found in notes]


def retrospect(hub: Repository, session: WorkedSession, file: Path) -> RetroOutcome:
    run = begin(hub, session, [file])
    harvest = harvest_field.fn(run.opened, run.evidence)
    return retrospect_session.fn(*run, Verification(), harvest, Guarded())


@pytest.mark.parametrize(
    ("profile", "operator", "why_not"),
    [
        ("---\nclose_retro: granted\n---\n", False, ""),
        ("---\nclose_retro: declined\n---\n", True, "skipped: close_retro is declined"),
        ("---\nclose_retro: maybe\n---\n", False, "not run: close_retro of the profile is none of granted, declined"),
        ("---\nclose_retro: [granted\n---\n", False, "not run: the profile can't be read: "),
        ("---\ndepth: M\n---\n", True, "not run: nobody was asked yet; in a terminal the close asks"),
        (None, False, "not run: there is no profile"),
    ],
    ids=["granted", "declined", "no word", "broken", "operator's", "no profile"],
)
def test_the_retrospective_runs_only_where_it_was_granted(
    profile: str | None,
    operator: bool,
    why_not: str,
    hub: Repository,
    session: WorkedSession,
    tmp_path: Path,
) -> None:
    """
    Measured corrections and repeats go into today's signal, once; without a grant nothing is written.
    """
    make_hub(hub, "")
    if profile is not None:
        hub.write("tracks/_meta/user_adaptation_profile.md", profile)
    if operator:
        hub.write("CLAUDE.local.md", "mine\n")
    session.does()
    session.says("no, undo that")
    for _ in range(3):
        session.uses("Bash", "Exit code 2\nError", failed=True, command="make lint")
    file = session.write(tmp_path)

    told = [retrospect(hub, session, file) for _ in range(2)]

    assert told[0] == told[1]
    assert told[0].why_not.startswith(why_not)
    assert told[0].done == (why_not == "")
    signals = [path.read_text() for path in (hub.path / "tracks/_meta").glob("fh_signal_*.md")]
    if told[0].done:
        assert (1, 1) == (told[0].corrections, told[0].repeats)
        assert [1] == [text.count("## Session Retrospective") for text in signals]
        assert "\nretro: close\n" in signals[0]
        assert "- Corrections: 1\n" in signals[0]
    else:
        assert [] == signals


def test_a_tracked_file_makes_nobody_the_operator(hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """
    What everybody gets with the repository says nothing of who works here.
    """
    make_hub(hub, "")
    hub.commit("shared", {"CLAUDE.local.md": "ours\n"})
    session.does()

    assert "not run: there is no profile" == retrospect(hub, session, session.write(tmp_path)).why_not


def test_on_an_ephemeral_machine_there_is_no_retrospective(
    hub: Repository, session: WorkedSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Nobody's profile counts there.
    """
    make_hub(hub, "")
    hub.write("tracks/_meta/user_adaptation_profile.md", "---\nclose_retro: granted\n---\n")
    monkeypatch.setenv("HARVEST_EPHEMERAL", "1")
    session.does()

    assert "not run: this machine is ephemeral" == retrospect(hub, session, session.write(tmp_path)).why_not


def facts_while(file: Path, *grows: bytes) -> TranscriptFacts:
    """Read a transcript to which a piece is added after each reading."""
    pieces = list(grows)

    def take(reading: Reading) -> TranscriptFacts:
        facts = gather_facts(reading, lambda: reading.report, redact)
        if pieces:
            file.write_bytes(file.read_bytes() + pieces.pop(0))
        return facts

    return read_session([file], take, agent=None, session=None, wait=lambda _: None)


def test_a_transcript_that_is_still_written_is_read_to_its_end(session: WorkedSession, tmp_path: Path) -> None:
    """
    The hook fires before the last line is whole: it is read again. One that stays cut is read as it is, and said.
    """
    session.says("one")
    session.says("two")
    whole = session.write(tmp_path).read_bytes()
    file = tmp_path / "growing.jsonl"
    file.write_bytes(whole[:-40])

    grown = facts_while(file, whole[-40:-20], whole[-20:])
    file.write_bytes(whole[:-40])
    stays = facts_while(file)

    assert ([], 2) == ([one.fault for one in grown.report.skipped], len(grown.prompts))
    assert (["cut"], 1) == ([one.fault for one in stays.report.skipped], len(stays.prompts))


def test_a_file_of_nobody_known_is_no_transcript(tmp_path: Path) -> None:
    """
    It is named with what it looks like, and not read as an empty one.
    """
    file = tmp_path / "x.jsonl"
    file.write_text("hello\n")
    os.utime(file, (1, 1))

    with pytest.raises(UsageError, match="is no transcript that is known: no JSON lines"):
        facts_while(file)


def test_what_a_resumed_session_repeats_counts_once(
    hub: Repository, session: WorkedSession, tmp_path: Path, own_home: Path
) -> None:
    """
    Its file begins with the records of the session before it, whose uses and words were told by that one.
    """
    make_hub(hub, "")
    folder = own_home / ".claude" / "projects" / "-w-field"
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    session.says("one")
    session.write(folder)
    resumed = WorkedSession(session.field, begins=session.now, session="99999999-1111-4222-8333-444455556666")
    resumed.lines = list(session.lines)
    resumed.says("two")

    facts = begin(hub, resumed, [resumed.write(folder)]).evidence.transcripts

    assert facts != "unknown"
    assert {"prompts": 1} == dict(facts.left_out)
    assert ((), 3) == (facts.skills, facts.report.copies)


def test_a_transcript_without_times_says_where_the_window_comes_from(
    hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Some rollouts have none: the window of a close without a transcript is taken, and the record says so.
    """
    make_hub(hub, "")
    session.says("wipe the desk")
    session.answers()
    for line in session.lines:
        del line["timestamp"]

    git = begin(hub, session, [session.write(tmp_path)]).evidence.git

    assert "24 hours" == git.window.source
    assert any(note.endswith("is taken from 24 hours, and all of that counts as its own") for note in git.notes)


def test_the_day_after_a_sub_agent_goes_on_a_use_is_still_of_the_day_before(
    hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    The sub-agent's file has the session's id: what was used the day before is not used again by that.
    """
    make_hub(hub, "")
    session.uses("Skill", skill="desk")
    first = session.write(tmp_path)
    run = begin(hub, session, [first])
    record_usage.fn(*run)
    later = WorkedSession(session.field, begins=session.now + 24 * 3600, session=session.session)
    later.uses("Read", file_path="/w/a")
    for number, line in enumerate(later.lines):
        line |= {"isSidechain": True, "uuid": f"agent-{number:05}"}

    run = begin(hub, session, [first, later.write(tmp_path, name="agent-1.jsonl")])
    tomorrow = run.request.model_copy(update={"now": NOW + 24 * 3600})
    record_usage.fn(tomorrow, run.opened, run.evidence)

    used = [line for line in (hub.path / USAGE).read_text().splitlines() if "`desk` ×" in line]
    assert [True] == [line.startswith("| 2026-03-20 |") for line in used]
