"""Sweep, status and close as a person types them."""

import json
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.adapters.clock import now
from tests.support.command_line import harvest
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, run_hook, session_end, talk
from tests.support.sweeps import FORCED, make_hub

pytestmark = pytest.mark.usefixtures("state")


@pytest.fixture
def worked_in(field: Repository) -> Repository:
    """A field with a commit and work that is not committed."""
    field.commit("one", {"a": "1"})
    field.write("new.py", "x = 1\n")
    return field


@pytest.fixture
def proposing(hub: Repository) -> Repository:
    """A hub that asks first."""
    return make_hub(hub, "")


def told(*words: str, at: Path) -> Any:
    """What a command says to a program."""
    done = harvest(*words, "--json", cwd=at)
    assert 0 == done.returncode, done.stderr
    return json.loads(done.stdout)


def an_hour_ago() -> int:
    """A moment at which a session may have ended."""
    return now() - 3600


def end(transcript: Path, hub: Repository | None, state: Path) -> None:
    """End a session as Claude Code does."""
    named = "" if hub is None else str(hub.path)
    run_hook("claude-code", payload=session_end(transcript_path=str(transcript)), state=state, HARVEST_HUB=named)


def test_an_offer_is_swept_shown_and_read_by_programs(
    proposing: Repository, worked_in: Repository, state: Path, tmp_path: Path
) -> None:
    """
    From the hook's marker to the line that says how the session is taken.
    """
    end(talk(tmp_path, at=an_hour_ago(), cwds=[worked_in.path]), proposing, state)
    hub = ("--hub", str(proposing.path))

    before = told("status", *hub, at=tmp_path)["inbox"]
    assert (1, 0) == (before["not_swept"], before["coverage"]["seen"])
    assert "1 marker not swept yet" in harvest("status", *hub, cwd=tmp_path).stdout

    swept = told("sweep", at=tmp_path)
    assert (1, []) == (swept["coverage"]["offered"], swept["runs"])

    said = f"claude-code:{SESSION} offered in field: harvest close --session claude-code:{SESSION}"
    assert said in harvest("sweep", cwd=tmp_path).stdout
    after = told("status", *hub, at=tmp_path)["inbox"]
    assert (0, [said]) == (after["not_swept"], after["waiting"])


def test_status_says_what_waits_where_there_is_no_hub(worked_in: Repository, state: Path, tmp_path: Path) -> None:
    """
    A marker without a hub waits, and nobody would know of it if status stopped there.
    """
    end(talk(tmp_path, at=an_hour_ago(), cwds=[worked_in.path]), None, state)
    harvest("sweep", cwd=tmp_path)

    done = harvest("status", cwd=tmp_path)

    assert 0 == done.returncode
    assert "hub       " in done.stdout
    assert "no hub; pass --hub DIR, or run `harvest init` once in your hub" in done.stdout
    assert f"claude-code:{SESSION} waits in field: " in done.stdout


def test_status_names_what_a_host_cannot_do(proposing: Repository, own_home: Path) -> None:
    """
    For the hosts that are set up here; where our hook is missing, how to put it there.
    """
    for folder in (".claude", ".codex"):
        (own_home / folder).mkdir()
    (own_home / ".claude" / "settings.json").write_text("{")

    said = harvest("status", cwd=proposing.path).stdout

    assert "claude-code: our hook is unknown: " in said
    assert "codex: our hook is not in place; `harvest init --hosts codex` puts it there" in said
    assert "codex: it tells of turns, not of ends" in said
    assert "opencode" not in said
    hosts = {host["name"]: host for host in told("status", at=proposing.path)["hosts"]}
    assert [True, True, False] == [hosts[name]["there"] for name in ("claude-code", "codex", "opencode")]


def test_status_names_a_hook_that_an_older_version_did_not_put_in(proposing: Repository, own_home: Path) -> None:
    """
    It is in place, but for what came later, and the same command adds that.
    """
    command = "/opt/harvest hook claude-code"
    hooks = {"SessionEnd": [{"hooks": [{"type": "command", "command": command}]}]}
    (own_home / ".claude").mkdir()
    (own_home / ".claude" / "settings.json").write_text(json.dumps({"hooks": hooks}))

    said = harvest("status", cwd=proposing.path).stdout

    lacking = "claude-code: our hook is in place but for SessionStart, UserPromptSubmit"
    assert f"{lacking}; `harvest init --hosts claude-code` puts it there" in said


