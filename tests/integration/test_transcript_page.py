"""docs/transcripts.md says what the readers do (SPEC 3.3)."""

import json
import re
from pathlib import Path
from typing import get_args

from harvest_loop.adapters.transcripts.recognise import recognise
from harvest_loop.adapters.transcripts.tried import TRIED, untried
from harvest_loop.schemas.transcript import LineFault
from harvest_loop.schemas.transcript_plain import PlainLine
from tests.support.transcripts import read, write_lines

PAGE = (Path(__file__).parents[2] / "docs" / "transcripts.md").read_text(encoding="utf-8")
NAMES = {"claude-code": "Claude Code", "codex": "Codex", "opencode": "OpenCode", "plain": "any other"}


def test_the_page_shows_what_each_shape_was_tried_on() -> None:
    """A person sees which of the shapes were met on real files only in part or not at all."""
    rows = [f"| {NAMES[tried.agent]} | {tried.shape} | {tried.on} files |" for tried in TRIED]

    assert rows == [line for line in PAGE.splitlines() if line.endswith((" | real files |", " | made files |"))]


def test_what_was_not_tried_on_real_files_is_one_line_an_agent() -> None:
    """`harvest doctor` shows them; our own format has no real files."""
    assert ["claude-code", "codex", "opencode"] == [line.partition(":")[0] for line in untried()]
    assert all(tried.shape in "\n".join(untried()) for tried in TRIED if tried.on == "made" and tried.agent != "plain")


def test_the_plain_lines_of_the_page_are_read(tmp_path: Path) -> None:
    """The example can be copied: each line is in the schema and becomes an event."""
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    lines = block.splitlines()
    file = write_lines(tmp_path / "session.jsonl", lines)

    events, report = read(file, agent="plain")

    assert "plain" == recognise(file)
    assert len(lines) == len(events) == report.lines_used
    assert all(event.at is not None for event in events)
    assert all(PlainLine.model_validate(json.loads(line)) for line in lines)


def test_every_fault_is_explained() -> None:
    """What a report calls a line's fault can be looked up."""
    table = "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("|"))

    assert all(fault in table for fault in get_args(LineFault))
