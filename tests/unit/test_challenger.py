"""What speaks against a collision, and that it always cites a line that is there (SPEC 4.9)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.judges.challenger import challenge
from harvest_loop.domain.regressed import collide_regressions
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import AssetLine, Attack, Collision, Cover
from tests.support.guarded import make_regression
from tests.support.patterns import link_checker, make_asset, make_collision, make_hub, make_item, make_pattern

RELEASE = "plugins/p/skills/release/SKILL.md"


def overlapping(text: str, *, figure: float = 0.4, measure: str = "cover similarity") -> tuple[Collision, Hub]:
    """A hub of one skill with this text, and a collision that it covers."""
    lines = (AssetLine(path=RELEASE, line=1, text=text.split("\n")[0].strip()),)
    cover = Cover.model_validate(
        {"path": RELEASE, "name": "release", "measure": measure, "figure": figure, "lines": lines}
    )
    return make_collision(relation="overlaps", route="enhancement", covers=(cover,)), make_hub(make_asset(text))


def only(attacks: tuple[Attack, ...]) -> Attack:
    (attack,) = attacks
    return attack


def test_a_near_copy_handles_the_pattern_at_s() -> None:
    """What stands there already, word for word, need not be written again."""
    collision, hub = overlapping("Check links.\n", measure="shingle containment", figure=0.45)

    attack = only(challenge([collision], hub))

    assert ("handled", "S") == (attack.kind, attack.severity)


def test_an_asset_that_states_nearly_every_fact_handles_it_at_s() -> None:
    """The lines that say so weigh more than the figure."""
    text = "\n".join(item.text for item in link_checker())

    attack = only(challenge(*swapped(overlapping(text))))

    assert ("S", "states 4 of its 4 facts") == (attack.severity, attack.reason.partition("and ")[2][:23])


def swapped(pair: tuple[Collision, Hub]) -> tuple[list[Collision], Hub]:
    return [pair[0]], pair[1]


def test_an_asset_that_states_half_of_it_handles_it_at_a() -> None:
    """Half is too little to reject and too much to pass over."""
    text = "Run `python scripts/check_links.py docs`.\nRun the link check before tagging a release.\n"

    assert "A" == only(challenge(*swapped(overlapping(text)))).severity


def test_an_asset_that_states_little_of_it_weighs_least() -> None:
    """One fact of four is a start."""
    assert "B" == only(challenge(*swapped(overlapping("Run the link check before tagging a release.\n")))).severity


@pytest.mark.parametrize(("figure", "severities"), [(0.3, []), (0.6, ["B"])])
def test_talking_of_the_same_things_is_not_handling_them(figure: float, severities: list[str]) -> None:
    """An asset that states no fact handles nothing, unless nearly all the words are its own."""
    found = challenge(*swapped(overlapping("Links in docs should have anchors.\n", figure=figure)))

    assert severities == [attack.severity for attack in found]


def test_a_cover_below_the_threshold_handles_nothing() -> None:
    """A closest asset is no cover."""
    assert () == challenge(*swapped(overlapping("Links in docs.\n", figure=0.1)))


def test_an_asset_whose_cited_lines_are_not_there_is_not_cited() -> None:
    """No attack without a line that a person can look up."""
    collision, hub = overlapping("Links in docs should have anchors.\n", figure=0.6)
    gone = collision.covers[0].model_copy(update={"lines": (AssetLine(path=RELEASE, line=9, text="Links"),)})

    assert () == challenge([collision.model_copy(update={"covers": (gone,)})], hub)


def about_handbooks() -> Collision:
    return make_collision(make_pattern(topic=("anchors", "handbook")))


def skills_about(count: int, about: str) -> Hub:
    head = f"---\nname: x\ndescription: {about}\n---\n# x\n"
    paths = [f"plugins/p/skills/s{number}/SKILL.md" for number in range(count)]
    return make_hub(*(make_asset(head, path, description=about) for path in paths))


@pytest.mark.parametrize(("count", "severity"), [(2, None), (3, "B"), (6, "A")])
def test_one_more_skill_where_many_share_the_subject_complicates(count: int, severity: str | None) -> None:
    """The more skills answer to the same words, the harder the right one is found."""
    found = challenge([about_handbooks()], skills_about(count, "Check anchors of a handbook."))

    assert ([severity] if severity else []) == [attack.severity for attack in found]
    assert all("description: Check anchors of a handbook." == cited(attack).text for attack in found)


def test_a_crowd_in_a_list_that_is_too_long_already_weighs_more() -> None:
    """Hosts cut the list of skills off; a neighbour more pushes another out."""
    hub = skills_about(4, "Check anchors of a handbook. " + "word " * 600)

    attack = only(challenge([about_handbooks()], hub))

    assert "A" == attack.severity and "tokens of 2000" in attack.reason


def test_a_long_list_of_skills_on_other_subjects_is_no_attack() -> None:
    """The price is the same for every new skill, so it tells none of them apart."""
    assert () == challenge([about_handbooks()], skills_about(8, "Bake bread. " + "word " * 600))


def test_a_word_that_half_the_hub_names_makes_no_crowd() -> None:
    """In a hub about documents every skill names documents."""
    assert () == challenge([about_handbooks()], skills_about(9, "Check anchors of a handbook."))


def cited(attack: Attack) -> AssetLine:
    assert isinstance(attack.citation, AssetLine)
    return attack.citation


def replacing(sentence: str, command: str = "ruff check src") -> Collision:
    items = [
        make_item("command", command, "Makefile", 5, quote=f"\t{command}"),
        make_item("reason", sentence, quote="Replace the linter"),
    ]
    return make_collision(make_pattern("Lint faster", items, topic=("ruff", "lint")))


@pytest.mark.parametrize(
    "sentence",
    [
        "Replace flake8 with ruff.",
        "We switched from flake8 to ruff.",
        "Drop flake8 in favour of ruff.",
        "flake8 → ruff",
    ],
)
def test_a_tool_that_the_commits_say_they_replaced_overturns_the_asset_that_runs_it(sentence: str) -> None:
    """A choice of one field lowers, it doesn't condemn: grade A."""
    hub = make_hub(make_asset("Lint with `flake8 src`.\n"))

    attack = only(challenge([replacing(sentence)], hub))

    assert ("overturns", "A", "flake8 was replaced by ruff") == (attack.kind, attack.severity, attack.reason[:27])


