"""Which collisions get a literal change, in which order, and why the others get none (SPEC 4.9)."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.contention import contend
from harvest_loop.domain.judges.innovator import innovate, propose
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Collision, Cover, Declined, DoneWhenTest, Innovation, Proposal
from harvest_loop.schemas.patterns import EvidenceItem, FieldHarvest, Pattern
from harvest_loop.schemas.settings import HubSettings, LoopSettings
from tests.support.patterns import answer, link_checker, make_asset, make_collision, make_hub, make_item, make_pattern

RELEASE = "plugins/p/skills/release/SKILL.md"
SETTINGS = HubSettings()


def tried(*collisions: Collision, assets: tuple[Asset, ...] = (), limit: int = 5) -> Innovation:
    """The innovator's answer where every Done When test holds."""
    facts = {each.pattern.fingerprint: answer(each.pattern) for each in collisions}
    return innovate(collisions, make_hub(*assets), facts, SETTINGS, limit=limit)


def apart(number: int, items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The same facts in commits of their own."""
    sha = f"{number:x}" * 40
    return [item.model_copy(update={"pointer": item.pointer.model_copy(update={"sha": sha[:40]})}) for item in items]


def only(innovation: Innovation) -> Proposal:
    (proposal,) = innovation.proposals
    return proposal


def why_not(innovation: Innovation) -> str:
    assert () == innovation.proposals
    (declined,) = innovation.declined
    return declined.reason


def enhancing(*paths: str, pattern: Pattern | None = None, figure: float = 0.4) -> Collision:
    covers = tuple(
        Cover(path=path, name=path.split("/")[-2], measure="cover similarity", figure=figure) for path in paths
    )
    return make_collision(pattern, relation="overlaps", route="enhancement", covers=covers)


def test_new_ground_becomes_a_new_skill_in_the_collisions_folder() -> None:
    """The file is whole, and what is shown is exactly what would be written."""
    change = only(tried(make_collision(folder="plugins/p/skills"))).change

    assert ("new file", "plugins/p/skills/check-links-of-docs/SKILL.md", None) == (
        change.kind,
        change.path,
        change.base_sha256,
    )
    assert change.text == change.shown


def test_a_skill_has_the_name_of_its_folder_and_two_more_on_offer() -> None:
    """A host finds a skill by either."""
    proposal = only(tried(make_collision()))

    assert f"\nname: {proposal.names[0]}\n" in proposal.change.text
    assert proposal.names[0] == proposal.change.path.split("/")[-2]
    assert 2 <= len(set(proposal.names)) <= 3


def test_a_name_in_use_is_not_given_twice() -> None:
    """Neither to a skill of the hub nor to two proposals of one run."""
    taken = make_asset("x", "plugins/p/skills/check-links-of-docs/SKILL.md")
    twins = [make_collision(make_pattern(evidence=apart(n, link_checker()), fingerprint=f"{n}" * 64)) for n in (1, 2)]

    paths = [proposal.change.path for proposal in tried(*twins, assets=(taken,)).proposals]

    assert 2 == len({*paths} - {taken.path}) == len(paths)


def test_an_overlap_becomes_a_block_at_the_end_of_the_asset() -> None:
    """The base is named by the bytes on disk, and every one of them stays."""
    asset = make_asset("# Release\n\nTag it.\n", RELEASE)

    change = only(tried(enhancing(RELEASE), assets=(asset,))).change

    assert ("edit", RELEASE, hashlib.sha256(asset.text.encode()).hexdigest()) == (
        change.kind,
        change.path,
        change.base_sha256,
    )
    assert change.text.startswith(asset.text)
    assert change.text.rstrip().endswith("-->")
    assert change.shown.startswith(f"--- a/{RELEASE}\n+++ b/{RELEASE}\n")


def test_what_the_asset_states_already_is_not_written_again() -> None:
    """An enhancement adds; it repeats nothing."""
    asset = make_asset("# Release\n\nRun `python scripts/check_links.py docs`.\n", RELEASE)

    added = only(tried(enhancing(RELEASE), assets=(asset,))).change.text.removeprefix(asset.text)

    assert "Run `python" not in added
    assert "Run the link check before tagging a release." in added


def test_an_asset_that_states_all_of_it_gets_nothing() -> None:
    """`nothing worth proposing` is an answer."""
    asset = make_asset("\n".join(item.text for item in link_checker()), RELEASE)

    assert f"{RELEASE} states all of it already" == why_not(tried(enhancing(RELEASE), assets=(asset,)))


def test_the_next_closest_asset_takes_what_the_closest_can_not() -> None:
    """An open fence in one file is no reason to lose the practice."""
    other = "plugins/p/skills/docs/SKILL.md"
    assets = (make_asset("```\nopen\n", RELEASE), make_asset("# Docs\n", other))

    assert other == only(tried(enhancing(RELEASE, other), assets=assets)).change.path


def test_two_proposals_of_one_run_never_edit_one_asset() -> None:
    """Both can't be shown against the same bytes and then both be written."""
    pair = [enhancing(RELEASE, pattern=make_pattern(fingerprint=letter * 64)) for letter in "ab"]

    found = tried(*pair, assets=(make_asset("# Release\n", RELEASE),))

    assert 1 == len(found.proposals)
    assert "one form can't hold both" in found.declined[0].reason


def test_a_mediation_edits_the_line_that_the_work_contradicted_and_quotes_the_other() -> None:
    """The reader sees both sides with their places."""
    docs = "plugins/p/skills/docs/SKILL.md"
    tells = make_asset("# Docs\n\n- Run `python scripts/check_links.py docs` first.\n", docs)
    forbids = make_asset("# Release\n\nNever run `python scripts/check_links.py docs`.\n", RELEASE)
    (collision,) = contend(FieldHarvest(patterns=(make_pattern(),)), make_hub(tells, forbids), {}, HubSettings())

    proposal = only(tried(collision, assets=(tells, forbids)))

    assert (RELEASE, f"{RELEASE}:3") == (proposal.change.path, proposal.displaces)
    assert f"at odds with `{docs}:3`" in proposal.change.text


@pytest.mark.parametrize(
    ("route", "said"),
    [("field signal", "bound to this field's domain"), ("enhancement", "gone"), ("mediation", "gone")],
)
def test_a_route_without_a_home_gets_no_text(route: str, said: str) -> None:
    """What belongs to the field, or to an asset that is gone, is said and not drafted."""
    assert said in why_not(tried(make_collision(route=route, reason="bound to this field's domain")))


def test_work_that_was_reverted_is_nothing_to_repeat() -> None:
    """The field took it back."""
    assert "reverted" in why_not(tried(make_collision(make_pattern(fate="reverted"))))


@pytest.mark.parametrize(
    ("now", "before", "said"),
    [(False, True, "no Done When test holds in the field now"), (True, False, "held before the work was done")],
)
def test_a_pattern_that_turned_no_test_gets_no_skill(now: bool, before: bool, said: str) -> None:
    """Without a test that is true now and was false before, nobody could tell the work from its absence."""
    collision = make_collision()
    facts = {collision.pattern.fingerprint: answer(collision.pattern, true_now=now, false_before=before)}

    assert said in why_not(innovate([collision], make_hub(), facts, SETTINGS))


def test_a_pattern_that_nothing_can_be_asked_of_gets_no_skill() -> None:
    """A reason alone is no place to look."""
    pattern = make_pattern("x y z", [make_item("reason", "Because it broke.", quote="fix it")])

    assert "names no file and no line" in why_not(tried(make_collision(pattern)))


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([make_item("command", "make check-links", "Makefile", 3)], "1 of the 2 steps"),
        ([make_item("file", path, path, 1, quote="3edfa976") for path in ("a/x.sh", "a/y.sh")], "no command, rule"),
    ],
)
def test_evidence_that_tells_too_little_gets_no_skill(items: list[EvidenceItem], said: str) -> None:
    """That two files came to be is not enough to do it again."""
    assert said in why_not(tried(make_collision(make_pattern("x y z", items))))


