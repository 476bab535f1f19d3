"""What a model says counts only where it can be looked up, and raises nothing above the floor (SPEC 4.9 to 4.11, 5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.judges.critic import critic_input
from harvest_loop.domain.judges.given_attacks import attacks_of, challenger_input, joined_attacks
from harvest_loop.domain.judges.given_critiques import joined_critiques, placed
from harvest_loop.domain.judges.given_proposals import innovator_input, open_collisions, proposals_of, with_given
from harvest_loop.domain.judges.over_promoted import is_due, lowered, unknown_to, validator_input
from harvest_loop.domain.judges.shown import LONGEST_ASSET, numbered
from harvest_loop.schemas.judgement import (
    Candidate,
    Cover,
    CriticFinding,
    CriticWord,
    Critique,
    Declined,
    Innovation,
)
from harvest_loop.schemas.role_messages import (
    ChallengerAnswer,
    CriticAnswer,
    GivenAttack,
    GivenProposal,
    InnovatorAnswer,
    OverPromoted,
    ValidatorAnswer,
)
from tests.support.guarded import make_regression
from tests.support.judged_values import make_judged
from tests.support.patterns import answer, make_asset, make_collision, make_hub, make_pattern

RELEASE = make_asset("# Release\n1. Run `make links`\n2. Tag it\n", path="skills/release/SKILL.md")
HUB = make_hub(RELEASE)
COVER = Cover(path=RELEASE.path, name="release", measure="cover similarity", figure=0.4)
COLLISION = make_collision(covers=(COVER,))
ATTACK: dict[str, Any] = {
    "collision": COLLISION.id,
    "kind": "handled",
    "severity": "S",
    "cited_path": RELEASE.path,
    "cited_line": 2,
    "cited_text": "1. Run `make links`",
    "reason": "It runs them.",
}
TEXT = "---\nname: check-links\ndescription: Check links. Use when docs change.\n---\n# Check links\n"
RANK = {"PASS": 0, "CONDITIONAL_PASS": 1, "FAIL": 2}


def attack(**changes: Any) -> ChallengerAnswer:
    return ChallengerAnswer(attacks=(GivenAttack.model_validate({**ATTACK, **changes}),))


def test_the_challenger_is_given_the_closest_assets_by_line() -> None:
    """
    A line can be cited only by who sees its number; an asset that is near nothing is not sent anywhere.
    """
    far = make_asset("# Far\n", path="skills/far/SKILL.md")

    shown = challenger_input([COLLISION], make_hub(RELEASE, far))

    assert [RELEASE.path] == [asset.path for asset in shown.assets]
    assert "2: 1. Run `make links`" in shown.assets[0].text
    assert [COLLISION.id] == [one.id for one in shown.collisions]


def test_a_long_asset_is_cut_after_a_whole_line_and_says_so() -> None:
    """
    What was not shown is not taken for what isn't there.
    """
    told = numbered("word " * 20 + "\n" + "x" * LONGEST_ASSET)

    assert told.splitlines()[-1] == "(cut here: the text goes on after line 1)"


def test_an_attack_counts_with_the_line_that_it_cites() -> None:
    """
    The line is taken from the asset, not from the answer.
    """
    (found,) = attacks_of(attack(cited_text="  1. Run `make links`  "), [COLLISION], HUB)

    assert (RELEASE.path, 2, "1. Run `make links`") == (found.asset, found.citation.line, found.citation.text)  # type: ignore[union-attr]  # a line of an asset
    assert ("handled", "S") == (found.kind, found.severity)


@pytest.mark.parametrize(
    "changes",
    [
        {"cited_line": 3},
        {"cited_line": 40},
        {"cited_text": "1. Run `make`"},
        {"cited_path": "skills/other/SKILL.md"},
        {"cited_path": "../../etc/passwd"},
        {"collision": "c-none"},
    ],
)
def test_an_attack_that_can_not_be_looked_up_is_dropped(changes: dict[str, Any]) -> None:
    """
    Another line, another file, a collision that nobody gave: as if it had not been said.
    """
    assert () == attacks_of(attack(**changes), [COLLISION], HUB)


def test_a_program_s_finding_is_not_talked_away() -> None:
    """
    What no longer stands was looked up: no model is asked whether it is handled.
    """
    regressed = make_collision(regression=make_regression(), covers=(COVER,))

    assert () == challenger_input([regressed], HUB).collisions
    assert () == attacks_of(attack(collision=regressed.id), [regressed], HUB)


def test_the_floor_s_attack_is_not_said_twice() -> None:
    """
    The same kind and grade on the same asset is one attack.
    """
    (first,) = attacks_of(attack(), [COLLISION], HUB)
    (other,) = attacks_of(attack(severity="A"), [COLLISION], HUB)

    assert (first,) == joined_attacks([first], [first])
    assert (first, other) == joined_attacks([first], [other])


findings = st.builds(
    CriticFinding,
    axis=st.sampled_from(["done when", "claim"]),
    fails=st.booleans(),
    message=st.sampled_from(["m", "n"]),
    line=st.none() | st.integers(1, 3),
)


def worded(found: tuple[CriticFinding, ...]) -> CriticWord:
    return "FAIL" if any(one.fails for one in found) else "CONDITIONAL_PASS" if found else "PASS"


@given(st.lists(findings).map(tuple), st.none() | st.lists(findings).map(tuple))
def test_no_word_is_raised_and_no_finding_lost(
    floor: tuple[CriticFinding, ...], said: tuple[CriticFinding, ...] | None
) -> None:
    """
    The graver of both words counts, whatever the model says; without an answer the floor's word stands.
    """
    critique = Critique(hash="h", word=worded(floor), findings=floor)
    answers = {} if said is None else {"h": CriticAnswer(word=worded(said), findings=said)}

    (joined,) = joined_critiques([critique], answers)

    assert RANK[joined.word] == max(RANK[critique.word], RANK[worded(said or ())])
    assert joined.findings[: len(floor)] == floor
    assert {*(said or ())} <= {*joined.findings}


def test_a_finding_on_a_line_that_is_not_there_stays_said() -> None:
    """
    A wrong number is no reason to drop a failure.
    """
    shown = critic_input(high("a"))
    finding = CriticFinding(axis="claim", fails=True, message="m", line=999)

    found = placed(CriticAnswer(word="FAIL", findings=(finding,)), shown)

    assert (None, True) == (found.findings[0].line, found.findings[0].fails)


def high(name: str) -> Candidate:
    return make_judged(name * 64, grade="HIGH").candidate


def test_the_second_look_lowers_what_it_names_and_nothing_else() -> None:
    """
    MED for what is over-promoted, with the reason; a candidate that was not HIGH is neither shown nor lowered.
    """
    candidates = (high("a"), high("b"), make_judged("c" * 64, grade="LOW").candidate)
    said = ValidatorAnswer(
        over_promoted=(OverPromoted(hash="b" * 64, reason="one day only"), OverPromoted(hash="c" * 64, reason="x"))
    )

    after = lowered(candidates, said, "openai gpt")

    assert ["HIGH", "MED", "LOW"] == [one.grade for one in after]
    assert after[1].why.endswith("over-promoted, by the second look of openai gpt: one day only")
    assert ["a" * 64, "b" * 64] == [item.hash for item in validator_input(candidates).items]
    assert 1 == unknown_to(candidates, said)
    assert is_due(candidates)
    assert not is_due(candidates[1:])


PATTERN = make_pattern()
OPEN = make_collision(PATTERN, route="new skill")
FACTS = {PATTERN.fingerprint: answer(PATTERN)}
NOTHING = Innovation(declined=(Declined(collision=OPEN.id, reason="too few steps"),))
PAGE: dict[str, Any] = {
    "collision": OPEN.id,
    "abstraction": "Links are checked",
    "names": ("check-links", "links-docs"),
    "triggers": ("links",),
    "tests": (1,),
    "text": TEXT,
}


def proposed(**changes: Any) -> tuple[str, ...]:
    given_one = InnovatorAnswer(proposals=(GivenProposal.model_validate({**PAGE, **changes}),))
    found = proposals_of(given_one, [OPEN], HUB, FACTS, taken=(), most=5)
    return tuple(one.change.path for one in found)


def test_a_page_becomes_a_proposal_that_rests_on_what_was_offered() -> None:
    """
    The tests, pointers, path and prediction are ours; the words are the model's.
    """
    given_one = InnovatorAnswer(proposals=(GivenProposal.model_validate(PAGE),))

    (found,) = proposals_of(given_one, [OPEN], HUB, FACTS, taken=(), most=5)

    assert f"{OPEN.folder}/check-links/SKILL.md" == found.change.path
    assert TEXT == found.change.text
    assert innovator_input([OPEN], HUB, FACTS).open[0].tests[0].text == found.done_when[0].text
    assert found.check is not None
    assert found.pointers
    assert ((found,), ()) == (with_given(NOTHING, [found]).proposals, with_given(NOTHING, [found]).declined)


@pytest.mark.parametrize(
    "changes",
    [
        {"collision": "c-other"},
        {"tests": (99,)},
        {"tests": (0,)},
        {"names": ("../../x", "links-docs")},
        {"names": ("Check Links", "links-docs")},
        {"names": ("release", "links-docs"), "text": TEXT.replace("check-links", "release")},
        {"names": ("check-links", "check-links")},
        {"text": "# Check links\n"},
        {"text": TEXT.replace("name: check-links", "name: other")},
        {"triggers": (" ",)},
    ],
)
def test_a_page_that_rests_on_nothing_given_is_dropped(changes: dict[str, Any]) -> None:
    """
    A test that was not offered, a name that leaves the folder or is in use, a text without its name.
    """
    assert ("skills/check-links/SKILL.md",) == proposed()
    assert () == proposed(**changes)


def test_only_what_no_rule_found_a_text_for_is_asked_about() -> None:
    """
    A collision with a proposal, one for an existing asset and one that the person refused too often are not open.
    """
    refused = Innovation(declined=(Declined(collision=OPEN.id, reason="r", suppressed="check-links"),))

    assert (OPEN,) == open_collisions([OPEN], NOTHING)
    assert () == open_collisions([OPEN], Innovation())
    assert () == open_collisions([OPEN], refused)
    assert () == open_collisions([OPEN.model_copy(update={"route": "enhancement"})], NOTHING)
