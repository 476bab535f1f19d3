"""Patterns that a page had no room for: named, kept, and shown on a later page that has (SPEC 4.7, 4.15)."""

from typing import Any

from harvest_loop.domain.forms import certain_verdict
from harvest_loop.domain.held_patterns import join_waiting, pattern_lines, waiting_lines
from harvest_loop.domain.left_out import TOLD_BY_ANOTHER, is_field_only, left_out
from harvest_loop.domain.over_limit import over_limit_lines, within_limit
from harvest_loop.domain.patterns import harvest_patterns
from harvest_loop.domain.record import render_record
from harvest_loop.domain.waiting_work import FieldNow, settle_waiting
from harvest_loop.domain.works import read_works
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.records import PatternLine
from tests.support.histories import History
from tests.support.judged_values import make_record
from tests.support.patterns import make_pattern

AT = "2026-03-20T00:00:00Z"


def busy(scripts: int = 12) -> SessionEvidence:
    """A short session that brings more scripts, each for its own reason, than its page has room for."""
    history = History(files={"src/shop.py": "1\n"})
    for number in range(scripts):
        name = f"check_{chr(97 + number) * 3}"
        text = f"#!/bin/sh\n# Refuse {name}, because it broke part {number} twice.\nset -e\nmake {name}\n"
        history.commit(f"Add a check script for {name} before a release", {f"scripts/{name}.sh": text})
    return history.session()


def pattern(name: str, impact: int = 1) -> Pattern:
    return make_pattern(f"Practice {name}", fingerprint=name, impact=impact)


def line(held: Pattern, **given: Any) -> PatternLine:
    facts = {"at": AT, "session": "manual:r1:0", "field": "r1", "title": held.title, "kind": held.kind}
    told = {"fingerprint": held.fingerprint, "held": True, "over_limit": True, "pattern": held, **facts, **given}
    return PatternLine.model_validate(told)


def test_what_the_page_has_no_room_for_is_named_and_its_commits_say_why() -> None:
    """
    Twelve practices and a limit of nine: the rest is no small change, and nothing of it is lost.
    """
    evidence = busy()
    harvest = harvest_patterns(evidence)

    shown = {sha for one in harvest.patterns for sha in one.commits}
    waiting = {sha for one in harvest.over_limit for sha in one.commits}
    reason = f"over the limit of {harvest.limit} patterns"
    assert 12 == len(harvest.patterns) + len(harvest.over_limit) and len(harvest.over_limit) > 2
    assert {commit.sha for commit in evidence.git.commits} == shown | waiting
    assert waiting - shown == set(dict(harvest.left_out_commits)[reason])


def test_record_and_verdict_say_how_many_and_which() -> None:
    """
    A page that silently ends looks like all there was; what is kept keeps the verdict from PASS.
    """
    evidence = busy()
    harvest = harvest_patterns(evidence)
    page = render_record(make_record(harvest=harvest))

    count = len(harvest.over_limit)
    held = page.partition("### Held")[2].partition("### Patterns")[0]
    assert f"over the limit of {harvest.limit} patterns" in held and f"{count} patterns are kept" in held
    assert all(f"  - {one.title}" in held for one in harvest.over_limit)
    assert f"- left out: {count} × over the limit of {harvest.limit} patterns" in page
    assert f"{count} held over the limit of patterns" in str(certain_verdict((), harvest, (), evidence.git))


def test_the_rest_waits_whole_and_joins_the_next_page_that_has_room() -> None:
    """
    The next session brings one practice of its own; the heaviest of those that waited fill its page.
    """
    first = busy(10)
    harvest = harvest_patterns(first)
    lines = [*pattern_lines(harvest, first, at=AT), *over_limit_lines(harvest, first, at=AT)]
    history = History(files={"src/shop.py": "1\n"})
    history.commit("Add a release gate script", {"scripts/gate.sh": "#!/bin/sh\nset -e\nruff check .\n"})
    next_one = history.session().model_copy(update={"waiting": harvest.over_limit, "session_key": "manual:r1:2"})

    page = within_limit(join_waiting(harvest_patterns(next_one), next_one), lines, "r1")

    assert {one.fingerprint for one in harvest.over_limit} == {
        each.fingerprint for each in waiting_lines(lines, "r1") if each.pattern is not None
    }
    assert 1 + len(harvest.over_limit) == len(page.patterns) <= 8
    assert () == over_limit_lines(page, next_one, at=AT)


def test_a_full_page_takes_in_the_weightiest_and_the_others_go_on_waiting() -> None:
    """
    Room for two of four: those with the greatest impact, in the order in which they came.
    """
    waited = [pattern("a"), pattern("b", 2), pattern("c"), pattern("d", 3)]
    own = FieldHarvest(patterns=(pattern("own"),), limit=3)
    joined = own.model_copy(update={"patterns": (*own.patterns, *waited)})

    page = within_limit(joined, [line(each) for each in waited], "r1")

    assert ["own", "b", "d"] == [each.fingerprint for each in page.patterns]
    assert ["a", "c"] == [each.fingerprint for each in page.over_limit]


def test_what_waits_for_another_reason_is_never_put_aside() -> None:
    """
    Held for being too few, or on hold without a Y: it joins, whatever the limit says.
    """
    few, hold = pattern("few"), pattern("hold")
    joined = FieldHarvest(patterns=(pattern("own"), few, hold), limit=1)
    lines = [line(few, over_limit=False), line(hold, over_limit=False, on_hold=True)]

    assert joined == within_limit(joined, lines, "r1")


def test_patterns_that_wait_for_room_start_no_harvest_of_their_own() -> None:
    """
    A session closed again with nothing new is still already harvested (SPEC 3.1).
    """
    waited = [pattern(name) for name in "abcd"]
    now = FieldNow(
        landed=frozenset(sha for each in waited for sha in each.commits),
        resolved=frozenset(pointer for each in waited for item in each.evidence for pointer in item.pointers),
    )

    settled = settle_waiting(History().session(), [line(each) for each in waited], now, fewest=3)

    assert 4 == len(settled.waiting) and not settled.resumes


def test_work_that_another_pattern_tells_is_no_small_change() -> None:
    """
    It was not left out for what it is; a typo among it stays a typo.
    """
    history = History(files={"skills/a/SKILL.md": "# A\n"})
    first = history.commit("Say who reviews", {"skills/a/SKILL.md": "# A\n- Always say who reviewed.\n"})
    typo = history.commit("Fix typo", {"skills/a/SKILL.md": "# A\n- Always say who reviews.\n"})

    reasons = left_out(read_works(history.session().git), dict.fromkeys(range(2), TOLD_BY_ANOTHER))

    assert {TOLD_BY_ANOTHER: [first], "typo or formatting": [typo]} == reasons
    assert not is_field_only(TOLD_BY_ANOTHER) and is_field_only("typo or formatting")
