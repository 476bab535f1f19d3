"""A pattern that was held is harvested later, once, and when the checked-out history holds its work (SPEC 3.1, 4.7)."""

from collections.abc import Sequence
from typing import Any

from harvest_loop.domain.held_patterns import (
    earlier_sessions,
    join_waiting,
    pattern_lines,
    quoted,
    set_aside,
    waiting_lines,
)
from harvest_loop.domain.waiting_work import FieldNow, as_committed, settle_waiting
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.records import PatternLine
from tests.support.histories import History
from tests.support.patterns import FIRST, make_item, make_pattern

HERE = "r1"


def pattern(name: str = "a", sha: str = FIRST, *texts: str) -> Pattern:
    """A practice that stands in one file."""
    facts = [
        make_item("command", text, f"{name}.sh", number, sha=sha)
        for number, text in enumerate(texts or (f"run {name}",), 1)
    ]
    return make_pattern(f"Practice {name}", facts, fingerprint=name)


def line(held: Pattern | None, fingerprint: str = "a", **given: Any) -> PatternLine:
    """What patterns.jsonl says of a pattern."""
    facts = {
        "fingerprint": held.fingerprint if held else fingerprint,
        "at": "2026-03-20T00:00:00Z",
        "session": "manual:r1:0",
        "field": HERE,
        "title": "t",
        "kind": "new workflow",
        "commits": tuple(sha[:12] for sha in held.commits) if held else (),
        "held": held is not None,
        "pattern": held,
    }
    return PatternLine.model_validate({**facts, **given})


def session(**given: Any) -> SessionEvidence:
    return History().session().model_copy(update=given)


def off_head(evidence: SessionEvidence, *shas: str) -> SessionEvidence:
    return evidence.model_copy(update={"git": evidence.git.model_copy(update={"off_head": shas})})


def now(*patterns: Pattern, **given: Any) -> FieldNow:
    """A field in which the evidence of these patterns can be read."""
    return FieldNow(resolved=frozenset(p for one in patterns for item in one.evidence for p in item.pointers), **given)


def settled(lines: Sequence[PatternLine], field: FieldNow, *, fewest: int = 1) -> SessionEvidence:
    return settle_waiting(session(), lines, field, fewest=fewest)


def test_the_latest_line_says_whether_a_pattern_waits() -> None:
    """
    Once harvested it waits no longer; another field's does not wait here; the same session's own does.
    """
    first, second = pattern("a"), pattern("b")
    lines = (
        line(first),
        line(second),
        line(None, "a"),
        line(pattern("c"), field="other"),
        line(pattern("d"), session=session().session_key),
    )

    assert ["b", "d"] == [one.fingerprint for one in waiting_lines(lines, HERE)]


def test_a_pattern_whose_commit_landed_joins() -> None:
    """
    Merged since: HEAD holds its work.
    """
    held = pattern()

    told = settled([line(held)], now(held, landed=frozenset({FIRST})))

    assert ((held,), (), True) == (told.waiting, told.held_back, told.resumes)


def test_a_pattern_whose_lines_all_stand_joins() -> None:
    """
    A squash that came in by a pull has another sha; a part of the lines alone is another work.
    """
    held = pattern("a", FIRST, "ls", "pwd")
    some, every = frozenset({("a.sh", "ls")}), quoted(held)

    assert [(), (held,)] == [settled([line(held)], now(held, lines=lines)).waiting for lines in (some, every)]


def test_a_pattern_on_a_branch_goes_on_waiting_and_the_branch_is_named() -> None:
    """
    Nothing can be tested of it at HEAD, and the person can see where it is.
    """
    held = pattern()

    told = settled([line(held)], now(held, branches={FIRST: "topic"}))

    assert ((), False) == (told.waiting, told.resumes)
    assert [("a", "topic")] == [(one.pattern.fingerprint, one.branch) for one in told.held_back]


def test_a_pattern_that_can_not_be_read_again_goes_on_waiting() -> None:
    """
    Uncommitted work that was thrown away, say: it makes no harvest of itself.
    """
    held = pattern("a", "worktree")

    told = settled([line(held)], FieldNow())

    assert ((), False, [None]) == (told.waiting, told.resumes, [one.branch for one in told.held_back])


