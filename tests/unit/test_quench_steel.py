"""The second axis of the quench: what a change took away from those who follow the text (SPEC 4.1, 5)."""

import pytest

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.judges.steel import steel_review
from tests.support.quenched import PATH, SKILL, changed, kinds, raised


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Ask the user for approval before the tag is pushed.", "Look once before the tag is pushed.", "gate removed"),
        ("3. Ask the user for approval before the tag is pushed.\n", "", "gate removed"),
        ("Push the tag and verify that the package index lists the new version.", "Push the tag.", "check removed"),
        ("Never push to a branch", "You should prefer not to push to a branch", "rule weakened"),
        ("5. Never push to a branch that somebody else works on.\n", "", "rule removed"),
        ("at least 90% of the lines", "at least 70% of the lines", "threshold loosened"),
        ("up to 5 minutes", "up to 50 minutes", "threshold loosened"),
        (
            "## Pitfalls\n",
            "## Clean-up\n\n```bash\nrm -rf releases/\n```\n\n## Pitfalls\n",
            "destroys without a warning",
        ),
        (
            "- The index needs up",
            "- It automatically rewinds broken mirrors.\n- The index needs up",
            "claim without a step",
        ),
    ],
)
def test_what_a_change_made_worse_is_named_with_both_sides(old: str, new: str, kind: str) -> None:
    """
    Each is something that a reader of the diff would stop at.
    """
    found = [one for one in raised(changed(old, new)) if one.axis == "steel"]

    assert kind in [one.kind for one in found]
    for one in found:
        assert one.line.text.strip("…") in SKILL or one.line.text.strip("…") in changed(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at least 90% of the lines", "at least 95% of the lines"),
        ("up to 5 minutes", "up to 3 minutes"),
        ("Never push to a branch", "Do not ever push to a branch"),
        ("Never push to a branch", "You must never push to a branch"),
        ("Ask the user for approval before", "Wait for the user's approval before"),
        ("and verify that the package index lists", "and check that the package index lists"),
        ("4. Push the tag and verify that", "4. Push the tag.\n5. Verify that"),
        ("bash scripts/release.sh --dry-run\n", "bash scripts/release.sh --dry-run\nrm -rf build/\n"),
        (
            "bash scripts/release.sh --dry-run\n",
            "# back up first: this can't be undone\ngit clean -fdx\nbash scripts/release.sh --dry-run\n",
        ),
    ],
)
def test_what_is_as_strict_as_before_raises_nothing(old: str, new: str) -> None:
    """
    A tighter bar, another word for the same rule, and what is warned of are no loss.
    """
    assert [] == [one for one in kinds(raised(changed(old, new))) if one[0] == "steel"]


def test_a_rule_that_moved_to_another_section_is_still_there() -> None:
    """
    Where it stands is the author's choice.
    """
    rule = "5. Never push to a branch that somebody else works on.\n"
    moved = changed(rule, "").replace("## Pitfalls\n\n", f"## Pitfalls\n\n{rule.replace('5. ', '- ')}")

    assert () == raised(moved)


def test_a_text_written_anew_is_counted_and_not_guessed_at() -> None:
    """
    Where nothing is left of the old sentences, no program can say which became which.
    """
    review = steel_review(asset_of(PATH, SKILL), asset_of(PATH, "---\nname: a\n---\n\nSomething else altogether.\n"))

    assert 0 < review.unmatched
    assert not [one for one in review.found if one.now is None]


def test_a_change_too_large_to_compare_says_so() -> None:
    """
    Not looked at is no pass.
    """
    long, other = (
        "\n".join(f"- {word} {number} stands here\n" for number in range(600)) for word in ("alpha", "omega")
    )

    assert "too much" in steel_review(asset_of(PATH, long), asset_of(PATH, other)).why_not


NEW = """---
name: desk-reset
description: Sets a checkout back to what the others have. Use when a rebase went wrong.
---

# Desk reset

1. Fetch what the others pushed.
2. Look at the last three commits.

## Done When

- `git status` prints nothing.
"""


@pytest.mark.parametrize(
    ("old", "new", "kinds_raised"),
    [
        ("2. Look", "2. Look", []),
        ("2. Look", "2. Run `git reset --hard origin/main`.\n3. Look", ["destroys without a warning"]),
        ("Use when a rebase went wrong.", "Use for any task.", []),
        ("Use when a rebase went wrong.", "Use for ticket DESK-12.", ["too narrow"]),
    ],
)
def test_of_a_new_asset_the_whole_text_is_attacked(old: str, new: str, kinds_raised: list[str]) -> None:
    """
    Nothing stood there that it could have weakened, and yet it can mislead.
    """
    text = NEW.replace(old, new)
    found = [one for one in raised(text, None) if one.axis == "steel"]

    assert kinds_raised == [one.kind for one in found]
    assert all(one.line.text in text for one in found)


def test_a_new_asset_whose_end_nobody_can_check_is_named() -> None:
    """
    Who follows it can't tell when to stop.
    """
    end = SKILL.partition("## Done When")[2]
    vague = SKILL.replace(end, "\n\n- The quality is good.\n- Everybody is happy.\n")

    assert ("steel", "vague Done When") in kinds(raised(vague, None))
