"""Which sessions left transcripts, by the two ends of their files (SPEC 3.1, 3.3)."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from harvest_loop.adapters.session_files import glance_at
from harvest_loop.adapters.transcripts.listing import Homes, find_sessions, usual_homes
from harvest_loop.schemas.inbox import OWN_PROMPT
from harvest_loop.schemas.transcript_listing import FoundSession
from tests.support.opencode import NOON, add_to, answered, asked, database, export, folders, said, session
from tests.support.repositories import Repository
from tests.support.transcripts import claude, write_lines
from tests.support.worked_sessions import WorkedSession

NINE, TEN = "2026-03-10T09:00:00Z", "2026-03-10T10:00:00Z"
AT_NINE, AT_TEN = 1773133200.0, 1773136800.0


def sessions_in(**homes: Path) -> list[FoundSession]:
    """The sessions below these folders; nothing else was there."""
    listing = find_sessions(Homes(**{agent: (folder,) for agent, folder in homes.items()}))
    assert ((), ()) == (listing.unknown, listing.unread)
    return list(listing.sessions)


def rollout(path: Path, identity: str, at: str = NINE, **more: Any) -> Path:
    """A rollout of two lines."""
    lines: list[dict[str, Any]] = [
        {"timestamp": at, "type": "session_meta", "payload": {"id": identity, "cwd": "/w/field"} | more},
        {"timestamp": TEN, "type": "turn_context", "payload": {"cwd": "/w/field/sub", "model": "m"}},
    ]
    return write_lines(path, lines)


def test_a_session_is_named_by_its_records_and_placed_by_its_folders(tmp_path: Path) -> None:
    """The project folder's name collides (`a-b` and `a/b`), so the directory is the one inside of the records."""
    folder = tmp_path / "projects" / "-w-field"
    file = write_lines(
        folder / "session-one.jsonl",
        [
            {"type": "summary", "summary": "x", "leafUuid": "y"},
            claude("user", "hello", timestamp=NINE, cwd="/w-field"),
            claude("user", "bye", timestamp=TEN, cwd="/w/field"),
        ],
    )

    (found,) = sessions_in(claude_code=tmp_path)

    assert ("claude-code", "session-one", (file,)) == (found.agent, found.session, found.files)
    assert (AT_NINE, AT_TEN, ("/w-field", "/w/field")) == (found.began, found.ended, found.folders)
    assert found.continues is None


def test_a_time_that_cannot_be_does_not_stretch_a_session(tmp_path: Path) -> None:
    """A record of a clock that was not set would make old commits the session's own."""
    said = [claude("user", "x", timestamp=at) for at in ("1970-01-01T00:00:00Z", NINE, "2001-09-09T01:46:40Z", TEN)]
    write_lines(tmp_path / "claude" / "projects" / "-w-field" / "session-one.jsonl", said)
    day = tmp_path / "codex" / "sessions" / "2026" / "03" / "10"
    rollout(day / "rollout-1.jsonl", "one", at="1970-01-01T00:00:00Z")

    (told,) = sessions_in(claude_code=tmp_path / "claude")
    (rolled,) = sessions_in(codex=tmp_path / "codex")

    assert (AT_NINE, AT_TEN) == (told.began, told.ended)
    assert (AT_TEN, AT_TEN) == (rolled.began, rolled.ended)


def test_sub_agents_files_come_with_their_parents(tmp_path: Path) -> None:
    """They stand beside it in older versions, below it in newer ones, and say whose they are in their records."""
    folder = tmp_path / "projects" / "-w-field"
    below = write_lines(
        folder / "session-one" / "subagents" / "agent-b.jsonl", [claude("user", "x", isSidechain=True, timestamp=TEN)]
    )
    beside = write_lines(folder / "agent-a.jsonl", [claude("user", "x", isSidechain=True, timestamp=NINE)])
    parent = write_lines(folder / "session-one.jsonl", [claude("user", "x", timestamp=NINE)])
    other = write_lines(folder / "session-two.jsonl", [claude("user", "x", timestamp=TEN, sessionId="session-two")])
    orphan = write_lines(folder / "agent-c.jsonl", [claude("user", "x", isSidechain=True, sessionId="session-gone")])

    listed = {found.session: found.files for found in sessions_in(claude_code=tmp_path)}

    assert {"session-one": (parent, beside, below), "session-two": (other,), "session-gone": (orphan,)} == listed