@settings(deadline=None)  # the machine may be busy
@given(st.permutations(range(7)))
def test_the_best_come_first_whatever_the_order_they_come_in(order: list[int]) -> None:
    """Impact, then recurrence, then survival, then new ground, then evidence; the fingerprint decides the rest."""
    rich, poor = link_checker(), link_checker()[:2]
    ranked = [
        make_collision(make_pattern("a b c", apart(1, rich), impact=3)),
        make_collision(make_pattern("d e f", apart(2, rich), recurrence=2)),
        make_collision(make_pattern("g h i", apart(3, rich), recurrence=1)),
        make_collision(make_pattern("m n o", apart(4, rich), fingerprint="1" * 64)),
        make_collision(make_pattern("p q r", apart(5, rich), fingerprint="2" * 64)),
        make_collision(make_pattern("s t u", apart(6, poor))),
        make_collision(make_pattern("j k l", apart(7, rich), fate="unknown")),
    ]

    found = tried(*(ranked[at] for at in order))

    assert [each.id for each in ranked[:5]] == [proposal.collision for proposal in found.proposals]
    assert [Declined(collision=each.id, reason="5 better ones fill the form") for each in ranked[5:]] == list(
        found.declined
    )


@pytest.mark.parametrize(("limit", "setting", "count"), [(5, 5, 5), (2, 5, 2), (5, 1, 1)])
def test_no_more_than_the_limit_is_proposed(limit: int, setting: int, count: int) -> None:
    """A form that nobody reads to its end asks nothing."""
    patterns = [make_pattern(evidence=apart(n, link_checker()), fingerprint=f"{n}" * 64) for n in range(6)]
    collisions = [make_collision(pattern) for pattern in patterns]
    facts = {each.pattern.fingerprint: answer(each.pattern) for each in collisions}
    settings = HubSettings(loop=LoopSettings(proposals=setting))

    assert count == len(propose(collisions, make_hub(), facts, settings, limit=limit))


