"""Assets that say opposite things in so many words, both lines quoted (SPEC 4.8)."""

import pytest

from harvest_loop.domain.conflicts import Conflict, conflicts_in
from harvest_loop.domain.contention import contend
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.settings import HubSettings
from tests.support.patterns import make_asset, make_hub, make_item, make_pattern

A, B = "skills/a/SKILL.md", "skills/b/SKILL.md"


def pair(one: str, other: str) -> tuple[Asset, Asset]:
    """Two skills with a line each, at line 3."""
    return make_asset(f"# A\n\n{one}\n", A), make_asset(f"# B\n\n{other}\n", B)


def described(name: str, description: str) -> Asset:
    """A skill by what its frontmatter says."""
    text = f"---\nname: {name}\ndescription: {description}\n---\n# {name}\n"
    return make_asset(text, f"skills/{name}/SKILL.md", name=name, description=description)


def only(found: tuple[Conflict, ...]) -> Conflict:
    (conflict,) = found
    return conflict


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("- Run `make links` before a release.", "Never run `make links` by hand.", "criteria"),
        ("Run `make lint` before `make test`.", "Run `make test` before `make lint`.", "order"),
        ("1. `make lint`, then `make test`", "Run `make lint` after `make test`.", "order"),
        ("- Prefer fakes over mocks.", "- Prefer mocks over fakes.", "philosophy"),
        ("## Composition over inheritance", "Prefer inheritance over composition.", "philosophy"),
    ],
)
def test_two_lines_that_can_not_both_be_followed_are_quoted_with_their_places(one: str, other: str, kind: str) -> None:
    """A reader can open both."""
    found = only(conflicts_in(pair(one, other)))

    assert (kind, A, 3, B, 3) == (found.type, found.a.path, found.a.line, found.b.path, found.b.line)
    assert (one, other) == (found.a.text, found.b.text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run `make lint` before `make test`.", "Run `make lint` before `make test`."),
        ("Run `make lint` before `make test`.", "Never run `make test` before `make lint`."),
        ("Run `make lint` before `make test`.", "If it is slow, run `make test` before `make lint`."),
        ("- Prefer fakes over mocks.", "- Prefer mocks over fakes when the door is a vendor's."),
        ("- Prefer fakes over mocks.", "- Prefer stubs over fakes."),
        ("Use `+` for numbers.", "Use a buffer instead of `+` in loops."),
        ("Never run `make links` by hand.", "Do not run `make links` in CI."),
    ],
)
def test_lines_that_agree_or_hold_under_a_condition_are_no_conflict(one: str, other: str) -> None:
    """Precision before recall."""
    assert () == conflicts_in(pair(one, other))


def test_two_skills_that_claim_the_same_words_of_a_person_are_in_conflict_over_scope() -> None:
    """Both would be called up."""
    one = described("prompt-doctor", 'Use when the user says "optimize this prompt" or "fix it".')
    other = described("prompt-lab", 'TRIGGER when: user says "optimize this prompt".')

    found = only(conflicts_in([one, other]))

    assert ("scope", ("optimize this prompt",), 3, 3) == (found.type, found.about, found.a.line, found.b.line)


@pytest.mark.parametrize(
    "description",
    [
        'Not for "optimize this prompt".',
        'Use it. DO NOT TRIGGER when user says "optimize this prompt".',
        'Says "prompt".',
    ],
)
def test_a_skill_that_leaves_the_words_to_the_other_one_claims_nothing(description: str) -> None:
    """Saying for what it is not there is how two skills agree."""
    one = described("prompt-doctor", 'Use when the user says "optimize this prompt".')

    assert () == conflicts_in([one, described("prompt-lab", description)])


def test_a_pattern_whose_work_met_a_conflict_goes_to_mediation_with_both_lines() -> None:
    """A disagreement is a result, not an error; one that the work had no part in is left alone."""
    hub = make_hub(*pair("Run `make lint` before `make test`.", "Run `make test` before `make lint`."))
    ran = [
        make_item("command", command, "ci.yml", at, quote=command)
        for at, command in enumerate(("make lint", "make test -s"), start=1)
    ]
    met, other = make_pattern("Run the checks in CI", ran), make_pattern()

    first, second = contend(FieldHarvest(patterns=(met, other)), hub, {}, HubSettings())

    assert ("at odds", "mediation", "order") == (first.relation, first.route, first.conflict)
    assert ((A, 3), (B, 3)) == tuple((line.path, line.line) for line in first.at_odds)
    assert "opposite orders" in first.reason
    assert (None, ()) == (second.conflict, second.at_odds)
