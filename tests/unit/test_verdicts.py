"""The verdict from what happened, and back from its line (SPEC 6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.verdicts import decide_verdict, exit_code, join_verdicts, read_verdict
from harvest_loop.schemas.patterns import HeldPattern
from harvest_loop.schemas.records import VerdictLine
from tests.support.patterns import make_pattern


def test_when_everything_ran_and_nothing_is_held_it_is_a_pass() -> None:
    """
    A PASS has nothing to name.
    """
    assert "Verdict: PASS" == str(decide_verdict())


def test_the_gravest_fact_decides_and_every_fact_is_named() -> None:
    """
    FAIL before ESCALATE before CONDITIONAL_PASS, and a graver word hides no lesser reason.
    """
    verdict = decide_verdict(
        critic_fails=["skills/a"], escalations=["role collision of a and b"], held=["x", "y"], skipped=["0-a", "0-c"]
    )

    reasons = "1 failed the Critic twice (skills/a); role collision of a and b; 2 held (x, y); skipped: 0-a, 0-c"
    assert f"Verdict: FAIL — {reasons}" == str(verdict)


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({"drift": ["lane"]}, "FAIL — drift detected: lane"),
        ({"critic_fails": ["a", "b"]}, "FAIL — 2 failed the Critic twice (a, b)"),
        ({"escalations": ["the manifest doesn't parse"]}, "ESCALATE — the manifest doesn't parse"),
        ({"roles_not_run": ["critic"]}, "ESCALATE — critic not run"),
        ({"roles_not_run": ["Critic", "challenger"]}, "ESCALATE — critic not run; role not run: challenger"),
        ({"roles_not_run": ["innovator"]}, "CONDITIONAL_PASS — role not run: innovator"),
        ({"failed_axes": ["phantom"]}, "CONDITIONAL_PASS — failed axis: phantom"),
        ({"held": ["a"]}, "CONDITIONAL_PASS — 1 held (a)"),
        ({"unread": ["the index"]}, "CONDITIONAL_PASS — not read: the index"),
        ({"waiting": 1}, "CONDITIONAL_PASS — 1 proposal waits"),
        ({"waiting": 3}, "CONDITIONAL_PASS — 3 proposals wait"),
        ({"skipped": ["3.5-X"]}, "CONDITIONAL_PASS — skipped: 3.5-X"),
    ],
)
def test_each_fact_asks_for_its_verdict(facts: dict[str, list[str] | int], line: str) -> None:
    """
    A Critic that didn't run is a person's matter, any other role a condition.
    """
    assert f"Verdict: {line}" == str(decide_verdict(**facts))  # type: ignore[arg-type] # one table for all keywords


@pytest.mark.parametrize(("word", "code"), [("PASS", 0), ("CONDITIONAL_PASS", 0), ("FAIL", 1), ("ESCALATE", 3)])
def test_the_exit_code_follows_the_word(word: str, code: int) -> None:
    """
    A caller can act on the code without reading the line.
    """
    assert code == exit_code(VerdictLine.model_validate({"word": word}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "all fine\n",
        "Verdict: PASS\nand more\n",
        "Verdict: PASS — but\n",
        "Verdict: CONDITIONAL_PASS\n",
        "Verdict: FAIL —\n",
        "Verdict: FAIL — \n",
        "verdict: PASS\n",
        " Verdict: PASS\n",
        "Verdict: PASSED\n",
        "Verdict: CONDITIONAL_PA",
        "> Verdict: PASS",
        "Verdict: FAIL - a reason",
    ],
)
def test_a_missing_or_malformed_last_line_is_for_a_person(text: str) -> None:
    """
    What can't be read is neither a pass nor a failure.
    """
    assert "ESCALATE" == read_verdict(text).word


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_only_the_last_line_counts(ending: str) -> None:
    """
    A record that was answered later holds two verdicts, and the second is the one.
    """
    page = f"Verdict: CONDITIONAL_PASS — 2 proposals wait\n\n### Answer\n\nVerdict: PASS{ending}"

    assert VerdictLine(word="PASS") == read_verdict(page)


def test_verdicts_of_two_stages_join_into_the_graver() -> None:
    """
    What was certain before the form stays certain after it, and is named once.
    """
    before = decide_verdict(skipped=["0-a"], held=["a"])
    after = decide_verdict(critic_fails=["b"], skipped=["0-a"])

    joined = join_verdicts(before, after)

    assert "FAIL" == joined.word
    assert ("1 failed the Critic twice (b)", "skipped: 0-a", "1 held (a)") == joined.reasons
    assert VerdictLine(word="PASS") == join_verdicts()


NAMES = st.lists(st.text(max_size=30), max_size=3)


@given(NAMES, NAMES, NAMES, st.integers(0, 3))
def test_a_verdict_is_one_line_that_reads_back_as_itself(
    fails: list[str], reasons: list[str], held: list[str], waiting: int
) -> None:
    """
    No name can break the line, forge another word or be lost on the way back.
    """
    verdict = decide_verdict(critic_fails=fails, escalations=reasons, held=held, waiting=waiting)

    assert 1 == len(str(verdict).splitlines())
    assert verdict == read_verdict(f"Verdict: PASS\n{verdict}\n")


def test_patterns_on_branches_are_named_by_branch() -> None:
    """
    A person sees what to check out; what is on no branch may never come back, and asks nobody for anything.
    """
    titles = [("b", "topic"), ("a", "topic"), ("c", "other"), ("d", None)]
    held = [HeldPattern(pattern=make_pattern(title), branch=branch) for title, branch in titles]

    told = "1 held: on branch other, not checked out (c); 2 held: on branch topic, not checked out (b, a)"
    assert f"Verdict: CONDITIONAL_PASS — {told}" == str(decide_verdict(elsewhere=held))
    assert "PASS" == decide_verdict(elsewhere=held[3:]).word


def test_all_that_waits_or_was_not_looked_at_stands_in_one_order() -> None:
    """
    What a person can act on comes before what was not done; the same facts always make the same line.
    """
    verdict = decide_verdict(
        skipped=["3.5-X"],
        roles_not_run=["innovator"],
        failed_axes=["phantom"],
        unread=["the index"],
        over_limit=2,
        elsewhere=[HeldPattern(pattern=make_pattern("t"), branch="topic")],
        left_alone=["em-3"],
        unmeasured=["em-1", "em-2"],
        reverts=["em-0"],
        held=["h"],
        waiting=1,
    )

    assert (
        "1 proposal waits",
        "1 held (h)",
        "1 revert proposed (em-0)",
        "2 due predictions unknown (em-1, em-2)",
        "1 edit left alone (em-3)",
        "1 held: on branch topic, not checked out (t)",
        "2 held over the limit of patterns",
        "not read: the index",
        "failed axis: phantom",
        "role not run: innovator",
        "skipped: 3.5-X",
    ) == verdict.reasons