def test_a_file_under_another_name_is_known_by_its_records(tmp_path: Path) -> None:
    """A transcript that somebody renamed, or put aside before it went on, is still that session's."""
    write_lines(tmp_path / "projects" / "p" / "backup of monday.jsonl", [claude("user", "hello")])

    (found,) = sessions_in(claude_code=tmp_path)

    assert "session-one" == found.session


def test_copies_of_a_session_are_one(tmp_path: Path) -> None:
    """The same session in five project folders is listed once, with all its files."""
    lines = [claude("user", "hello")]
    files = [write_lines(tmp_path / "projects" / f"copy-{copy}" / "session-one.jsonl", lines) for copy in range(5)]

    (found,) = sessions_in(claude_code=tmp_path)

    assert tuple(files) == found.files


def test_a_resumed_session_says_what_it_continues(tmp_path: Path) -> None:
    """Its file begins with the records of the one before, under that one's id and with its times."""
    folder = tmp_path / "projects" / "-w-field"
    old = [claude("user", "old", timestamp=NINE, cwd="/w/old")]
    write_lines(folder / "session-one.jsonl", old)
    write_lines(folder / "session-two.jsonl", [*old, claude("user", "new", timestamp=TEN, sessionId="session-two")])

    first, second = sessions_in(claude_code=tmp_path)

    assert ("session-one", None) == (first.session, first.continues)
    assert ("session-two", "session-one", AT_TEN) == (second.session, second.continues, second.began)
    assert ("/w/field",) == second.folders


def test_codex_sessions_are_found_by_day_with_their_sub_agents(tmp_path: Path) -> None:
    """A sub-agent has a rollout of its own, even one started by another sub-agent; a fork names its parent."""

    def below(parent: str) -> dict[str, Any]:
        return {"subagent": {"thread_spawn": {"parent_thread_id": parent, "depth": 1}}}

    day = tmp_path / "sessions" / "2026" / "03" / "10"
    parent = rollout(day / "rollout-1.jsonl", "one", source="cli")
    child = rollout(day / "rollout-2.jsonl", "two", TEN, source=below("one"))
    grandchild = rollout(day.parent / "11" / "rollout-3.jsonl", "three", "2026-03-10T11:00:00Z", source=below("two"))
    fork = rollout(tmp_path / "archived_sessions" / "rollout-4.jsonl", "four", TEN, forked_from_id="one")

    first, second = sessions_in(codex=tmp_path)

    assert ("codex", "one", (parent, child, grandchild)) == (first.agent, first.session, first.files)
    assert (AT_NINE, ("/w/field", "/w/field/sub")) == (first.began, first.folders)
    assert ("four", (fork,), "one") == (second.session, second.files, second.continues)


def test_opencode_sessions_are_found_in_folders_database_and_exports(tmp_path: Path) -> None:
    """A session that stands in two of them is one; a sub-agent's is part of its parent's."""
    messages = [asked(1, said("hello")), answered(2, said("hi"))]
    child = (session("ses_2", parent="ses_1"), [answered(3, said("x"), identity="ses_2")])
    stored = folders(tmp_path / "opencode" / "storage", session(), messages)
    older = folders(tmp_path / "opencode" / "storage", session("ses_3", folder="/w/old"), messages, older=True)
    store = database(tmp_path / "opencode" / "opencode.db", (session(), messages), child)
    exported = export(tmp_path / "exports" / "one.json", session("ses_4"), messages)

    listed = {
        found.session: found for found in sessions_in(opencode=tmp_path / "opencode", others=tmp_path / "exports")
    }

    assert {"ses_1": (store, stored), "ses_3": (older,), "ses_4": (exported,)} == {
        name: tuple(sorted(found.files)) for name, found in listed.items()
    }
    assert ("/w/old",) == listed["ses_3"].folders
    assert (NOON / 1000, NOON / 1000 + 90) == (listed["ses_1"].began, listed["ses_1"].ended)


