"""`harvest drift`: the hub's words now, and while a session goes on; and step 0 of a run (SPEC 4.6b, 10.1)."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.adapters.transcripts.following import FollowedTranscript
from harvest_loop.errors import UsageError
from harvest_loop.schemas.drift import Drift, DriftWarning
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.schemas.transcript_events import Prompt
from harvest_loop.tasks.compose_evidence import compose_evidence
from harvest_loop.tasks.follow_drift import DriftFollower, follow
from harvest_loop.tasks.watch_drift import watch_drift
from tests.support.command_line import harvest
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, run_hook, session_end
from tests.support.transcripts import called, claude, returned, write_lines

GLOSSARY = """# Glossary

| Term | Definition |
|---|---|
| sieve | The rule that decides which findings enter the ledger |
| open ledger | The list of findings that nobody has settled yet |
"""
SKILL = "---\nname: field-harvest\ndescription: Collect the patterns of a session from its commits\n---\n\n# Harvest\n"
REDEFINED = "# Rules\n\nA **sieve** is a nightly job that mails a summary.\n"
START = 1_773_133_200  # 2026-03-10T09:00:00Z


@pytest.fixture
def words(hub: Repository) -> Repository:
    """A hub with a glossary and a skill."""
    files = {"harvest.toml": "", "knowledge/GLOSSARY.md": GLOSSARY, "skills/field-harvest/SKILL.md": SKILL}
    hub.commit("the hub", {**files, ".gitignore": "/tracks/_meta/\n"}, at="2026-03-01T09:00:00+0000")
    return hub


def drift(hub: Repository, *more: str) -> Drift:
    done = harvest("drift", "--hub", str(hub.path), "--json", *more, cwd=hub.path, state=hub.path / ".git" / "state")
    assert 0 == done.returncode, done.stderr
    told = json.loads(done.stdout)
    assert "off, it is not calibrated" in told.pop("blocking")
    return Drift.model_validate(told)


def places(warnings: Sequence[DriftWarning]) -> list[tuple[str, str, str]]:
    return [(one.term, str(one.baseline), str(one.now)) for one in warnings]


def test_a_word_redefined_on_disk_is_told_with_both_places(words: Repository) -> None:
    """
    Before anything is committed; and with the exit code of an ordinary result.
    """
    assert [] == places(drift(words).warnings)
    words.write("CLAUDE.md", REDEFINED)

    found = drift(words)

    assert [("sieve", "knowledge/GLOSSARY.md:5", "CLAUDE.md:3")] == places(found.warnings)
    assert (3, 3) == (found.terms, found.defined)


def test_since_a_revision_commits_are_read_too(words: Repository) -> None:
    """
    What HEAD holds is its own baseline; measured from an older one, its pages and messages are new.
    """
    base = words.git("rev-parse", "HEAD")
    sha = words.commit("Rename field-harvest to pattern intake", {"CLAUDE.md": REDEFINED})

    assert [] == places(drift(words).warnings)
    assert [
        ("sieve", "knowledge/GLOSSARY.md:5", "CLAUDE.md:3"),
        ("field-harvest", "skills/field-harvest/SKILL.md:3", sha[:10]),
    ] == places(drift(words, "--since", base).warnings)


def test_a_page_that_moved_is_held_against_what_it_said(words: Repository) -> None:
    """
    A new place is no new meaning; a new sentence on it is, and the baseline is quoted from where it stood.
    """
    words.git("mv", "knowledge/GLOSSARY.md", "GLOSSARY.md")
    assert [] == places(drift(words).warnings)
    words.write(
        "GLOSSARY.md",
        GLOSSARY.replace(
            "The rule that decides which findings enter the ledger", "A nightly job that mails what came in"
        ),
    )

    assert [("sieve", "knowledge/GLOSSARY.md:5", "GLOSSARY.md:5")] == places(drift(words).warnings)


def test_what_cannot_be_read_is_wrong_use(words: Repository, tmp_path: Path) -> None:
    """
    A revision that is none, an option in its place, a hub without git, a transcript of nobody's: exit 2, one line.
    """
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "harvest.toml").write_text("")
    for arguments in (
        ["--hub", str(words.path), "--since", "nowhere"],
        ["--hub", str(words.path), "--since=--output=x"],
        ["--hub", str(alone)],
        ["--hub", str(words.path), "--follow", str(alone / "harvest.toml")],
        ["--hub", str(words.path), "--follow", str(alone / "gone.jsonl")],
    ):
        done = harvest("drift", *arguments, cwd=words.path)

        assert 2 == done.returncode, done.stderr
        assert 1 == done.stderr.count("\n")
        assert "Traceback" not in done.stderr


def said(text: str, **more: object) -> dict[str, object]:
    return claude("user", text, sessionId=SESSION, **more)


def append(path: Path, *records: object) -> None:
    with path.open("ab") as stream:
        stream.write(b"".join(json.dumps(record).encode() + b"\n" for record in records))


def test_a_session_that_goes_on_is_told_of_as_it_grows(words: Repository, tmp_path: Path) -> None:
    """
    A prompt, then a page that the agent writes, then nothing new: each detection once, with its own line.
    """
    path = write_lines(tmp_path / "s.jsonl", [said("Hello there.", cwd=str(words.path))])
    told: list[tuple[str, str]] = []
    wrote = claude("assistant", [called("Write", "t1", file_path="CLAUDE.md")], sessionId=SESSION)
    done = claude("user", [returned("t1", "done")], sessionId=SESSION)
    speech = ["By sieve I mean the nightly job that mails a summary.", "Go on, please."]
    steps = iter([[said(speech[0], cwd=str(words.path))], [said(speech[1], cwd=str(words.path))], [wrote, done]])

    def goes_on() -> bool:
        records = next(steps, [])
        if wrote in records:
            words.write("CLAUDE.md", "# Rules\n\nRun the field-harvest, also called pattern intake.\n")
        append(path, *records)
        return bool(records)

    follower = DriftFollower(words.path, HubSettings(), path, "HEAD")
    follow(follower, lambda one: told.append((one.term, str(one.now))), goes_on)

    assert [("sieve", "s.jsonl:2"), ("field-harvest", "CLAUDE.md:3")] == told


def test_half_a_line_waits_for_its_end(tmp_path: Path) -> None:
    """
    The agent writes while we read: what is cut now is whole at the next look, and lines keep their numbers.
    """
    path = write_lines(tmp_path / "s.jsonl", [said("One."), b"", said("Three.")])
    followed = FollowedTranscript(path)

    def prompts() -> list[tuple[int, str]]:
        return [(event.place.line, event.text) for event in followed.look() if isinstance(event, Prompt)]

    assert [(1, "One."), (3, "Three.")] == prompts()
    whole = json.dumps(said("Four.")).encode() + b"\n"
    with path.open("ab") as stream:
        stream.write(whole[:20])
    assert [] == prompts()
    with path.open("ab") as stream:
        stream.write(whole[20:])
    assert [(4, "Four.")] == prompts()


def test_a_transcript_that_does_not_grow_by_lines_is_refused(tmp_path: Path) -> None:
    """
    Nothing would ever be told of it: better to say so than to watch in silence.
    """
    path = tmp_path / "export.json"
    path.write_text('{"info": {"id": "ses_1", "time": {"created": 1}}, "messages": []}')

    with pytest.raises(UsageError, match="can't be followed: opencode"):
        FollowedTranscript(path)


def test_the_watch_ends_with_its_session(words: Repository, tmp_path: Path, state: Path) -> None:
    """
    The host's hook says that it ended: what was written until then is told, and the command is done.
    """
    prompt = said("By sieve I mean the nightly job that mails a summary to me.", cwd=str(words.path))
    path = write_lines(tmp_path / "s.jsonl", [prompt])
    run_hook("claude-code", payload=session_end(transcript_path=str(path)), state=state)

    done = harvest("drift", "--hub", str(words.path), "--follow", str(path), cwd=tmp_path, state=state)

    assert 0 == done.returncode, done.stderr
    assert "another definition: sieve" in done.stdout
    assert "now prompt s.jsonl:1" in done.stdout
    assert "the session has ended" in done.stderr


def test_a_silent_session_has_ended_too(words: Repository, tmp_path: Path, state: Path) -> None:
    """
    A crash tells nobody: after half an hour without a word nothing more is waited for.
    """
    path = write_lines(tmp_path / "s.jsonl", [said("Nothing of note.")])
    os.utime(path, (START, START))

    done = harvest("drift", "--hub", str(words.path), "--follow", str(path), cwd=tmp_path, state=state)

    assert (0, "") == (done.returncode, done.stdout)


def watched(hub: Repository, field: Repository, *, since: str) -> Drift:
    """Step 0 of a run, without the engine."""
    request = PinnedRequest(hub=str(hub.path), field=str(field.path), since=since, now=START + 3600, zone="UTC")
    opened, unread = open_hub(hub.path), TranscriptRead(why_not="no transcript was named")
    return watch_drift.fn(opened, compose_evidence(request, opened, unread), unread)


def test_a_run_holds_the_sessions_pages_against_the_hub_before_it(words: Repository) -> None:
    """
    The hub that a run reads has the session's changes in it already: the baseline is what stood before them.
    """
    base = words.git("rev-parse", "HEAD")
    changed = GLOSSARY.replace("The rule that decides which findings enter the ledger", "A nightly job that mails out")
    words.commit("Say it anew", {"knowledge/GLOSSARY.md": changed, "README.md": "# Hub\n"})

    found = watched(words, words, since=base)

    assert [("sieve", "knowledge/GLOSSARY.md:5", "knowledge/GLOSSARY.md:5")] == places(found.warnings)
    assert "rule that decides" in found.warnings[0].baseline.quote
    assert "nightly job" in found.warnings[0].now.quote
    assert ("prompts are unknown: no transcript was named",) == found.notes


def test_domain_work_in_another_repository_is_no_drift(words: Repository, field: Repository) -> None:
    """
    There `sieve` is the field's own word, and its pages are not looked at; longer terms of the hub are known.
    """
    base = field.commit("start", at="2026-03-05T09:00:00+0000")
    field.commit("A sieve is a nightly job that mails a summary.", {"docs/sieve.md": REDEFINED})
    field.commit("Open ledger means an account that the bank has frozen for good.")

    found = watched(words, field, since=base)

    assert ["open ledger"] == [one.term for one in found.warnings]
