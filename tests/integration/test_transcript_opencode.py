"""What OpenCode's sessions say, in each of the forms that they are kept in (SPEC 3.3)."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.adapters.transcripts.opencode_export import read_pieces
from harvest_loop.adapters.transcripts.reading import read_events
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    FilesChanged,
    Interrupted,
    Prompt,
    Setting,
    ToolCall,
    ToolResult,
    TypedCommand,
)
from tests.support.opencode import NOON, add_to, answered, asked, database, export, folders, said, session, used
from tests.support.transcripts import faults, of_kind, read

SESSION = session()
MESSAGES = [
    asked(1, said("run the tests"), said("be quick", synthetic=True), said("no, stop", ignored=True)),
    answered(
        2,
        {"type": "step-start"},
        {"type": "reasoning", "text": "hm"},
        used("bash", "call_1", input={"command": "make test"}, output="1 failed", metadata={"exit": 1}),
        used(
            "edit", "call_2", input={"filePath": "/w/field/a.py"}, output="done", time={"start": NOON, "end": NOON + 5}
        ),
        used("skill", "call_3", "error", input={"name": "check"}, error="no such skill"),
        used("bash", "call_4", "running"),
        {"type": "patch", "hash": "x", "files": ["/w/field/a.py"]},
        said("One test fails."),
    ),
    asked(3, said('no, use tabs {and} "quotes" \\ [brackets]\nin two lines \u2028 한국어')),
    answered(4, said("Stopped"), error={"name": "MessageAbortedError", "data": {}}),
]

Writer = Callable[[Path, dict[str, Any], list[dict[str, Any]]], Path]
FORMS: dict[str, Writer] = {
    "export": lambda root, info, messages: export(root / f"{info['id']}.json", info, messages),
    "pretty export named jsonl": lambda root, info, messages: export(root / f"{info['id']}.jsonl", info, messages),
    "export on one line": lambda root, info, messages: export(root / f"{info['id']}.json", info, messages, indent=None),
    "export with tabs": lambda root, info, messages: export(root / f"{info['id']}.json", info, messages, indent=7),
    "folders": lambda root, info, messages: folders(root / "storage", info, messages),
    "older folders": lambda root, info, messages: folders(root / "storage", info, messages, older=True),
    "database": lambda root, info, messages: database(root / f"{info['id']}.db", (info, messages)),
}
each_form = pytest.mark.parametrize("write", FORMS.values(), ids=FORMS)


def events_of(file: Path) -> list[Event]:
    """What the session shows, all of it used."""
    events, report = read(file, agent="opencode")
    assert ((), (), ()) == (report.skipped, report.unread, report.notes)
    assert report.lines_read == report.lines_used
    return events


@each_form
def test_each_form_shows_the_same_session(write: Writer, tmp_path: Path) -> None:
    """An export, the storage folders and the database are three ways to keep one session."""
    events = events_of(write(tmp_path, SESSION, MESSAGES))

    words = MESSAGES[2]["parts"][0]["text"]
    assert ["run the tests", words] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert ["One test fails.", "Stopped"] == [text.text for text in of_kind(events, AgentText)]
    assert [("bash", "make test"), ("edit", None), ("skill", None), ("bash", None)] == [
        (call.name, call.arguments.get("command")) for call in of_kind(events, ToolCall)
    ]
    assert [("call_1", True, "1 failed"), ("call_2", False, "done"), ("call_3", True, "no such skill")] == [
        (result.call, result.failed, result.text) for result in of_kind(events, ToolResult)
    ]
    assert [("/w/field/a.py",)] == [changed.paths for changed in of_kind(events, FilesChanged)]
    assert 1 == len(of_kind(events, Interrupted))
    settings = of_kind(events, Setting)
    assert ["/w/field"] == [setting.folder for setting in settings if setting.folder]
    assert ["model-one"] == [setting.model for setting in settings if setting.model]
    assert ["ses_1"] == [setting.session for setting in settings if setting.session]


@each_form
def test_times_are_milliseconds(write: Writer, tmp_path: Path) -> None:
    """Taken for seconds, they would lie fifty thousand years ahead."""
    events = events_of(write(tmp_path, SESSION, MESSAGES))

    assert [NOON / 1000 + 1, NOON / 1000 + 3] == [prompt.at for prompt in of_kind(events, Prompt)]
    assert NOON / 1000 + 0.005 == of_kind(events, ToolResult)[1].at


@each_form
def test_a_sub_agents_session_holds_no_words_of_the_person(write: Writer, tmp_path: Path) -> None:
    """Its prompt is the order that the agent above it gave."""
    child = session("ses_2", parent="ses_1")
    order, work = asked(5, said("no, use tabs"), identity="ses_2"), answered(6, said("Done."), identity="ses_2")

    events, _ = read(write(tmp_path, SESSION, MESSAGES), write(tmp_path, child, [order, work]), agent="opencode")

    assert 2 == len(of_kind(events, Prompt))
    assert [("Done.", True)] == [(text.text, text.sidechain) for text in of_kind(events, AgentText)][-1:]


@each_form
def test_a_session_met_in_two_forms_counts_once(write: Writer, tmp_path: Path) -> None:
    """It was exported, and its storage is still there."""
    one = export(tmp_path / "exports" / "one.json", SESSION, MESSAGES)

    events, report = read(one, write(tmp_path, SESSION, MESSAGES), agent="opencode")

    assert (2, len(MESSAGES)) == (len(of_kind(events, Prompt)), report.copies)


def test_messages_without_ids_are_known_by_their_order(tmp_path: Path) -> None:
    """Some exports have no ids, and the same session was exported twice, once while it went on."""

    def bare(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [message | {"info": {"role": message["info"]["role"]}} for message in messages]

    short = export(tmp_path / "short.json", SESSION, bare(MESSAGES[:2]))
    whole = export(tmp_path / "whole.json", SESSION, bare(MESSAGES))

    events, report = read(short, whole, agent="opencode")

    assert (2, 2) == (len(of_kind(events, Prompt)), report.copies)


def test_a_forked_session_is_known_by_its_calls(tmp_path: Path) -> None:
    """A fork copies messages under new ids; the calls in them keep theirs."""
    call = used("bash", "call_0123456789abcdef", output="fine")
    files = [
        export(tmp_path / f"{name}.json", session(name), [answered(number, call, said("Ran it."), identity=name)])
        for number, name in enumerate(("ses_1", "ses_2"))
    ]

    events, report = read(*files, agent="opencode")

    assert (1, 1, 1) == (len(of_kind(events, ToolCall)), len(of_kind(events, AgentText)), report.copies)


def test_a_command_that_ran_as_a_sub_task_is_typed(tmp_path: Path) -> None:
    """The template that stands beside it is the command's text, not the person's."""
    subtask = {"type": "subtask", "prompt": "Review it all", "description": "review", "agent": "x", "command": "review"}
    events = events_of(export(tmp_path / "one.json", SESSION, [asked(1, subtask)]))

    assert [("review", True)] == [(typed.name, typed.known) for typed in of_kind(events, TypedCommand)]
    assert [] == of_kind(events, Prompt)


@pytest.mark.parametrize(
    ("text", "command", "arguments"),
    [
        ("/review", "review", ""),
        ("/team:review the branch\nall of it", "team:review", "the branch\nall of it"),
        ("/var is full", None, None),
        ("/usr/bin/env is missing", None, None),
        ("/ is full", None, None),
        ("no /review here", None, None),
    ],
)
def test_a_slash_command_is_typed_and_a_path_is_not(
    text: str, command: str | None, arguments: str | None, tmp_path: Path
) -> None:
    """OpenCode sends on what it has no command for, as the person typed it."""
    events = events_of(export(tmp_path / "one.json", SESSION, [asked(1, said(text))]))

    assert [(command, arguments)] * (command is not None) == [
        (typed.name, typed.arguments) for typed in of_kind(events, TypedCommand)
    ]
    assert [text] * (command is None) == [prompt.text for prompt in of_kind(events, Prompt)]


def test_a_compaction_is_nobodys_words(tmp_path: Path) -> None:
    """The summary that replaces a long history is no answer to anybody."""
    messages = [asked(1, {"type": "compaction", "auto": True}), answered(2, said("The user said no."), summary=True)]
    events = events_of(export(tmp_path / "one.json", SESSION, messages))

    assert [] == of_kind(events, Prompt)
    assert [] == of_kind(events, AgentText)


def test_a_cut_export_gives_what_is_whole_before_the_cut(tmp_path: Path) -> None:
    """Its writer ended well and wrote half: wherever the cut is, it is reported, and whole messages count."""
    whole = export(tmp_path / "whole.json", SESSION, MESSAGES).read_bytes()
    ends = [match.end() for match in re.finditer(rb"\n    }", whole) if match.start() > whole.index(b'"messages"')]
    cut = tmp_path / "cut.json"

    for length in range(0, len(whole) - 2, 7):
        cut.write_bytes(whole[:length])
        events, report = read(cut, agent="opencode")

        assert ["cut"] == [skipped.fault for skipped in report.skipped]
        assert report.lines_read == report.lines_used + 1
        assert len(of_kind(events, Prompt)) == sum(end <= length for end in ends[::2])


def test_the_line_of_a_message_is_where_it_begins(tmp_path: Path) -> None:
    """A person who opens the export there sees the message."""
    file = export(tmp_path / "one.json", SESSION, MESSAGES)
    lines = file.read_text(encoding="utf-8").split("\n")

    pieces = list(read_pieces(file, Tally()))

    assert ["info", *["messages"] * 4] == [piece.key for piece in pieces]
    assert all(lines[piece.line - 1].rstrip().endswith("{") for piece in pieces)
    assert MESSAGES == [piece.value for piece in pieces[1:]]


def test_a_broken_message_costs_itself_only(tmp_path: Path) -> None:
    """A lone surrogate, as JavaScript writes one, spoils one message of the document."""
    file = export(tmp_path / "one.json", SESSION, MESSAGES)
    file.write_bytes(file.read_bytes().replace(b"run the tests", b"run \\ud83d tests"))

    events, report = read(file, agent="opencode")

    assert 1 == len(of_kind(events, Prompt))
    assert ["not Unicode"] == list(faults(report))


def test_a_message_over_the_limit_is_skipped_and_the_next_is_read(tmp_path: Path) -> None:
    """One message of a gigabyte is never held whole; one string of it ends the reading, and the report says so."""
    many = answered(2, *[said("x" * 50_000) for _ in range(40)])
    one = answered(2, said("x" * 2_000_000))

    def read_with(big: dict[str, Any]) -> tuple[list[Any], dict[str, tuple[int, ...]]]:
        tally = Tally()
        file = export(tmp_path / "one.json", SESSION, [MESSAGES[0], big, MESSAGES[2]])
        values = [piece.value for piece in read_pieces(file, tally, most=200_000)]
        return values, faults(tally.report("opencode"))

    values, skipped = read_with(many)
    assert ([SESSION, MESSAGES[0], MESSAGES[2]], ["too long"]) == (values, list(skipped))

    values, skipped = read_with(one)
    assert ([SESSION, MESSAGES[0]], ["too long"]) == (values, list(skipped))


def test_a_bad_file_of_the_folders_costs_itself_only(tmp_path: Path) -> None:
    """A part was cut when the machine went down, and a message is no object."""
    file = folders(tmp_path / "storage", SESSION, MESSAGES)
    part = tmp_path / "storage" / "part" / "msg_0002" / "prt_0007.json"
    part.write_bytes(part.read_bytes()[:20])
    (tmp_path / "storage" / "message" / "ses_1" / "msg_0003.json").write_text("[]")

    events, report = read(file, agent="opencode")

    assert ["run the tests"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert [("prt_0007.json", "cut"), ("msg_0003.json", "unknown kind")] == [
        (skipped.file, skipped.fault) for skipped in report.skipped
    ]
    assert report.lines_read == report.lines_used + 2


def test_nothing_written_in_a_file_becomes_a_path(tmp_path: Path) -> None:
    """A message that names another folder as its id is looked up by its file's name."""
    message = asked(1, said("hello"))
    message["info"]["id"] = "../../../outside"
    file = folders(tmp_path / "storage", SESSION, [])
    (tmp_path / "storage" / "message" / "ses_1").mkdir(parents=True)
    (tmp_path / "storage" / "message" / "ses_1" / "msg_0001.json").write_text(json.dumps(message["info"]))
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "prt_0001.json").write_text(json.dumps(said("from outside")))

    assert [] == of_kind(read(file, agent="opencode")[0], Prompt)


