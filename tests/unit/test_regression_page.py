"""What a person reads of what no longer stands: which file, which line, what ended it (SPEC 4.6, 4.15, 6)."""

from harvest_loop.domain.forms import ASKED_OF_A_KIND, form_lines, hold_crowds, mended_verdict, regressed_verdict
from harvest_loop.domain.record import render_record, verdict_line
from harvest_loop.domain.regressed import collide_points, collide_regressions, regression_pattern
from harvest_loop.domain.regression_page import guard_page
from harvest_loop.domain.verdicts import decide_verdict, join_verdicts
from harvest_loop.schemas.judgement import Candidate, JudgedCandidate
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Guard
from harvest_loop.schemas.retrospective import RetroPoint
from tests.support.guarded import RELEASE, make_regression
from tests.support.judged_values import make_judged, make_record
from tests.support.patterns import make_hub

REGRESSION = make_regression()
SAYS = f"says: `{RELEASE}:3` “Run \\`scripts/old_links.sh\\` first.”"


def test_the_record_has_a_section_for_what_no_longer_stands_and_for_the_points() -> None:
    """Both sides are quoted with their places, and the collision that came of it is named."""
    pointer = Pointer(sha="transcript", path="s.jsonl", line=4, quote="make lint")
    point = RetroPoint(text="failed 3 times: make lint", what="make lint", pointer=pointer)
    collisions = (*collide_regressions([REGRESSION], make_hub()), *collide_points([point], make_hub(), {}, "skills"))

    page = render_record(make_record().model_copy(update={"collisions": collisions}))

    assert f"### Regressions\n\n1. S file renamed: {RELEASE}:3 tells to use" in page
    assert f"   - {SAYS}" in page
    assert "   - against: `3f2c1a9b77 scripts/check_links.py` “scripts/check_links.py”" in page
    assert f"   - `{collisions[0].id}` overlaps → enhancement" in page
    assert "### Retrospective points\n\n- failed 3 times: make lint, `transcript s.jsonl:4` “make lint”" in page


def test_a_record_without_any_has_no_section_for_them() -> None:
    """What was not found is said once, under Measured."""
    assert "### Regressions" not in render_record(make_record())


def test_the_page_of_the_step_shows_both_sides_and_what_was_looked_at() -> None:
    """The same in the engine's pages."""
    page = guard_page(Guard(regressions=(REGRESSION,), measured=("looked at x",), not_measured=("y: unknown",)))

    assert f"- S {RELEASE}:3 tells to use" in page
    assert f"  - {SAYS}" in page
    assert page.endswith("- looked at x\n- y: unknown\n")


def test_the_verdict_names_file_and_line_and_how_many_more() -> None:
    """A path is never cut short before its line."""
    asset = "plugins/a-plugin-of-many-words/skills/a-skill-with-a-long-name-too/SKILL.md"
    many = [make_regression(asset=asset, line=line) for line in range(1, 6)]

    said = verdict_line(regressed_verdict(many))

    assert said == (
        f"Verdict: CONDITIONAL_PASS — no longer stands: {asset}:1 file renamed, {asset}:2 file renamed, "
        f"{asset}:3 file renamed, 2 more"
    )
    assert "Verdict: PASS" == verdict_line(regressed_verdict([]))


def test_what_a_person_refused_before_is_settled() -> None:
    """An accepted state of things doesn't lower every later verdict."""
    pattern = regression_pattern(REGRESSION)
    candidate = Candidate(
        hash="h", kind="weakness", target=RELEASE, grade="rejected", proposal=None, pattern=pattern, why="earlier"
    )
    refused = JudgedCandidate(candidate=candidate, state="rejected")

    assert "Verdict: PASS" == verdict_line(regressed_verdict([REGRESSION], [refused]))


def test_what_the_answer_mends_is_not_named_any_more() -> None:
    """Of what no longer stood only the rest is left on the last line; other reasons stay."""
    other = make_regression(line=9, text="Run `scripts/old_9.sh`.")
    collisions = collide_regressions([REGRESSION, other], make_hub())
    certain = join_verdicts(regressed_verdict([REGRESSION, other]), decide_verdict(skipped=("4.4",)))
    prints = [one.pattern.fingerprint for one in collisions]

    one, both, none = (mended_verdict(certain, collisions, settled) for settled in (prints[:1], prints, []))

    left = f"no longer stands: {RELEASE}:9 file renamed"
    assert f"Verdict: CONDITIONAL_PASS — {left}; skipped: 4.4" == verdict_line(one)
    assert "Verdict: CONDITIONAL_PASS — skipped: 4.4" == verdict_line(both)
    assert certain == none
    assert "Verdict: PASS" == verdict_line(mended_verdict(regressed_verdict([REGRESSION]), collisions, prints))


def test_one_renaming_that_ends_95_lines_asks_about_a_few_of_them() -> None:
    """
    A form of 95 lines is read by nobody: a few stand on it, the others are counted and held, a kind that has few lines
    is asked about in whole, and so is every line that has a text.
    """
    told = [make_regression(line=line, text=f"Run `scripts/old_{line}.sh`.") for line in range(1, 96)]
    other = make_regression(line=99).model_copy(update={"kind": "make target gone"})
    weak = [
        one.model_copy(update={"candidate": one.candidate.model_copy(update={"pattern": regression_pattern(said)})})
        for number, said in enumerate([*told, other])
        for one in [make_judged(f"{number:064x}", grade="HIGH", bare=number > 0)]
    ]

    judged = hold_crowds(weak)
    asked = {line.judged.candidate.pattern.title for line in form_lines(judged, day="2026-03-20", taken=())}
    page = render_record(make_record(*judged))

    assert 1 + ASKED_OF_A_KIND + 1 == len(asked)
    assert {regression_pattern(told[0]).title, regression_pattern(other).title} <= asked
    assert f"- held: {94 - ASKED_OF_A_KIND} more of the kind file renamed: others of the kind are asked about" in page
    assert page.count("held: ") == 1
