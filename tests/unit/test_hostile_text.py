"""Text from strangers costs no more than its length: messages, added lines and paths (SPEC 4.7, 10.1)."""

from itertools import pairwise

import pytest

from harvest_loop.domain.artefacts import artefact_of
from harvest_loop.domain.citations import places_cited
from harvest_loop.domain.commands_found import commands_in, refusals_of
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.patterns import harvest_patterns
from harvest_loop.domain.rules_found import rules_in
from harvest_loop.domain.subjects import bare_subject, read_message
from harvest_loop.domain.verbatim import code_spans
from harvest_loop.schemas.evidence import AddedLine
from tests.support.histories import History

MEGABYTE = 1_000_000
PIECES = ["a", "a.", "a/", "-", "(", " ", "a@", "A", "1. "]
PATHS = ("scripts/a.sh", "docs/testing.md", ".gitlab-ci.yml", "Makefile", "package.json", "tox.ini", "AGENTS.md")
SCRIPT = "#!/bin/sh\n# Run every check before a release.\nset -e\nruff check .\n"


def big(piece: str) -> str:
    return (piece * (MEGABYTE // len(piece) + 1))[:MEGABYTE]


@pytest.mark.parametrize("piece", PIECES)
def test_a_message_of_a_megabyte_is_read_once(piece: str) -> None:
    """
    Read once for each of its characters, it would take hours.
    """
    assert len(read_message(big(piece), big(piece)).said) <= 1_000
    assert len(bare_subject(f"Add a gate {big(piece)}")) <= 1_000


def test_lines_that_belong_together_are_put_together_once() -> None:
    """
    A paragraph of half a million lines is one text, and so is a point; a hyphen at a line's end joins a word.
    """
    lines = MEGABYTE // 2

    paragraph, point = read_message("x y z", "a\n" * lines), read_message("x y z", "- a-\n" + "  b\n" * 250_000)

    assert " ".join("a" * lines) == paragraph.body
    assert ("a-" + " ".join("b" * 250_000),) == point.points


@pytest.mark.parametrize("piece", [*PIECES, "\\", "if ", "|| ", "$ ", '"', "x: ", "`", "“"])
def test_a_line_as_long_as_they_come_is_read_once(piece: str) -> None:
    """
    In every kind of file, alone and thirty times over.
    """
    text = (piece * 2_000)[:2_000]
    lines = [AddedLine(number=number, text=text) for number in range(1, 30)]

    assert all(isinstance(read(path, lines), tuple) for path in PATHS for read in (commands_in, refusals_of, rules_in))
    assert () == commands_in("scripts/a.sh", [AddedLine(number=1, text=big(piece))])


@pytest.mark.parametrize("piece", ["a/", "a", "/", "a.", "plugins/"])
def test_a_path_that_no_file_system_takes_plays_no_part(piece: str) -> None:
    """
    A tree may name a path of a megabyte; nobody works with it.
    """
    path = f"scripts/{big(piece)}"

    assert "noise" == role_of(path)
    assert artefact_of(path, frozenset({"plugins/a"})) is None


@pytest.mark.parametrize("piece", ["`", "`a", "``a`", "`a ``b "])
def test_marks_of_code_are_paired_in_one_pass(piece: str) -> None:
    """
    A run of backticks that nothing closes is looked for once, not once for each other.
    """
    spans = list(code_spans(big(piece)))

    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert frozenset() == places_cited(big(piece))


@pytest.mark.parametrize("piece", ["a", "a ", "(", "fix ", "a.", ": "])
def test_a_harvest_goes_on_past_a_message_of_a_megabyte(piece: str) -> None:
    """
    The pattern is found, and none of its texts is as long as the message.
    """
    history = History(files={"src/shop.py": "1\n"})
    history.commit(f"Add a release gate script {big(piece)}", {"scripts/gate.sh": SCRIPT}, body=big(piece))

    (pattern,) = harvest_patterns(history.session()).patterns

    assert "scripts/gate.sh" in pattern.paths
    assert max(len(f"{item.text}{item.pointer.quote}") for item in pattern.evidence) < 5_000