def test_a_database_gives_one_session_with_its_sub_agents_or_all(tmp_path: Path) -> None:
    """Many sessions share the file; a sub-agent's sub-agent belongs to the session at the top."""
    trees = [
        (SESSION, MESSAGES),
        (session("ses_2", parent="ses_1"), [answered(10, said("child"), identity="ses_2")]),
        (session("ses_3", parent="ses_2"), [answered(11, said("grandchild"), identity="ses_3")]),
        (session("ses_4"), [answered(12, said("another"), identity="ses_4")]),
    ]
    file = database(tmp_path / "opencode.db", *trees)

    def texts(which: str | None) -> list[str]:
        return [text.text for text in of_kind(read(file, agent="opencode", session=which)[0], AgentText)]

    assert ["One test fails.", "Stopped", "child", "grandchild"] == texts("ses_1")
    assert ["another"] == texts("ses_4")
    assert ["One test fails.", "Stopped", "another", "child", "grandchild"] == texts(None)
    assert [] == texts("ses_9' OR '1'='1")


def test_a_database_in_use_is_read_with_what_is_still_in_its_log(tmp_path: Path) -> None:
    """OpenCode is running: its newest messages stand in the write-ahead log, which stays as it is."""
    file = database(tmp_path / "opencode.db", (SESSION, MESSAGES))
    with closing(sqlite3.connect(file)) as store:
        store.execute("PRAGMA journal_mode = WAL")
        with store:
            add_to(store, session("ses_2"), [asked(20, said("the newest"), identity="ses_2")])

        events = read(file, agent="opencode", session="ses_2")[0]
        assert ["the newest"] == [prompt.text for prompt in of_kind(events, Prompt)]
        assert 1 == store.execute("SELECT count(*) FROM message WHERE id = 'msg_0020'").fetchone()[0]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_database_at_rest_is_left_without_a_trace(mode: str, tmp_path: Path) -> None:
    """No log, no lock and no other file appears beside it, whatever journal OpenCode keeps when it runs."""
    file = database(tmp_path / "store" / "opencode.db", (SESSION, MESSAGES))
    with closing(sqlite3.connect(file)) as store:
        store.execute(f"PRAGMA journal_mode = {mode}")
    before = file.read_bytes()
    events = iter(read_events([file], agent="opencode"))

    next(events)

    assert [file] == sorted(file.parent.iterdir())
    assert list(events)
    assert ([file], before) == (sorted(file.parent.iterdir()), file.read_bytes())


