"""Predictions: never met by the draft itself, and as sure as the evidence (SPEC 7.2)."""

import re

import pytest

from harvest_loop.domain.forecast import confidence_in, foresee, in_words, is_met_by_itself, judged_within
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.settings import PredictSettings
from tests.support.patterns import make_item, make_pattern, make_proposal


@pytest.mark.parametrize(
    ("kind", "target", "met"),
    [
        ("file_exists", "skills/a/SKILL.md", True),
        ("commits", "./skills/a/SKILL.md", True),
        ("commits", "skills/a", True),
        ("grep", "skills/a/SKILL.md:links", True),
        ("commits", "skills/b/SKILL.md", False),
        ("skill_uses", "a", False),
        ("recurrences", "f" * 64, False),
    ],
)
def test_a_check_on_the_file_that_the_draft_writes_is_met_by_itself(kind: str, target: str, met: bool) -> None:
    """Such a check measures the draft, not its effect."""
    check = Check.model_validate({"kind": kind, "target": target, "direction": "present"})

    assert met == is_met_by_itself(check, "skills/a/SKILL.md")


def test_confidence_follows_the_evidence() -> None:
    """More commits, a guard and survival carry more; what was rewritten or reverted carries less."""
    bare = make_pattern("x y z", [make_item("command", "make links", "Makefile", 3)], fate="unknown")

    assert 0.30 == confidence_in(bare)
    assert 0.60 == confidence_in(make_pattern())
    assert 0.75 == confidence_in(make_pattern(recurrence=9))
    assert 0.35 == confidence_in(make_pattern(fate="rewritten"))
    assert 0.05 == confidence_in(bare.model_copy(update={"fate": "reverted"}))


def test_a_check_in_words_says_what_is_counted_from_where_to_where() -> None:
    """A vague measure is none."""
    check = Check(kind="skill_uses", target="a", direction="up", threshold=2, baseline=None, window_sessions=5)

    said = in_words(check, "links")

    assert "uses of the skill a, by the transcripts of later sessions: " in said
    assert said.endswith("at least 2 in the next 5 sessions (not counted yet)")
    both = in_words(check.model_copy(update={"window_days": 60}), "links")
    assert both.endswith("at least 2 in the next 5 sessions and 60 days (not counted yet)")


def test_a_prediction_reads_without_a_hash() -> None:
    """The check's target is for programs; a person counts by the practice's name."""
    pattern = make_pattern(kind="error → solution", fingerprint="f" * 64)

    said = foresee(pattern, make_proposal().change, "check-links").measurable_by

    assert "“Check the links of the docs before a release” turns up again: at most 0" in said
    assert not re.search(r"[0-9a-f]{32}", said)


def test_a_hub_says_how_long_its_predictions_are_given() -> None:
    """Both the check and its sentence follow `[predict]`, so that what is shown is what is measured."""
    pattern = make_pattern()
    windows = PredictSettings(window_sessions=1, window_days=2)

    given = judged_within(make_proposal(), pattern, windows)

    assert given.check is not None
    assert (1, 2) == (given.check.window_sessions, given.check.window_days)
    assert "in the next 1 session and 2 days" in given.predicted_measurable_by
