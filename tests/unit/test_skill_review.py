"""A skill's text reviewed beside its hub, as a whole (SPEC 4.1, 4.11, 4.12, 5)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.judge_skills import judge
from evals.score_skills import Judged, false_alarms, judge_all, passed, recall
from evals.skills.plant_flaws import read_labelled
from evals.skills.planting.hub import own_hub
from evals.skills.planting.planted import FLAWS
from harvest_loop.domain.judges.skill_page import LONGEST_LINE, page_of
from harvest_loop.domain.judges.skill_review import ReviewedHub, review_skill, review_text
from harvest_loop.schemas.skill_review import SKILL_FLAWS
from tests.support.hubs import make_hub
from tests.support.skill_texts import PLACE, SOUND, skill

TOLD_AGAIN = """---
name: load-burning
description: Burns a load of a kiln as the chart of cones says and keeps what came out. Serves for packed loads, \
"fire the kiln", "glaze firing".
---

# Burning a load

## Completion check

- Beside the photograph of the row lies the witness cone.
- Both times stand in a row of `firings.csv`.

## In order

1. When a packed load is dry, three pots of it are weighed; wet pots go back to the rack.
2. The controller gets the curve of `rules/curves.md`. The lid is never opened above 200 degrees.
3. The burner is lit; the time goes into `firings.csv`.
4. Has the witness cone bent? Then the gas is closed, and the kiln cools overnight.
"""


def test_a_sound_skill_has_nothing() -> None:
    """A skill that says when it is used, what is done and when it is done has no flaw."""
    asset = skill(SOUND)

    assert () == review_skill(asset, make_hub(asset, files=("rules/curves.md",)))


def test_a_skill_told_again_in_other_words_is_covered() -> None:
    """Other name, other words, other order: what tells it from other skills is the same."""
    asset = skill(TOLD_AGAIN, "skills/load-burning/SKILL.md")
    findings = review_skill(asset, make_hub(skill(SOUND), asset, files=("rules/curves.md",)))

    assert ["already_covered"] == [each.flaw for each in findings]
    assert findings[0].against == PLACE


def test_what_a_text_replaces_is_no_rival_of_it() -> None:
    """The new version of a skill isn't a copy of the old one."""
    changed = skill(SOUND.replace("overnight", "for a day"))

    assert () == review_skill(changed, make_hub(skill(SOUND), files=("rules/curves.md",)))


def test_two_skills_on_one_subject_are_not_the_same() -> None:
    """Shared words of a craft make no copy."""
    other = SOUND.replace("kiln-firing", "kiln-repair").split("## Steps")[0] + (
        "## Steps\n\n1. Cut the power and hang a tag on the switch.\n2. Measure each heating element with an ohmmeter; "
        "replace those that differ by a tenth.\n3. Mend hairline cracks in the bricks with cement.\n\n"
        "## Done When\n\n- Each element reads within a tenth of its label.\n"
    )
    asset = skill(other, "skills/kiln-repair/SKILL.md")

    assert "already_covered" not in {each.flaw for each in review_skill(asset, make_hub(skill(SOUND), asset))}


def test_of_a_rule_file_nobody_asks_when_it_is_done() -> None:
    """Only skills have an end and triggers; what a rule cites has to be there all the same."""
    rule = skill("# Lids\n\nSee [the chart](chart.md).\n", "rules/lids.md").model_copy(update={"kind": "rule"})

    assert ["dangling_citation"] == [each.flaw for each in review_skill(rule, make_hub(rule))]


def test_findings_come_in_the_order_of_their_lines() -> None:
    """Read from the top, each with its reason."""
    text = SOUND.replace("3. Light", "3. See [b](b.md).\n4. Light").replace("Weigh three", "See [a](a.md). Weigh three")
    findings = review_skill(skill(text), ReviewedHub(make_hub(skill(SOUND), files=("rules/curves.md",))))

    assert sorted(each.line or 0 for each in findings) == [each.line for each in findings]
    assert [(15, "the link to 'a.md' leads nowhere")] == [(each.line, each.reason) for each in findings[:1]]
    assert 2 == len(findings)


def test_the_product_and_the_scorer_name_the_same_flaws() -> None:
    """A flaw that one of them lacked would read as silence."""
    assert set(FLAWS) == set(SKILL_FLAWS)


@pytest.fixture(scope="module")
def tuning() -> list[Judged]:
    path = Path(__file__).resolve().parents[2] / "evals" / "skills" / "tuning.jsonl"
    return list(judge_all(judge, own_hub(), read_labelled(path)))


@pytest.mark.parametrize("flaw", FLAWS)
def test_nine_of_ten_are_found_in_the_half_that_was_looked_at(flaw: str, tuning: list[Judged]) -> None:
    """What once was found stays found; how well it holds on unseen texts `make eval` tells."""
    hits, of = recall(tuning, flaw)
    alarms, sound = false_alarms(tuning, flaw)

    assert hits >= 0.9 * of
    assert alarms <= 0.1 * sound


def test_nine_of_ten_sound_ones_pass_there(tuning: list[Judged]) -> None:
    """A judge that cries at everything finds everything."""
    hits, of = passed(tuning)

    assert hits >= 0.9 * of


@given(st.text(alphabet="aA`[](){}<>#*|-_.:;,'\"\n\\ 0never", max_size=400))
def test_no_text_breaks_the_review(text: str) -> None:
    """It is somebody else's: every finding has a line of it, or none."""
    asset = skill(text)

    for found in review_skill(asset, make_hub(skill(SOUND), asset)):
        assert found.line is None or 1 <= found.line <= text.count("\n") + 1


@pytest.mark.parametrize(
    "unit", ["a-", "Use for any ", "`a/b.md` ", "not before ", '"a ', "[x](", "x's ", "| a ", "1 "]
)
def test_a_line_that_no_person_writes_is_not_read(unit: str) -> None:
    """Its length costs a look at it and no more: what is found beside it stays the same."""
    line = unit * (LONGEST_LINE // len(unit) + 1)
    text = SOUND.replace("3. Light", f"3. {line * 40}\n4. Light")

    assert review_text(page_of(SOUND)) == review_text(page_of(text))