@pytest.mark.parametrize("length", [20, 5000])
def test_a_database_that_is_none_is_named(length: int, tmp_path: Path) -> None:
    """Cut or of another program: nothing is guessed."""
    file = database(tmp_path / "opencode.db", (SESSION, MESSAGES))
    file.write_bytes(file.read_bytes()[:length])
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as store, store:
        store.execute("CREATE TABLE session (id TEXT)")

    _, report = read(file, other, agent="opencode")

    assert ["opencode.db", "other.db"] == [unread.file for unread in report.unread]
    assert "its table 'session' is none of a known shape" == report.unread[1].reason


def test_views_in_the_place_of_tables_are_not_run(tmp_path: Path) -> None:
    """A database from elsewhere could hide a program behind the name of a table."""
    file = tmp_path / "opencode.db"
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("CREATE TABLE session (id, parent_id, directory, time_created, time_updated)")
        store.execute("CREATE TABLE part (id, message_id, data)")
        store.execute("CREATE VIEW message AS SELECT 'm' AS id, 'ses_1' AS session_id, '{}' AS data")

    _, report = read(file, agent="opencode")

    assert ["its table 'message' is none of a known shape"] == [unread.reason for unread in report.unread]


def test_bad_rows_of_a_database_are_counted(tmp_path: Path) -> None:
    """Text that is no JSON, no text at all or no UTF-8 costs its own row."""
    file = database(tmp_path / "opencode.db", (SESSION, MESSAGES))
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("UPDATE message SET data = '{\"role\": \"us' WHERE id = 'msg_0001'")
        store.execute("UPDATE message SET data = CAST(x'7b22ff227d' AS TEXT) WHERE id = 'msg_0004'")
        store.execute("UPDATE part SET data = 7 WHERE id = 'prt_msg_0003_0000'")

    events, report = read(file, agent="opencode")

    assert 3 == len(of_kind(events, ToolResult))
    assert {"cut": 1, "no object": 1, "not Unicode": 1} == {
        skipped.detail or skipped.fault: skipped.count for skipped in report.skipped
    }


def test_unknown_parts_and_messages_are_counted(tmp_path: Path) -> None:
    """A part that no version had so far is noted; a message of another shape is skipped by its line."""
    messages = [asked(1, said("hello"), {"type": "hologram"}), {"info": {"role": "oracle"}, "parts": []}, {"info": 7}]

    events, report = read(export(tmp_path / "one.json", SESSION, messages), agent="opencode")

    assert 1 == len(of_kind(events, Prompt))
    assert ("1 part of the unknown kind 'part hologram' passed over",) == report.notes
    assert [("message without role or parts", 2)] == [(skipped.detail, skipped.count) for skipped in report.skipped]
