"""Hit rate and Brier score by kind of edit, and what they do to grades."""

import pytest

from harvest_loop.domain.calibration import FEWEST, calibrate, calibration_lines, over_confident_kinds
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.hub import ManifestFound
from tests.support.judged_values import make_collision, make_proposal

SKILL = "skills/some/SKILL.md"


def entries(
    count: int, *, score: float, confidence: str = "0.70", file: str = SKILL, base: str = "null"
) -> list[ManifestFound]:
    return [
        ManifestFound(
            id=f"em-2026-01-01-{file}-{score}-{at}",
            line=at + 1,
            keys={
                "file": file,
                "validation_status": "verified" if score > 0.25 else "falsified",
                "match_score": str(score),
                "confidence": confidence,
                "base_sha256": base,
            },
        )
        for at in range(count)
    ]


def test_hit_rate_and_brier_score_are_those_of_the_definition() -> None:
    """
    Three held and one did not, each at .70: a rate of .75 and (3 · .09 + .49) / 4.
    """
    (kind,) = calibrate(entries(3, score=1.0) + entries(1, score=0.0)).kinds

    assert ("new skill", 4, 3, 0.75) == (kind.kind, kind.outcomes, kind.held, kind.hit_rate)
    assert kind.brier == pytest.approx(0.19)


def test_new_files_and_edits_of_each_kind_are_kinds_of_their_own() -> None:
    """
    An edit names its base; an older entry that says nothing of it is neither.
    """
    older = ManifestFound(
        id="em-old", line=9, keys={"file": SKILL, "validation_status": "verified", "match_score": "1"}
    )
    found = calibrate(
        [
            *entries(1, score=1.0),
            *entries(1, score=1.0, base="ab12"),
            *entries(1, score=1.0, file=".claude/rules/a.md"),
            older,
        ]
    )

    assert {"new skill", "edited skill", "new rule", "skill, new or edited"} == {kind.kind for kind in found.kinds}


def test_what_was_not_measured_is_counted_and_is_no_outcome() -> None:
    """
    Unknown is not zero: pending, untestable and older statuses stand beside the figures.
    """
    states = ("pending", "untestable", "works great", "verified")
    found = calibrate(
        [ManifestFound(id=word, line=1, keys={"file": SKILL, "validation_status": word}) for word in states]
    )

    assert ((), 1, 1, 2) == (found.kinds, found.waiting, found.untestable, found.left_out)
    assert "No prediction was judged yet." in list(calibration_lines(found))


@pytest.mark.parametrize(
    ("count", "held", "expected"), [(FEWEST - 1, 0, False), (FEWEST, 0, True), (FEWEST, 12, False)]
)
def test_a_kind_is_over_confident_from_twenty_outcomes_on(count: int, held: int, expected: bool) -> None:
    """
    Too few say nothing, and 12 of 20 at .70 is chance.
    """
    found = calibrate(entries(held, score=1.0) + entries(count - held, score=0.0))

    assert expected is bool(over_confident_kinds(found))


def test_an_over_confident_kind_is_graded_one_lower_and_says_why() -> None:
    """
    MED becomes LOW, with the figures; a kind of another name is left as it is.
    """
    collision, proposal = make_collision(), make_proposal()

    (usual,) = synthesize((collision,), (), (proposal,), frozenset(), {"edited rule": "1 of 20"})
    (lower,) = synthesize((collision,), (), (proposal,), frozenset(), {"new skill": "5 of 20 held"})

    assert ("MED", "LOW") == (usual.grade, lower.grade)
    assert "5 of 20 held" in lower.why and "over-confident" in lower.why
