"""What the Critic is sent is built from the shown candidate alone, in both judgements (SPEC 4.11, 5)."""

from collections.abc import Callable

import pytest

from harvest_loop.domain.judges.critic import critic_input, critique
from harvest_loop.domain.judges.innovator import innovate
from harvest_loop.domain.regressed import collide_regressions
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import Attack, AttackKind, Candidate, Collision, Cover, Severity
from harvest_loop.schemas.regressions import Replacement
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.innovate_candidates import repair_candidates
from tests.support.guarded import make_regression
from tests.support.patterns import answer, make_asset, make_attack, make_collision, make_hub

RELEASE = "plugins/p/skills/release/SKILL.md"
DOCS = "plugins/p/skills/docs/SKILL.md"
HUB = make_hub(
    make_asset("# Release\n\n- Run `scripts/old_links.sh` first.\n", RELEASE),
    make_asset("# Docs\n\n- Run `python scripts/check_links.py docs` first.\n", DOCS),
)
CANARY = "canary"


def _new_skill() -> Collision:
    return make_collision(reason=f"{CANARY}-gate")


def _enhancement() -> Collision:
    cover = Cover(path=RELEASE, name="release", measure="cover similarity", figure=0.4)
    return make_collision(relation="overlaps", route="enhancement", covers=(cover,), reason=f"{CANARY}-gate")


def _mediation() -> Collision:
    sides = (make_attack(asset=DOCS).citation, make_attack(asset=RELEASE).citation)
    collision = make_collision(relation="at odds", route="mediation", conflict="criteria", at_odds=sides)
    return collision.model_copy(update={"reason": f"{CANARY}-gate"})


def _repair() -> Collision:
    replacement = Replacement(old="scripts/old_links.sh", new="scripts/check_links.py")
    regression = make_regression(text="- Run `scripts/old_links.sh` first.", repair=replacement)
    told = regression.model_copy(update={"message": f"{CANARY}-message"})
    (collision,) = collide_regressions([told], HUB)
    return collision.model_copy(update={"reason": f"{CANARY}-gate"})


KINDS: dict[str, Callable[[], Collision]] = {
    "new skill": _new_skill,
    "skill enhancement": _enhancement,
    "mediation": _mediation,
    "repair": _repair,
}


def candidate_of(kind: str, hub: Hub, *attacks: tuple[Severity, AttackKind]) -> Candidate:
    """A candidate of the kind, under attacks that carry canaries in every word of theirs."""
    collision = KINDS[kind]()
    facts = {collision.pattern.fingerprint: answer(collision.pattern)}
    proposals = innovate([collision], hub, facts, HubSettings()).proposals
    found = synthesize([collision], [_attack(collision, *one) for one in attacks], proposals, frozenset())
    (candidate,) = found
    assert kind == candidate.kind
    return candidate.model_copy(update={"why": f"{CANARY}-why {candidate.why}"} if attacks else {})


def _attack(collision: Collision, severity: Severity, kind: AttackKind) -> Attack:
    attack = make_attack(severity, kind, collision=collision.id, asset=f"{CANARY}-asset")
    line = attack.citation.model_copy(update={"text": f"{CANARY}-line"})
    return attack.model_copy(update={"reason": f"{CANARY}-reason", "citation": line})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("attack", [("S", "overturns"), ("A", "overturns"), ("B", "handled"), ("A", "complicates")])
def test_no_attack_grade_or_rationale_is_sent(kind: str, attack: tuple[Severity, AttackKind]) -> None:
    """A candidate reads the same however it was attacked and graded."""
    calm, attacked = candidate_of(kind, HUB), candidate_of(kind, HUB, attack)

    assert calm.grade != attacked.grade
    assert CANARY not in critic_input(attacked).model_dump_json()
    assert critic_input(calm) == critic_input(attacked)


@pytest.mark.parametrize("kind", ["new skill", "skill enhancement", "mediation"])
def test_nor_is_it_in_the_second_judgement(kind: str) -> None:
    """What came back from the one re-synthesis is judged as blindly, and holds no word of the first judgement."""
    candidate = candidate_of(kind, HUB, ("A", "overturns"))
    assert candidate.proposal is not None
    change = candidate.proposal.change
    texts = {name: getattr(change, name).replace("1. ", "1. Run `foreign --tool` or ", 1) for name in ("text", "shown")}
    proposal = candidate.proposal.model_copy(update={"change": change.model_copy(update=texts)})
    spoiled = candidate.model_copy(update={"proposal": proposal})
    first = critique(critic_input(spoiled))
    assert "FAIL" == first.word

    told = first.model_copy(
        update={"findings": tuple(one.model_copy(update={"message": f"{CANARY}-finding"}) for one in first.findings)}
    )
    (again,) = repair_candidates.fn(((spoiled, told),)).values()

    assert again.hash != spoiled.hash
    assert CANARY not in critic_input(again).model_dump_json()