def test_every_collision_is_answered_for() -> None:
    """Proposed or declined, none goes missing."""
    collisions = [make_collision(make_pattern(fingerprint=f"{number}" * 64)) for number in range(7)]

    found = tried(*collisions)

    answered = [proposal.collision for proposal in found.proposals] + [each.collision for each in found.declined]
    assert sorted(each.id for each in collisions) == sorted(answered)


def test_the_prediction_of_a_new_skill_is_that_it_is_used() -> None:
    """A file that isn't there yet has been used by nobody: that baseline is known, not guessed."""
    check = only(tried(make_collision())).check

    assert check is not None
    assert ("skill_uses", "check-links-of-docs", "up", 2, 0) == (
        check.kind,
        check.target,
        check.direction,
        check.threshold,
        check.baseline,
    )
    assert check.window_sessions and check.window_days


@pytest.mark.parametrize(("recurrence", "direction"), [(0, "absent"), (2, "down")])
def test_the_prediction_of_a_mended_fault_is_that_it_stays_away(recurrence: int, direction: str) -> None:
    """The baseline is what earlier sessions showed."""
    pattern = make_pattern(kind="error → solution", recurrence=recurrence)
    check = only(tried(make_collision(pattern))).check

    assert check is not None
    assert ("recurrences", pattern.fingerprint, direction, 0, recurrence) == (
        check.kind,
        check.target,
        check.direction,
        check.threshold,
        check.baseline,
    )


def test_the_tests_of_another_pattern_prove_nothing_here() -> None:
    """A Done When is answered from this pattern's own questions."""
    collision = make_collision()
    foreign = DoneWhenTest(kind="file", path="x", text="`x` exists", true_now=True, false_before=True)

    assert "no Done When" in why_not(
        innovate([collision], make_hub(), {collision.pattern.fingerprint: (foreign,)}, SETTINGS)
    )


def test_a_line_that_a_better_proposal_cites_is_not_told_again() -> None:
    """Two skills with the same steps are one skill too many; the second keeps what is its own."""
    own = [make_item("command", f"make part-{n}", "scripts/own.sh", n) for n in (1, 2)]
    first = make_collision(make_pattern(impact=3))
    second = make_collision(make_pattern("Make the parts by hand", [*link_checker(), *own]))

    better, other = tried(second, first).proposals

    assert first.id == better.collision
    assert "make part-1" in other.change.text and "check_links" not in other.change.text.partition("Done When")[0]
    (declined,) = tried(first, make_collision(make_pattern("The same again"))).declined
    assert "better proposals of this run tell all of it" == declined.reason