def test_a_replacement_that_no_command_confirms_is_only_talk() -> None:
    """A sentence alone is no evidence that the new tool runs."""
    hub = make_hub(make_asset("Lint with `flake8 src`.\n"))

    assert () == challenge([replacing("Replace flake8 with ruff.", command="make lint")], hub)


def test_a_command_that_was_tried_and_reverted_overturns_the_asset_that_prescribes_it() -> None:
    """The field took back what the asset still recommends."""
    collision = make_collision(make_pattern(fate="reverted"))
    hub = make_hub(make_asset("Run `python scripts/check_links.py docs`.\n"))

    assert "reverted" in only(challenge([collision], hub)).reason


def test_a_regression_is_an_attack_at_its_own_severity_that_cites_the_line() -> None:
    """What the guard saw is said once, by the attack on the line that no longer holds."""
    regression = make_regression(severity="S")
    (collision,) = collide_regressions([regression], make_hub())

    attack = only(challenge([collision], make_hub()))

    assert ("overturns", "S", RELEASE, regression.line) == (
        attack.kind,
        attack.severity,
        attack.asset,
        attack.citation,
    )
    assert regression.message == attack.reason


def test_a_skill_that_was_used_without_a_correction_handles_it_with_more_weight() -> None:
    """What worked in the session itself is more than a text that talks of it."""
    collision, hub = overlapping("Run the link check before tagging a release.\n")

    unseen, used = (only(challenge([collision], hub, uses)) for uses in (None, {RELEASE: 2}))

    assert ("B", "A") == (unseen.severity, used.severity)
    assert "used 2 times in this session, and no correction followed" in used.reason


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.text(alphabet="ab`# \n/.flke8", max_size=60), max_size=4))
def test_every_citation_is_a_line_of_an_asset_as_it_stands(texts: list[str]) -> None:
    """Whatever the hub holds, a cited line can be looked up by its number."""
    hub = make_hub(*(make_asset(text, f"plugins/p/skills/s{at}/SKILL.md") for at, text in enumerate(texts)))

    for attack in challenge([make_collision(), replacing("Replace flake8 with ruff.")], hub):
        asset = next(asset for asset in hub.assets if asset.path == attack.asset)
        assert cited(attack).text == asset.text.split("\n")[cited(attack).line - 1].strip()


def practised(rule: str, standing: str) -> tuple[Attack, ...]:
    """The attacks on a practice with one rule, where a skill of the hub holds another."""
    item = make_item("rule", rule, "docs/how.md", 4)
    return challenge(
        [make_collision(make_pattern(evidence=[item]))], make_hub(make_asset(f"# Release\n\n{standing}\n"))
    )


def test_a_practice_that_turns_a_standing_rule_around_attacks_it() -> None:
    """Two rules of which nobody can follow both are told together, each with its place."""
    attack = only(practised("Squash the commits of a release branch.", "Never squash the commits of a release branch."))

    assert ("overturns", "A", RELEASE, 3) == (attack.kind, attack.severity, attack.asset, attack.citation.line)
    assert "“Squash the commits of a release branch.”" in attack.reason and "docs/how.md:4" in attack.reason
    assert f"{RELEASE}:3 the opposite, “Never squash the commits of a release branch.”" in attack.reason


@pytest.mark.parametrize("rule", ["Never squash the commits of a release branch.", "Sign each tag with your own key."])
def test_a_practice_that_agrees_or_speaks_of_other_things_attacks_nothing(rule: str) -> None:
    """What stands is not weak because it is told again."""
    assert [] == [
        each for each in practised(rule, "Do not squash the commits of a release branch.") if each.kind == "overturns"
    ]


def test_a_rule_in_other_words_counts_as_stated() -> None:
    """What a skill says already need not be said again."""
    told = "Never squash the commits of a release branch."
    collision, hub = overlapping("Squashing the commits of a release branch is forbidden.\n")
    pattern = make_pattern(evidence=[make_item("rule", told, "docs/how.md", 4)])

    attack = only(challenge([collision.model_copy(update={"pattern": pattern})], hub))

    assert ("handled", "states 1 of its 1 facts") == (attack.kind, attack.reason.partition("and ")[2][:23])
