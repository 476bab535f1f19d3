"""Records that a crash or a power cut tore: what is whole is read, the rest is counted and kept (SPEC 11-1, 11-2)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.hub_files import append_line, read_lines
from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.errors import HubError
from harvest_loop.schemas.records import Tombstone
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.repositories import Repository

FILES = ("sessions.jsonl", "patterns.jsonl", "tombstones.jsonl")
STONE = Tombstone(
    id="t-1",
    at="2026-03-10",
    fingerprint="f",
    content="c",
    target="a.md",
    title="각주를 확인한다",
    reason="겹침",
    session="s",
)
LINE = STONE.model_dump_json().encode()
INSIDE = LINE.index("겹".encode()) + 1
TEARS = {
    "inside of a character": LINE[:INSIDE],
    "inside of a character, then gone on": LINE[:INSIDE] + b"\n",
    "between characters": LINE[: INSIDE - 1],
    "zeros after a power cut": b"\0" * 300,
    "half a line, then zeros": LINE[:INSIDE] + b"\0" * 300,
    "zeros that end a line": b"\0" * 300 + b"\n",
    "another encoding": LINE.decode().encode("utf-16"),
    "no object": b"[1, 2]\n",
    "no JSON": b"{]\n",
    "half a surrogate pair": b'{"id": "\xed\xa0\x80"}\n',
}


@pytest.mark.parametrize("tear", TEARS)
def test_a_torn_line_hides_no_other_and_is_never_rewritten(tear: str, hub: Repository) -> None:
    """
    The whole lines before and after it are read, it is counted, and its bytes stay where they are.
    """
    before = LINE + b"\n" + TEARS[tear]
    place = hub.write("tracks/_meta/tombstones.jsonl", before)
    later = STONE.model_copy(update={"id": "t-2"})

    hub_records.append_record(hub.path, place, later)
    hub_records.append_record(hub.path, place, later)
    stones, unreadable = hub_records.read_tombstones(hub.path, HubSettings())

    assert ["t-1", "t-2"] == [stone.id for stone in stones]
    assert 1 == unreadable
    assert place.read_bytes().startswith(before)
    assert later.model_dump_json() + "\n" == place.read_text(errors="replace").splitlines(keepends=True)[-1]


@given(st.lists(st.text(st.characters(exclude_characters="\0\n\r", codec="utf-8"), min_size=1)), st.data())
def test_a_file_cut_anywhere_keeps_every_whole_line(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], data: st.DataObject
) -> None:
    """
    Whatever byte the cut falls on, the lines before it are read as they were written.
    """
    place = tmp_path_factory.mktemp("cut") / "all.jsonl"
    lines = [f"- {text}" for text in texts]
    written = "".join(f"{line}\n" for line in lines).encode()
    cut = data.draw(st.integers(0, len(written)))
    place.write_bytes(written[:cut])

    found = read_lines(place)

    whole = written[:cut].count(b"\n")
    assert tuple(lines[:whole]) == found.texts[:whole]
    assert len(found.texts) + found.torn - whole in (0, 1)


def test_lines_are_read_in_the_form_that_an_editor_left_them_in(tmp_path: Path) -> None:
    """
    A byte order mark, CRLF and blank lines are no damage; a line separator inside of a value is no line end.
    """
    (tmp_path / "a.jsonl").write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\r\n  \n{"b": "x\xe2\x80\xa8y"}')

    found = read_lines(tmp_path / "a.jsonl")

    assert (('{"a": 1}', '{"b": "x\u2028y"}'), 0) == (found.texts, found.torn)


def test_no_file_is_no_line_and_a_folder_is_an_error(tmp_path: Path) -> None:
    """
    What isn't there holds nothing; what can't be read is not said to hold nothing.
    """
    assert ((), 0) == (read_lines(tmp_path / "none").texts, read_lines(tmp_path / "none").torn)
    with pytest.raises(HubError, match="regular file"):
        read_lines(tmp_path)


def test_a_hub_with_torn_records_opens_and_says_how_many(hub: Repository) -> None:
    """
    Each of the three files is counted for itself, so that the page can name it.
    """
    hub.commit("the hub", {"harvest.toml": ""})
    for name in FILES:
        hub.write(f"tracks/_meta/{name}", LINE[:INSIDE] + b"\n" + b"\0\0\0")

    opened = open_hub(hub.path)

    assert tuple(f"{name}: 2 unreadable line(s)" for name in FILES) == opened.notes


def test_status_names_each_file_with_torn_lines(hub: Repository, tmp_path: Path) -> None:
    """
    A person learns of the damage without a run.
    """
    hub.commit("the hub", {"harvest.toml": ""})
    for name in FILES:
        hub.write(f"tracks/_meta/{name}", LINE[:INSIDE])

    said = harvest("status", "--hub", str(hub.path), cwd=tmp_path, state=tmp_path / "s")
    told = harvest("status", "--hub", str(hub.path), "--json", cwd=tmp_path, state=tmp_path / "s")

    assert 0 == said.returncode
    for name in FILES:
        assert f"records   1 line(s) of tracks/_meta/{name} can't be read" in said.stdout
    assert dict.fromkeys(FILES, 1) == json.loads(told.stdout)["unreadable_lines"]


def test_appending_never_decodes_what_stands_there(hub: Repository) -> None:
    """
    A log in any encoding gets its next line, on a line of its own.
    """
    place = hub.write("all.log", b"\xff\xfe\0half")

    append_line(hub.path, place, "whole")

    assert b"\xff\xfe\0half\nwhole\n" == place.read_bytes()
