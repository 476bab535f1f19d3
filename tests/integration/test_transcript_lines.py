"""What becomes of lines that are no whole JSON: skipped, named, numbered, and nothing after them is lost."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harvest_loop.adapters.transcripts.lines import read_records
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.schemas.transcript_events import Prompt
from tests.support.transcripts import claude, faults, of_kind, read, write_lines

WHOLE = json.dumps(claude("user", "a whole line"), ensure_ascii=False).encode()
OTHER = json.dumps(claude("user", "another whole line"), ensure_ascii=False).encode()


def prompts_of(*lines: bytes, where: Path) -> tuple[list[str], dict[str, tuple[int, ...]]]:
    """What the person said in these lines, and which of them were skipped."""
    events, report = read(write_lines(where / "session.jsonl", lines))
    return [prompt.text for prompt in of_kind(events, Prompt)], faults(report)


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (WHOLE[:-30], "cut"),
        (WHOLE[:60], "cut"),
        (b'{"type": "user", "text": "caf\xc3', "cut"),
        (WHOLE + OTHER, "glued"),
        (WHOLE + b" " + OTHER, "glued"),
        (WHOLE[: len(WHOLE) // 2] + OTHER, "glued"),
        (b'{"a": 1}{"b": 2}', "glued"),
        (b"\0" * 64, "NUL"),
        (b"\0" * 8 + WHOLE, "NUL"),
        (WHOLE.replace(b"a whole", b"a\0whole"), "NUL"),
        (WHOLE.replace(b"a whole", b"\\ud800 whole"), "not Unicode"),
        (WHOLE.replace(b"a whole", b"\\udc00 whole"), "not Unicode"),
        (WHOLE.replace(b"a whole", b"\xed\xa0\x80 whole"), "not Unicode"),
        (WHOLE.replace(b"a whole", b"\xff whole"), "not Unicode"),
        (WHOLE + "\u2028".encode(), "not JSON"),
        (b"not a record at all", "not JSON"),
        (b"[" * 5000, "too deep"),
    ],
)
def test_a_line_that_cannot_be_parsed_is_named_and_costs_no_other(bad: bytes, fault: str, tmp_path: Path) -> None:
    """Whatever is wrong with the middle line, the ones around it are used, and its number is in the report."""
    said, skipped = prompts_of(WHOLE, bad, OTHER, where=tmp_path)

    assert ["a whole line", "another whole line"] == said
    assert {fault: (2,)} == skipped


def test_everything_before_a_cut_last_line_is_used(tmp_path: Path) -> None:
    """The agent was killed while it wrote: its last line has no end, the ones before it do."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(WHOLE + b"\n" + OTHER + b"\n" + WHOLE[:-30])

    events, report = read(file)

    assert 2 == len(of_kind(events, Prompt))
    assert (3, 2, {"cut": (3,)}) == (report.lines_read, report.lines_used, faults(report))


@pytest.mark.parametrize(
    "text", [b"\xef\xbb\xbf" + WHOLE + b"\n" + OTHER, WHOLE + b"\r\n\r\n" + OTHER + b"\r\n", WHOLE + b"\n\n \n" + OTHER]
)
def test_marks_line_ends_and_blank_lines_are_no_faults(text: bytes, tmp_path: Path) -> None:
    """A byte order mark, line ends as Windows writes them, a missing last one and blank lines say nothing."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(text)

    events, report = read(file)

    assert ["a whole line", "another whole line"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert (2, ()) == (report.lines_read, report.skipped)


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_only_a_line_feed_ends_a_line(mark: str, tmp_path: Path) -> None:
    """What other tools take for a line's end may stand inside of a string, raw or written out, and stays there."""
    raw = json.dumps(claude("user", f"one{mark}two"), ensure_ascii=mark < " ")
    file = write_lines(tmp_path / "session.jsonl", [raw])

    events, report = read(file)

    assert [f"one{mark}two"] == [prompt.text for prompt in of_kind(events, Prompt)]
    assert () == report.skipped


def test_a_line_over_the_limit_is_skipped_by_its_number(tmp_path: Path) -> None:
    """One line as long as a film costs itself only, and is never held whole."""
    long = json.dumps({"type": "user", "text": "x" * 3_000_000}).encode()
    file = write_lines(tmp_path / "session.jsonl", [WHOLE, long, OTHER, long])
    tally = Tally()

    numbers = [number for number, _ in read_records(file, tally, most=100_000)]

    assert [1, 3] == numbers
    assert {"too long": (2, 4)} == faults(tally.report("claude-code"))


def test_a_file_that_cannot_be_opened_is_named_and_costs_no_other(tmp_path: Path) -> None:
    """A file is gone, a folder or a pipe has its name: the parent is read all the same, and nothing waits."""
    whole = write_lines(tmp_path / "whole.jsonl", [WHOLE])
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.jsonl").mkdir()

    _, report = read(tmp_path / "gone.jsonl", tmp_path / "pipe.jsonl", tmp_path / "folder.jsonl", whole)

    assert (1, 1) == (report.files, report.lines_used)
    assert ["gone.jsonl", "pipe.jsonl", "folder.jsonl"] == [unread.file for unread in report.unread]
    assert all(unread.reason for unread in report.unread)


def test_an_unknown_kind_is_counted_by_its_name_and_a_name_is_never_a_secret(tmp_path: Path) -> None:
    """Names of kinds come from the file: they are shown where they look like one, and only so many."""
    token = "ghp_" + "a1B2c3D4" * 5
    lines = [{"type": "a-new-kind"}, {"type": token}, {"type": "x" * 500}, {"type": "\x1b[31m"}, {"type": "a-new-kind"}]
    lines += [{"type": f"kind-{number}"} for number in range(1000)]

    _, report = read(write_lines(tmp_path / "session.jsonl", lines))

    assert (1, 5) == faults(report)["a-new-kind"]
    assert 1005 == sum(skipped.count for skipped in report.skipped)
    assert len(report.skipped) < 300
    assert token not in report.model_dump_json()
    assert "\\u001b" not in report.model_dump_json()


def test_of_each_fault_the_first_hundred_numbers_are_kept(tmp_path: Path) -> None:
    """A file of rubbish is counted to its end, but its report stays short."""
    _, report = read(write_lines(tmp_path / "session.jsonl", [b"rubbish"] * 1234))

    (skipped,) = report.skipped
    assert (1234, tuple(range(1, 101))) == (skipped.count, skipped.lines)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(st.just(WHOLE), st.just(OTHER), st.binary(max_size=40), st.just(WHOLE[:50])), max_size=12))
def test_each_line_is_used_a_copy_or_skipped(tmp_path: Path, lines: list[bytes]) -> None:
    """Whatever bytes a file holds, no line of it goes missing from the report."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(b"\n".join(lines))

    _, report = read(file)

    skipped = sum(skipped.count for skipped in report.skipped)
    assert report.lines_read == report.lines_used + report.copies + skipped
    assert report.lines_read == sum(
        bool(line.removeprefix(b"\xef\xbb\xbf").strip()) for line in b"\n".join(lines).split(b"\n")
    )