def test_inside_of_the_loop_nothing_is_swept(
    proposing: Repository, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A child of the loop must not start the loop.
    """
    end(tmp_path / "gone.jsonl", proposing, state)
    monkeypatch.setenv("HARVEST_LOOP_DEPTH", "1")

    done = harvest("sweep", cwd=tmp_path)

    assert (0, "") == (done.returncode, done.stdout)
    assert 1 == len(list((state / "inbox" / "markers").glob("*.json")))


def test_a_session_that_is_not_known_is_not_closed(proposing: Repository, tmp_path: Path) -> None:
    """
    Before any engine starts.
    """
    done = harvest("close", "--session", "codex:nobody", "--hub", str(proposing.path), cwd=tmp_path)

    assert (2, "") == (done.returncode, done.stdout)
    assert "no session 'codex:nobody' has a transcript here" in done.stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no transcript that is known: empty"),
        ('{"a": 1}\n', "is no transcript that is known"),
        (None, "can't be read"),
    ],
)
def test_a_file_that_is_no_transcript_is_not_closed(
    text: str | None, says: str, proposing: Repository, tmp_path: Path
) -> None:
    """
    An unknown format is named, not guessed.
    """
    if text is not None:
        (tmp_path / "t.jsonl").write_text(text)

    done = harvest("close", "--transcript", str(tmp_path / "t.jsonl"), "--hub", str(proposing.path), cwd=tmp_path)

    assert (2, "") == (done.returncode, done.stdout)
    assert says in done.stderr


def test_a_session_over_two_repositories_asks_which_one(
    proposing: Repository, worked_in: Repository, tmp_path: Path
) -> None:
    """
    Both are named, and how to choose; none is guessed.
    """
    other = Repository.create(tmp_path / "other")
    other.commit("two", {"b": "2"})
    transcript = talk(tmp_path / "t", at=an_hour_ago(), cwds=[worked_in.path, other.path])

    done = harvest("close", "--transcript", str(transcript), "--hub", str(proposing.path), cwd=tmp_path)

    assert 2 == done.returncode
    assert f"2 repositories: {worked_in.path}, {other.path}; name the repository with --field" in done.stderr


def test_a_session_and_a_transcript_are_not_both_named(tmp_path: Path) -> None:
    """
    Which of them should count?
    """
    done = harvest("close", "--session", "a", "--transcript", "b", cwd=tmp_path)

    assert 2 == done.returncode
    assert "not allowed with" in done.stderr


def test_a_session_from_the_inbox_is_closed_once(
    proposing: Repository, worked_in: Repository, own_home: Path, state: Path, tmp_path: Path
) -> None:
    """
    The run knows whose session it harvests, and the sweep after it offers it no more.
    """
    folder = own_home / ".claude" / "projects" / "-w"
    end(talk(folder, at=an_hour_ago(), cwds=[worked_in.path]), proposing, state)
    harvest("sweep", cwd=tmp_path)

    closed = harvest("close", "--session", SESSION, "--no-input", "--hub", str(proposing.path), cwd=tmp_path)

    assert closed.returncode in (0, 3), closed.stderr
    assert closed.stdout.splitlines()[-1].startswith("Verdict: ")
    assert {"harvested": 1, "offered": 0} == {
        key: value for key, value in told("sweep", at=tmp_path)["coverage"].items() if key in ("harvested", "offered")
    }


def test_a_forced_hub_is_swept_in_this_process_where_no_server_is(
    hub: Repository, worked_in: Repository, state: Path, tmp_path: Path
) -> None:
    """
    The sessions are harvested one after the other; the broken field stops no other, and nothing is run twice.
    """
    make_hub(hub, FORCED)
    end(talk(tmp_path, at=an_hour_ago(), cwds=[worked_in.path]), hub, state)

    swept = told("sweep", at=tmp_path)

    (run,) = swept["runs"]
    assert (f"claude-code:{SESSION}", str(worked_in.path), "ended well") == (
        run["session"],
        run["field"],
        run["ended"]["state"],
    )
    assert run["ended"]["why"].startswith("Verdict: ")
    assert 1 == len(list((hub.path / "tracks" / "_meta").glob("harvest_*.md")))
    again = told("sweep", at=tmp_path)
    assert ([], 1) == (again["runs"], again["coverage"]["harvested"])
    assert [] == list((state / "open_runs").glob("*.json"))
