"""The matrix of SPEC 4.10, row by row and over every combination."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.synthesis import grade, synthesize
from harvest_loop.schemas.content_names import hash_of
from harvest_loop.schemas.judgement import Attack, AttackKind, Grade, Severity
from tests.support.patterns import make_attack, make_collision, make_pattern, make_proposal

KINDS: tuple[AttackKind, ...] = ("overturns", "handled", "complicates")
SEVERITIES: tuple[Severity, ...] = ("S", "A", "B")
ATTACKS = tuple(make_attack(severity, kind) for severity, kind in product(SEVERITIES, KINDS))


def expected(attacks: list[Attack], *, proposed: bool) -> Grade | None:
    """The matrix once more, written as a table of what stands against what."""
    said = {f"{attack.kind}-{attack.severity}" for attack in attacks}
    rows: list[tuple[bool, Grade | None]] = [
        (bool(said & {"handled-S", "complicates-S"}), "rejected"),
        ("overturns-S" in said, "HIGH"),
        (proposed and not said, "MED"),
        (proposed, "LOW"),
        (bool(said), "LOW"),
    ]
    return next((result for holds, result in rows if holds), None)


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.sampled_from(ATTACKS), max_size=6), st.booleans())
def test_every_combination_of_attacks_gets_the_grade_of_the_matrix(attacks: list[Attack], proposed: bool) -> None:
    """No combination of attacks, in any order, falls outside the rows of the page."""
    assert expected(attacks, proposed=proposed) == grade(make_proposal() if proposed else None, attacks)


@settings(deadline=None)  # the machine may be busy
@given(st.permutations(ATTACKS), st.booleans())
def test_the_order_in_which_attacks_come_in_changes_no_grade(attacks: list[Attack], proposed: bool) -> None:
    """Of several attacks the gravest counts, wherever it stands."""
    proposal = make_proposal() if proposed else None

    assert grade(proposal, attacks) == grade(proposal, list(reversed(attacks)))


def test_an_s_attack_that_rejects_is_tried_before_one_that_overturns() -> None:
    """What is handled already need not be added, even where an asset is weak."""
    attacks = [make_attack("S", "overturns"), make_attack("S", "handled")]

    assert "rejected" == grade(make_proposal(), attacks)


def test_an_s_attack_without_a_proposal_is_still_high() -> None:
    """A weakness worth an S is fixed now, whether or not somebody has an idea."""
    assert "HIGH" == grade(None, [make_attack("S", "overturns")])


def test_two_lesser_attacks_lower_by_one_grade_in_all() -> None:
    """A and B together cost no more than either alone."""
    both = [make_attack("A", "handled"), make_attack("B", "complicates")]

    assert "LOW" == grade(make_proposal(), both) == grade(make_proposal(), both[:1])


def test_a_collision_that_nobody_speaks_of_gives_no_candidate() -> None:
    """Neither attack nor proposal is no grade at all."""
    assert () == synthesize([make_collision()], (), (), frozenset())


def test_an_attack_meets_the_proposal_that_names_the_same_asset() -> None:
    """The area is the asset, where attack and proposal share no collision."""
    attacked, proposed = make_collision(make_pattern("one thing")), make_collision(make_pattern("another thing"))
    attack = make_attack("S", "overturns", collision=attacked.id, asset="skills/x/SKILL.md")
    proposal = make_proposal(proposed.id, path="skills/x/SKILL.md", edits=True)

    found = synthesize([attacked, proposed], [attack], [proposal], frozenset())

    assert [("HIGH", "skill enhancement", (attack,))] == [(each.grade, each.kind, each.attacks) for each in found]


def test_an_attack_stays_with_its_own_collision_when_that_has_a_proposal() -> None:
    """What is said against one proposal isn't counted against another that edits the same asset."""
    first, second = make_collision(make_pattern("one thing")), make_collision(make_pattern("another thing"))
    attack = make_attack("A", "handled", collision=first.id, asset="skills/x/SKILL.md")
    proposals = [
        make_proposal(first.id, path="skills/y/SKILL.md"),
        make_proposal(second.id, path="skills/x/SKILL.md", edits=True),
    ]

    found = synthesize([first, second], [attack], proposals, frozenset())

    assert {("skills/y/SKILL.md", "LOW"), ("skills/x/SKILL.md", "MED")} == {(each.target, each.grade) for each in found}


def test_a_proposal_that_was_rejected_earlier_is_rejected_by_that_record() -> None:
    """The same pattern isn't offered again because nothing speaks against it today."""
    collision = make_collision()
    fingerprint = collision.pattern.fingerprint

    found = synthesize([collision], (), [make_proposal(collision.id)], frozenset({fingerprint}))

    assert [("rejected", "the same pattern was rejected earlier")] == [(each.grade, each.why) for each in found]


def test_an_earlier_rejection_of_a_proposal_hides_no_weakness() -> None:
    """An asset that the evidence overturns is weak, whatever was said about a text for it."""
    collision = make_collision()
    attack = make_attack("S", "overturns", collision=collision.id, asset="skills/x/SKILL.md")

    found = synthesize([collision], [attack], (), frozenset({collision.pattern.fingerprint}))

    assert [("HIGH", "weakness", "skills/x/SKILL.md")] == [(each.grade, each.kind, each.target) for each in found]


def test_candidates_come_best_grade_first() -> None:
    """A reader sees what to fix now before what is rejected."""
    collisions = [make_collision(make_pattern(f"thing {number}")) for number in range(4)]
    attacks = [
        make_attack("S", "handled", collision=collisions[0].id),
        make_attack("B", "complicates", collision=collisions[1].id),
        make_attack("S", "overturns", collision=collisions[3].id),
    ]
    proposals = [make_proposal(each.id, path=f"skills/n{at}/SKILL.md") for at, each in enumerate(collisions)]

    found = synthesize(collisions, attacks, proposals, frozenset())

    assert ["HIGH", "MED", "LOW", "rejected"] == [each.grade for each in found]


def test_a_candidate_is_named_by_what_it_would_write_and_where() -> None:
    """A changed byte, another place or another kind is another line on the form; a run's ids are not."""
    hashes = {
        hash_of("new skill", "skills/a/SKILL.md", "text"),
        hash_of("new skill", "skills/a/SKILL.md", "text\n"),
        hash_of("new skill", "skills/b/SKILL.md", "text"),
        hash_of("skill enhancement", "skills/a/SKILL.md", "text"),
    }

    assert 4 == len(hashes)
    assert hash_of("new skill", "skills/a/SKILL.md", "text") in hashes


def test_two_weaknesses_of_one_asset_are_two_lines() -> None:
    """Without a text the hash is that of the attack, so that no line takes another's answer."""
    collisions = [make_collision(make_pattern(f"thing {number}")) for number in range(2)]
    attacks = [
        make_attack("S", "overturns", collision=each.id, asset="skills/x/SKILL.md").model_copy(
            update={"reason": f"gone {number}"}
        )
        for number, each in enumerate(collisions)
    ]

    found = synthesize(collisions, attacks, (), frozenset())

    assert 2 == len({each.hash for each in found})
