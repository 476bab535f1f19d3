"""Which of a pattern's lines still stand, what became of the whole, and which facts are kept (SPEC 4.7)."""

import pytest

from harvest_loop.domain.patterns import find_patterns, harvest_patterns
from harvest_loop.domain.standing import fit, judge_fate, places_asked, settle
from harvest_loop.domain.works import WORKTREE
from harvest_loop.schemas.evidence import AddedLine, SessionEvidence, UncommittedChange
from harvest_loop.schemas.patterns import Aside, EvidenceItem, FieldHarvest, Pattern, Pointer
from tests.support.histories import History
from tests.support.patterns import FIRST, make_item, make_pattern

GATE = "#!/bin/sh\n# Run every check before a release.\nset -e\nruff check .\npytest -q\n"
Lines = frozenset[tuple[str, str]]


def session(**files: str) -> SessionEvidence:
    """A field whose HEAD holds these files."""
    history = History(files={"scripts/gate.sh": "", **files})
    history.commit("Start")
    return history.session()


def commands(count: int, path: str = "scripts/gate.sh") -> list[EvidenceItem]:
    return [make_item("command", f"make part{number}", path, number) for number in range(1, count + 1)]


def settled(pattern: Pattern, lines: Lines, evidence: SessionEvidence | None = None) -> Pattern:
    return settle(FieldHarvest(patterns=(pattern,)), evidence or session(), lines).patterns[0]


def lines_of(text: str, path: str = "scripts/gate.sh") -> Lines:
    return frozenset((path, line) for line in text.splitlines())


def test_of_more_facts_than_there_is_room_for_those_that_stand_are_kept() -> None:
    """
    Ten commands, of which the first five are gone: the five that stand come first, then what there is room for.
    """
    standing = frozenset(("scripts/gate.sh", f"make part{number}") for number in range(6, 11))

    kept = settled(make_pattern("x y z", commands(10)), standing)

    told = {item.text: item.stands for item in kept.evidence}
    assert {f"make part{number}" for number in range(6, 11)} < set(told)
    assert [True] * 5 == [stands for text, stands in told.items() if int(text.removeprefix("make part")) > 5]
    assert 7 == len(told)


def test_what_there_was_no_room_for_is_said_by_its_path() -> None:
    """
    Eight commands stand and seven are kept: one more is in that file. A gone one is nothing more to look for.
    """
    whole = settled(make_pattern("x y z", commands(8)), lines_of("\n".join(f"make part{n}" for n in range(1, 9))))
    partly = settled(make_pattern("x y z", commands(8)), lines_of("\n".join(f"make part{n}" for n in range(1, 8))))

    assert ("scripts/gate.sh",) == whole.more_in
    assert () == partly.more_in


def test_a_text_that_stands_elsewhere_is_told_from_there() -> None:
    """
    The same command, moved from one file to another: the place that still has it is the one to cite.
    """
    items = [make_item("command", "make all", "old.sh", 3), make_item("command", "make all", "scripts/gate.sh", 9)]

    (kept,) = settled(make_pattern("x y z", items), frozenset({("scripts/gate.sh", "make all")})).evidence

    assert ("scripts/gate.sh", True) == (kept.pointer.path, kept.stands)


def test_a_comment_that_is_gone_is_not_told_beside_a_line_that_stands() -> None:
    """
    The command is as it was; what was said above it isn't there any more.
    """
    said = Aside(kind="says", pointer=Pointer(sha=FIRST, path="scripts/gate.sh", line=1, quote="# All at once."))
    item = commands(1)[0].model_copy(update={"asides": (said,)})

    (alone,) = settled(make_pattern("x y z", [item]), lines_of("make part1")).evidence
    (both,) = settled(make_pattern("x y z", [item]), lines_of("# All at once.\nmake part1")).evidence

    assert ((), True) == (alone.asides, alone.stands)
    assert (said,) == both.asides


