"""A series of fixes: named after the last that held, whole, and honest about its end."""

import pytest

from harvest_loop.domain.patterns import harvest_patterns, judge_fate
from harvest_loop.schemas.patterns import Pattern
from tests.support.histories import History

WHY = "The runner holds the only handle, because two writers never agree."


def series(*subjects: str) -> tuple[History, Pattern]:
    history = History(files={"scripts/enrich.sh": "0\n", "src/a.py": "1\n"})
    for number, subject in enumerate(subjects, 1):
        history.commit(subject, {"scripts/enrich.sh": f"step {number}\n"}, body=WHY, day=number / 8)
    (found,) = (p for p in harvest_patterns(history.session()).patterns if p.title.startswith("Fixed"))
    return history, found


FIRST = "fix enrich: run in sequence to avoid lock conflicts"
SECOND = "fix enrich: run by wave to avoid lock conflicts"
THIRD = "fix enrich: pool of threads without lock conflicts"


def test_a_series_is_named_after_the_last_fix_that_held() -> None:
    """
    What was tried first is what did not work.
    """
    history, pattern = series(FIRST, SECOND, THIRD)

    assert "pool of threads" in pattern.title
    assert history.commits[-1].sha == pattern.commits[0]
    assert {commit.sha for commit in history.commits} == set(pattern.commits)


def test_a_fix_in_other_words_that_followed_belongs_to_it() -> None:
    """
    `deadlock` where the others said `lock` is the same trouble in the same file.
    """
    history, pattern = series(FIRST, SECOND, THIRD, "fix enrich: one at a time, without conflicts or deadlock")

    assert "Fixed 4 times" in pattern.title and "one at a time" in pattern.title
    assert {commit.sha for commit in history.commits} == set(pattern.commits)


@pytest.mark.parametrize(
    ("last", "fate"),
    [
        ("fix enrich: lock conflicts still fail", "unknown"),
        ("fix enrich: attempt to avoid lock conflicts", "unknown"),
        ("fix enrich: lock conflicts still fail, so use one writer", "survived"),
    ],
)
def test_a_series_that_ends_broken_did_not_survive(last: str, fate: str) -> None:
    """
    Its last lines stand because nobody has repaired them yet.
    """
    history, pattern = series(FIRST, SECOND, THIRD, last)
    standing = frozenset((i.pointer.path or "", i.pointer.quote) for i in pattern.evidence)

    assert fate == judge_fate(pattern, history.session(), standing)
    assert fate == "survived" or "still fail" not in pattern.title
