"""What a check asks, and which notes count as friction (SPEC 7.2, 7.3)."""

import pytest

from harvest_loop.domain.checks import control_failure, friction_control, friction_in, grep_target

HEAD = "---\ntype: fh-signal\ndate: {day}\nsource: field\n---\n\n"
NOTE = "## Friction Point\n\n{words}\n\n## FH Registration Candidate\n\nnone\n\n## Status\n\n- status: open\n{more}\n"
SPAN = {"since_day": "2026-03-10", "until_day": "2026-03-20"}


def signal(words: str, *, day: str = "2026-03-12", more: str = "") -> tuple[str, str]:
    return f"fh_signal_{day}_field.md", HEAD.format(day=day) + NOTE.format(words=words, more=more)


def count(*signals: tuple[str, str], target: str = "desk drawer") -> int:
    return friction_in(signals, target, **SPAN)[0]


@pytest.mark.parametrize(
    ("target", "path", "text"),
    [
        ("CLAUDE.md:run the tests", "CLAUDE.md", "run the tests"),
        ("docs/guide:a: b", "docs/guide", "a: b"),
        ("./skills/:x", "skills", "x"),
        ("run the tests", None, "run the tests"),
        ("error: not found", None, "error: not found"),
        ("see a.md: there", None, "see a.md: there"),
    ],
)
def test_a_text_is_looked_for_in_a_place_or_everywhere(target: str, path: str | None, text: str) -> None:
    """
    What stands before the first colon is a place only if it can be one.
    """
    assert (text, path) == grep_target(target)


def test_friction_that_people_noted_counts() -> None:
    """
    Case and white space aside, whole words only, one a note.
    """
    assert 1 == count(signal("- the Desk  Drawer jams"))
    assert 0 == count(signal("- the desk drawers jam"))
    assert 2 == count(signal("- the desk drawer jams"), signal("- desk drawer again, desk drawer", day="2026-03-20"))


def test_only_the_window_counts() -> None:
    """
    The day of the landing may have come before it; the last day belongs to the window.
    """
    days = ("2026-03-09", "2026-03-10", "2026-03-11", "2026-03-20", "2026-03-21")

    assert 2 == count(*(signal("- desk drawer", day=day) for day in days))


@pytest.mark.parametrize("more", ["- candidate: abc", "- pattern: abc"])
def test_what_the_loop_wrote_of_its_own_candidates_is_no_evidence(more: str) -> None:
    """
    Otherwise a candidate that is held would falsify the edit it is about.
    """
    assert 0 == count(signal("- desk drawer", more=more))


def test_the_older_form_of_the_name_is_read_too() -> None:
    """
    The day stands in the name there.
    """
    old = ("fh_signal_2026_03_12_drawers.md", "## Friction Point\n\n- desk drawer\n")

    assert 1 == count(old)


@pytest.mark.parametrize("target", ["desk", "a.b(c)*", "  spaced   out ", "Überstunde"])
def test_the_control_of_friction_tells_the_two_apart(target: str) -> None:
    """
    Whatever is looked for, the metric finds it where it is and not where it isn't.
    """
    assert "" == control_failure("friction", *friction_control(target))


@pytest.mark.parametrize(
    ("good", "bad", "why"),
    [
        (None, 0.0, "could not be made"),
        (0.0, 0.0, "did not find what is known to be there"),
        (1.0, 1.0, "found what is known not to be there"),
        (1.0, 0.0, ""),
    ],
)
def test_a_metric_that_fails_its_control_counts_for_nothing(good: float | None, bad: float, why: str) -> None:
    """
    A measure that always says yes, or always no, would judge every edit alike.
    """
    assert why in control_failure("grep", good, bad)
    assert bool(why) == bool(control_failure("grep", good, bad))