def test_sessions_that_wrote_nothing_since_are_left_out(tmp_path: Path) -> None:
    """But a young session keeps its old sub-agents, and a database is asked for each of its sessions."""
    folder = tmp_path / "claude" / "projects" / "-w-field"
    old, young = NOON / 1000 - 1000, NOON / 1000
    sub = write_lines(
        folder / "young" / "subagents" / "agent-a.jsonl", [claude("user", "x", isSidechain=True, sessionId="young")]
    )
    gone = write_lines(
        folder / "old" / "subagents" / "agent-b.jsonl", [claude("user", "x", isSidechain=True, sessionId="old")]
    )
    for path in (sub, gone, write_lines(folder / "old.jsonl", [claude("user", "x", sessionId="old")])):
        os.utime(path, (old, old))
    parent = write_lines(folder / "young.jsonl", [claude("user", "x", sessionId="young")])
    os.utime(parent, (young, young))
    store = database(tmp_path / "opencode" / "opencode.db", (session("ses_young"), []))
    with closing(sqlite3.connect(store)) as connection, connection:
        add_to(connection, session("ses_old") | {"time": {"created": 1000, "updated": 2000}}, [])

    homes = Homes(claude_code=(tmp_path / "claude",), opencode=(tmp_path / "opencode",))
    listed = {found.session: found.files for found in find_sessions(homes, since=young).sessions}

    assert {"young": (parent, sub), "ses_young": (store,)} == listed


def test_what_is_no_transcript_or_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A log among the sessions and a pipe with a session's name are said, and cost the others nothing."""
    folder = tmp_path / "projects" / "-w-field"
    write_lines(folder / "session-one.jsonl", [claude("user", "x")])
    log = write_lines(folder / "log.jsonl", [{"level": "info"}])
    os.mkfifo(folder / "pipe.jsonl")
    (tmp_path / "opencode.db").write_bytes(b"SQLite format 3\0" + b"x" * 200)

    listing = find_sessions(Homes(claude_code=(tmp_path,), opencode=(tmp_path,)))

    assert ["session-one"] == [found.session for found in listing.sessions]
    assert [(log, "JSON lines with the keys level")] == [(other.file, other.looks_like) for other in listing.unknown]
    assert ["pipe.jsonl", "opencode.db"] == [other.file for other in listing.unread]
    assert "not a plain file" == listing.unread[0].reason


def test_only_the_ends_of_a_long_file_are_looked_at(tmp_path: Path) -> None:
    """Rubbish in the middle of a long file is never seen, and one long line at either end doesn't hide the rest."""
    long = claude("assistant", [{"type": "text", "text": "x" * 300_000}], timestamp=NINE)
    end = claude("assistant", [{"type": "text", "text": "x" * 300_000}], timestamp=TEN)
    middle = [claude("user", "x", timestamp="2030-01-01T00:00:00Z", sessionId="another")] * 100
    file = write_lines(
        tmp_path / "projects" / "p" / "session-one.jsonl",
        [long, *["y" * 5000] * 300, *middle, *["y" * 5000] * 300, end],
    )

    (found,) = sessions_in(claude_code=tmp_path)

    assert ("session-one", AT_NINE, AT_TEN, None) == (found.session, found.began, found.ended, found.continues)
    assert file.stat().st_size > 3_000_000


def test_the_agents_own_variables_say_where_their_folders_are(tmp_path: Path) -> None:
    """Each agent can be told to live elsewhere; without a word it lives where it always did."""
    told = {"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "XDG_DATA_HOME": "/d"}

    usual, elsewhere = usual_homes(tmp_path, {}), usual_homes(tmp_path, told)

    assert (tmp_path / ".claude", tmp_path / ".config" / "claude") == usual.claude_code
    assert ((tmp_path / ".codex",), (tmp_path / ".local/share/opencode",)) == (usual.codex, usual.opencode)
    assert ((Path("/c"),), (Path("/x"),), (Path("/d/opencode"),)) == elsewhere[:3]


def test_no_folders_no_sessions(tmp_path: Path) -> None:
    """Where no agent ever ran, nothing is found and nothing fails."""
    assert [] == sessions_in(
        claude_code=tmp_path / "a", codex=tmp_path / "b", opencode=tmp_path / "c", others=tmp_path / "d"
    )


def test_a_look_at_a_resumed_session_sees_what_is_its_own(own_home: Path) -> None:
    """
    Its file begins with the records of the session before it: that one's days and folders are not this one's.
    """
    folder = own_home / ".claude" / "projects" / "-w"
    first = WorkedSession(Repository(Path("/w/one")), begins=1_773_000_000)
    first.says(f"{OWN_PROMPT} look at this")
    first.write(folder)
    resumed = WorkedSession(Repository(Path("/w/two")), begins=1_774_000_000, session="9" * 8)
    resumed.lines = list(first.lines)
    resumed.says("go on")

    seen = glance_at([resumed.write(folder)], "claude-code", resumed.session)

    assert (("/w/two",), 1_774_000_060, False) == (seen.folders, seen.began, seen.ours)
