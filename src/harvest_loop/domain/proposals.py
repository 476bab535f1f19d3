"""Makes one proposal from one collision: a new skill, or a block in the asset that its work belongs to (SPEC 4.9)."""

from collections.abc import Sequence

from harvest_loop.domain.breakages import reasons_of
from harvest_loop.domain.citations import places_cited
from harvest_loop.domain.done_when import born, shown_tests
from harvest_loop.domain.drafts import draft_skill
from harvest_loop.domain.edits import append_block, draft_block, new_steps, unified_diff, why_not_editable
from harvest_loop.domain.facts import PRACTICAL
from harvest_loop.domain.forecast import foresee
from harvest_loop.domain.naming import names_for, title_of, triggers_for
from harvest_loop.domain.overlap import covers as is_covering
from harvest_loop.domain.steps import Step, steps_of
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import AssetLine, Change, Collision, DoneWhenTest, Proposal
from harvest_loop.schemas.patterns import Pattern

FEWEST_STEPS = 2
NOTHING_TOLD = "its evidence names files that came to be, and no command, rule or setting that says what to do"


def new_skill(
    collision: Collision, reached: tuple[DoneWhenTest, ...], taken: frozenset[str], told: str = ""
) -> Proposal | str:
    """A proposal for a skill of its own, or why its evidence doesn't carry one.

    `taken` are names in use; `told` is what better proposals of this run say: a line that they cite isn't told twice.
    """
    pattern = _without_told(collision.pattern, told)
    if pattern is None:
        return "better proposals of this run tell all of it"
    reached = tuple(test for test in reached if test.text not in told) or reached
    steps = steps_of(pattern, born(reached))
    if len(steps) < FEWEST_STEPS:
        return f"its evidence carries {len(steps)} of the {FEWEST_STEPS} steps that a skill needs"
    if not any(step.tells for step in steps):
        return NOTHING_TOLD
    names = names_for(pattern, taken)
    tests = shown_tests(pattern, reached)
    text = draft_skill(pattern, names[0], steps, tests)
    change = Change(kind="new file", path=f"{collision.folder}/{names[0]}/SKILL.md", text=text, shown=text)
    return proposal_of(collision, change, names, tests)


def _without_told(pattern: Pattern, told: str) -> Pattern | None:
    """The pattern without the facts whose very place is cited already; None where nothing is left."""
    cited = places_cited(told)
    items = tuple(
        item
        for item in pattern.evidence
        if item.role not in PRACTICAL or item.pointer.path is None or str(item.pointer) not in cited
    )
    if any(item.role in PRACTICAL for item in items):
        return pattern.model_copy(update={"evidence": items})
    return None


def edit(collision: Collision, hub: Hub, reached: tuple[DoneWhenTest, ...], written: frozenset[str]) -> Proposal | str:
    """A proposal for a block in an existing asset, or why none can take it; `written` are paths that others edit."""
    against = collision.at_odds
    reasons: list[str] = []
    for asset in _homes(collision, hub, against):
        if asset.path in written:
            reasons.append(f"a better proposal of this run edits {asset.path}; one form can't hold both")
        elif (reason := why_not_editable(asset, collision.id)) is not None:
            reasons.append(reason)
        elif not (steps := new_steps(collision.pattern, born(reached), asset)):
            return f"{asset.path} states all of it already"
        elif not any(step.tells for step in steps):
            return NOTHING_TOLD
        else:
            return _addition(collision, asset, steps, shown_tests(collision.pattern, reached), against)
    return "; ".join(reasons) or "the asset that covers it is gone"


def _addition(
    collision: Collision,
    asset: Asset,
    steps: tuple[Step, ...],
    tests: tuple[DoneWhenTest, ...],
    against: tuple[AssetLine, ...],
) -> Proposal:
    pattern = collision.pattern
    block = draft_block(pattern, collision.id, steps, tests, against=against[:1])
    text = append_block(asset.text, block)
    change = Change(
        kind="edit",
        path=asset.path,
        base_sha256=asset.sha256,
        text=text,
        shown=unified_diff(asset.path, asset.text, text),
    )
    names = tuple(dict.fromkeys((asset.name, *names_for(pattern, frozenset({asset.name})))))[:3]
    return proposal_of(collision, change, names, tests, against)


def _homes(collision: Collision, hub: Hub, against: tuple[AssetLine, ...]) -> tuple[Asset, ...]:
    """The assets that could take the block: the contradicted one of a mediation, else those that cover it."""
    paths = [against[1].path] if against else [cover.path for cover in collision.covers if is_covering(cover)]
    by_path = {asset.path: asset for asset in hub.assets}
    return tuple(by_path[path] for path in paths if path in by_path)


def proposal_of(
    collision: Collision,
    change: Change,
    names: tuple[str, ...],
    tests: tuple[DoneWhenTest, ...],
    against: tuple[AssetLine, ...] = (),
) -> Proposal:
    """Return the proposal of a change: what it rests on, and the prediction that it is held to (SPEC 4.9)."""
    pattern = collision.pattern
    forecast = foresee(pattern, change, names[0])
    return Proposal(
        collision=collision.id,
        abstraction=f"{pattern.kind}: {title_of(pattern)}",
        names=names,
        triggers=triggers_for(pattern),
        done_when=tests,
        displaces=f"{against[1].path}:{against[1].line}" if against else None,
        predicted_impact=forecast.impact,
        predicted_measurable_by=forecast.measurable_by,
        check=forecast.check,
        confidence=forecast.confidence,
        change=change,
        pointers=tuple(dict.fromkeys(pointer for item in pattern.evidence for pointer in item.pointers)),
        sentences=tuple(reason.text for reason in reasons_of(pattern)),
        asset_lines=against,
        source=pattern.source,
    )


def names_in_use(hub: Hub, proposals: Sequence[Proposal]) -> frozenset[str]:
    """The names that a new skill can't have: those of skills, of their folders, and of this run's other proposals."""
    skills = {name for skill in hub.skills for name in (skill.name, *skill.path.split("/")[-2:-1])}
    return frozenset(skills | {proposal.names[0] for proposal in proposals})