def test_a_line_whose_condition_is_gone_does_not_stand() -> None:
    """
    Told without its condition it would be another order.
    """
    case = Aside(kind="only if", pointer=Pointer(sha=FIRST, path="scripts/gate.sh", line=1, quote="If it is stale:"))
    item = commands(1)[0].model_copy(update={"asides": (case,)})

    (kept,) = settled(make_pattern("x y z", [item]), lines_of("make part1")).evidence

    assert kept.stands is False and (case,) == kept.asides


@pytest.mark.parametrize(
    ("lines", "fate"),
    [
        ("make part1\nmake part2\n", "survived"),
        ("make part1\n# A gate.\nx\ny\n", "survived"),
        ("# A gate.\n# Tests.\nmake other\n", "rewritten"),
    ],
)
def test_a_practice_survived_where_its_main_lines_stand(lines: str, fate: str) -> None:
    """
    What it runs and asks, not that its files still begin with the same line.
    """
    files = [
        make_item("file", "scripts/gate.sh", "scripts/gate.sh", 9, quote="# A gate."),
        make_item("guard", "scripts/gate.sh", "scripts/gate.sh", 8, quote="# Tests."),
    ]

    assert fate == judge_fate(make_pattern("x y z", [*files, *commands(2)]), session(), lines_of(lines))


def test_the_fate_is_judged_by_all_that_was_found_not_by_what_is_kept() -> None:
    """
    Seven of thirty commands stand and seven are kept: that is no practice that survived.
    """
    found = settled(make_pattern("x y z", commands(30)), lines_of("\n".join(f"make part{n}" for n in range(1, 8))))

    assert [True] * 7 == [item.stands for item in found.evidence]
    assert "rewritten" == found.fate


def test_lines_are_looked_for_under_the_name_that_the_file_has_now() -> None:
    """
    A script that was moved whole still stands.
    """
    history = History(files={"src/shop.py": "1\n"})
    history.commit("Add a release gate script", {"scripts/gate.sh": GATE})
    history.rename("Move the gate", "scripts/gate.sh", "scripts/checks/gate.sh")
    evidence = history.session()
    found = find_patterns(evidence)

    asked = set(places_asked(found, evidence))
    (pattern,) = settle(found, evidence, lines_of(GATE, "scripts/checks/gate.sh")).patterns

    assert ("scripts/checks/gate.sh", "pytest -q") in asked
    assert "survived" == pattern.fate
    assert all(item.stands for item in pattern.evidence if item.pointer.line is not None)


def test_work_that_is_not_committed_is_not_taken_back() -> None:
    """
    HEAD can't hold it yet, so its lines stand where they are and its fate is unknown.
    """
    added = tuple(AddedLine(number=number, text=line) for number, line in enumerate(GATE.splitlines(), 1))
    change = UncommittedChange(path="scripts/gate.sh", state="untracked", added_lines=added, text_read=True)
    evidence = History(files={"src/shop.py": "1\n"}, uncommitted=(change,)).session()

    (pattern,) = settle(find_patterns(evidence), evidence, frozenset()).patterns

    assert (WORKTREE,) == pattern.commits and "unknown" == pattern.fate
    assert all(item.stands for item in pattern.evidence if item.pointer.line is not None)


def test_of_a_field_whose_lines_are_not_known_nothing_is_said() -> None:
    """
    Unknown is not gone.
    """
    pattern = settled(make_pattern("x y z", commands(2)), frozenset())

    assert "unknown" == pattern.fate
    assert {None} == {item.stands for item in pattern.evidence}


def test_a_harvest_without_head_keeps_the_first_facts_of_each_role() -> None:
    """
    What was found first is what the practice began with.
    """
    history = History(files={"src/shop.py": "1\n"})
    script = "".join(f"make part{number}\n" for number in range(12))
    history.commit("Add a release gate script", {"scripts/gate.sh": script})
    evidence = history.session()

    (whole,), (kept,) = find_patterns(evidence).patterns, harvest_patterns(evidence).patterns

    assert 12 == sum(item.role == "command" for item in whole.evidence)
    assert [f"make part{number}" for number in range(7)] == [i.text for i in kept.evidence if i.role == "command"]
    assert kept.evidence == fit(whole.evidence)