def test_too_few_that_came_back_make_no_harvest() -> None:
    """
    They join the next one; until then a close with nothing new stays a close with nothing new.
    """
    held = [pattern("a"), pattern("b")]
    field = now(*held, landed=frozenset({FIRST}))
    lines = [line(one) for one in held]

    assert [True, False] == [settled(lines, field, fewest=fewest).resumes for fewest in (2, 3)]
    assert tuple(held) == settled(lines, field, fewest=3).waiting


def test_what_is_on_hold_needs_new_work() -> None:
    """
    A line of the form that got no answer is not asked again by typing close again (SPEC 4.10).
    """
    held = pattern()

    told = settled([line(held, on_hold=True)], now(held, landed=frozenset({FIRST})))

    assert ((held,), False) == (told.waiting, told.resumes)


def test_a_pattern_seen_before_it_was_committed_points_at_its_commit() -> None:
    """
    A Done When asks what was true before the work: before the commit, not before the files on disk.
    """
    history = History()
    sha = history.commit("Commit it", {"a.sh": "# first\nrun a\n"})
    held = pattern("a", "worktree")

    (told,) = as_committed([line(held)], history.commits)

    assert told.pattern is not None
    (place,) = [item.pointer for item in told.pattern.evidence]
    assert ((sha,), sha, 2) == (told.pattern.commits, place.sha, place.line)
    assert ("worktree",) == told.commits


def test_a_pattern_of_which_a_part_is_committed_stays_as_it_was() -> None:
    """
    It points at the disk until all of it is committed.
    """
    history = History()
    history.commit("Commit a half", {"a.sh": "ls\n"})
    held = line(pattern("a", "worktree", "ls", "pwd"))

    assert (held,) == as_committed([held], history.commits)


def test_what_the_session_shows_again_is_not_joined_twice() -> None:
    """
    By its fingerprint, or by its lines: a squash by hand is a new commit with the lines that were waited for.
    """
    history = History()
    history.commit("Squash it", {"b.sh": "run b\n"})
    same, squashed, other = pattern("a"), pattern("b"), pattern("c")
    evidence = history.session().model_copy(update={"waiting": (same, squashed, other)})

    harvest = join_waiting(FieldHarvest(patterns=(pattern("a"),)), evidence)

    assert ["a", "c"] == [one.fingerprint for one in harvest.patterns]
    told = {one.fingerprint: one.held for one in pattern_lines(harvest, evidence, at="now")}
    assert {"a": False, "b": False, "c": False} == told


def test_patterns_of_another_branch_are_set_aside_and_kept_whole() -> None:
    """
    Three others make a harvest; the one that HEAD does not hold is no part of it, and is not lost.
    """
    away, half = pattern("a", "1" * 40), pattern("b").model_copy(update={"commits": ("1" * 40, "2" * 40)})
    evidence = off_head(session(), "1" * 40)

    harvest = set_aside(FieldHarvest(patterns=(away, half)), evidence, {"1" * 40: "topic"})

    assert ((half,), [(away, "topic")]) == (harvest.patterns, [(one.pattern, one.branch) for one in harvest.elsewhere])
    told = {one.fingerprint: (one.held, one.pattern) for one in pattern_lines(harvest, evidence, at="now")}
    assert {"a": (True, away), "b": (False, None)} == told


def test_a_pattern_that_waits_already_gets_no_second_line() -> None:
    """
    It is named again as long as it waits, and written down once.
    """
    held = settled([line(pattern())], now(pattern(), branches={FIRST: "topic"}))

    harvest = set_aside(FieldHarvest(), held, {})

    assert ["a"] == [one.pattern.fingerprint for one in harvest.elsewhere]
    assert () == pattern_lines(harvest, held, at="now")


def test_the_same_work_is_no_recurrence() -> None:
    """
    Seen before it was committed, or held on a branch, and harvested now: one sighting; in other commits: another one.
    """
    committed, elsewhere = pattern("a", "1" * 40), pattern("b", "3" * 40)
    lines = (line(pattern("a", "worktree")), line(pattern("b", "2" * 40)))
    evidence = session(session_key="manual:r1:later", waiting=(committed,))

    assert {"b": 1} == earlier_sessions(lines, (committed, elsewhere), evidence)
