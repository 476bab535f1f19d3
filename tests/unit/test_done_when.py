"""Done When tests: what is asked of the field, and which answers count (SPEC 4.9)."""

import pytest

from harvest_loop.domain.done_when import done_when_questions, reached_by
from tests.support.patterns import SECOND, answer, make_item, make_pattern


def test_done_when_asks_for_what_runs_before_what_merely_exists() -> None:
    """A call shows that the practice is in use; a file shows that it was written."""
    asked = done_when_questions(make_pattern())

    assert [("grep", "Makefile"), ("file", "tests/test_check_links.py")] == [(q.kind, q.path) for q in asked][:2]
    assert ("file", "scripts/check_links.py") == (asked[-1].kind, asked[-1].path)


def test_each_question_names_the_commit_that_brought_its_line() -> None:
    """`Before` is before that commit, not before the pattern's first one."""
    asked = {question.path: question.introduced_by for question in done_when_questions(make_pattern())}

    assert SECOND == asked["CONTRIBUTING.md"] != asked["Makefile"]


@pytest.mark.parametrize("line", ["}", "fi", "3edfa976", "#!/bin/sh", "import sys", "  name: CI", "x" * 201])
def test_a_line_that_says_nothing_is_not_asked_for(line: str) -> None:
    """Finding a brace or a shebang shows nothing."""
    items = [make_item("rule", line.strip(), "CLAUDE.md", 3, quote=line)]

    assert () == done_when_questions(make_pattern("x y z", items))


@pytest.mark.parametrize(("now", "before"), [(False, True), (True, False), (False, False)])
def test_only_a_test_that_the_work_turned_is_kept(now: bool, before: bool) -> None:
    """True in the field and false before, or it isn't in the draft."""
    pattern = make_pattern()

    assert () == reached_by(pattern, answer(pattern, true_now=now, false_before=before))
    assert reached_by(pattern, answer(pattern))
