"""Sets each pattern against every asset: overlap, new ground, or two assets at odds (SPEC 4.8)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from harvest_loop.domain.at_odds import stances_of
from harvest_loop.domain.conflicts import conflicts_in
from harvest_loop.domain.disputes import Dispute, dispute_over
from harvest_loop.domain.facts import PRACTICAL
from harvest_loop.domain.overlap import covers as is_covering
from harvest_loop.domain.words import words_of
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import Collision, Cover, Relation, Route
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.settings import HubSettings

# An asset below this figure shares a few words by chance.
CLOSEST = 0.05
CLAIM_WORDS = 3
CLAIM_CLOSENESS = 0.8


def contend(
    harvest: FieldHarvest,
    hub: Hub,
    covers: Mapping[str, tuple[Cover, ...]],
    settings: HubSettings,
    *,
    own: Mapping[str, str] | None = None,
) -> tuple[Collision, ...]:
    """Return one collision a pattern, in the harvest's order; `covers` is keyed by fingerprint, closest asset first.

    `own` names the assets that lie in the field, by their path there: what they carry is in the harness already.

    Of the conflict types a program sees criteria, scope, order and philosophy where two lines say so literally; track
    conflicts, and those of meaning, are left to a judge that reads meaning.
    """
    stances, conflicts = stances_of(hub.assets), conflicts_in(hub.assets)
    return tuple(
        _collision(
            pattern,
            hub,
            covers.get(pattern.fingerprint, ()),
            folder=folder_for(pattern, hub, settings),
            dispute=dispute_over(pattern, stances, conflicts),
            home=_own_asset(pattern, own or {}),
        )
        for pattern in harvest.patterns
    )


def folder_for(pattern: Pattern, hub: Hub, settings: HubSettings) -> str:
    """Where a new skill for the pattern would stand: the routed folder, else the one with most skills (SPEC 4.8)."""
    routes = {"commons": settings.routes.commons, "meta": settings.routes.meta}
    routed = (routes.get(pattern.absorbed_into) or "").strip("/")
    return routed or fullest_folder(hub, settings)


def fullest_folder(hub: Hub, settings: HubSettings) -> str:
    """The folder with most skills; without any, the first that harvest.toml names."""
    folders = Counter(skill.path.rsplit("/", 2)[0] for skill in hub.skills if skill.path.count("/") > 1)
    if folders:
        return min(folders, key=lambda folder: (-folders[folder], folder))
    return next((glob[: -len("/*/")] for glob in settings.paths.skills if glob.count("*") == 1), "skills")


def is_bug_only(pattern: Pattern) -> bool:
    """Whether one fix without a guard is all there is: a bug, not another angle of validation (SPEC 4.8)."""
    guarded = any(item.role in ("guard", "rule", "file") for item in pattern.evidence)
    return pattern.kind == "error → solution" and not guarded and len(pattern.commits) < 2 and not pattern.recurrence


def _own_asset(pattern: Pattern, own: Mapping[str, str]) -> str | None:
    """The hub's asset that carries the pattern, if most of what it tells stands in assets; else None."""
    told = [item.pointer.path for item in pattern.evidence if item.role in PRACTICAL and item.pointer.path is not None]
    held = [own[path] for path in told if path in own]
    if pattern.paths[:1] and pattern.paths[0] in own:
        return own[pattern.paths[0]]
    return held[0] if held and len(held) * 2 > len(told) else None


def _collision(
    pattern: Pattern, hub: Hub, covers: tuple[Cover, ...], *, folder: str, dispute: Dispute | None, home: str | None
) -> Collision:
    above = tuple(cover for cover in covers if is_covering(cover))
    relation: Relation = "at odds" if dispute else "overlaps" if above else "not covered"
    route, reason = _route(pattern, dispute, above, home)
    return Collision(
        id=f"c-{pattern.fingerprint[:10]}",
        pattern=pattern,
        relation=relation,
        route=route,
        covers=tuple(cover for cover in covers if cover.figure >= CLOSEST)[:3],
        conflict=dispute.type if dispute else None,
        at_odds=(dispute.followed, dispute.contradicted) if dispute else (),
        not_compared=len(hub.unreadable),
        folder=folder,
        claimed_by=_claimants(pattern, above, hub),
        reason=reason,
    )


def _route(pattern: Pattern, dispute: Dispute | None, above: Sequence[Cover], home: str | None) -> tuple[Route, str]:
    """The harvest gate's questions in their order: here already? a bug? domain-bound? at odds? absorbed? new?"""
    if home is not None:
        return "field signal", f"{home} is an asset of this hub, so the harness has it already"
    if is_bug_only(pattern):
        return "field signal", "one fix without a guard: a bug, no other angle of validation"
    if pattern.absorbed_into == "field signal":
        return "field signal", "bound to this field's domain, so it can't be transplanted"
    if dispute is not None:
        return "mediation", dispute.reason
    if above:
        return "enhancement", f"{above[0].name} covers its subject ({above[0].measure} {above[0].figure:.2f})"
    return "new skill", "no asset covers it"


def _claimants(pattern: Pattern, above: Sequence[Cover], hub: Hub) -> tuple[str, ...]:
    """Two skills that cover it about equally and whose descriptions both name its subject, else nothing."""
    skills = {skill.path: skill for skill in hub.skills}
    claims = [cover for cover in above if cover.path in skills and _claims(skills[cover.path], pattern)]
    if len(claims) < 2 or claims[1].figure < CLAIM_CLOSENESS * claims[0].figure:
        return ()
    return tuple(sorted(cover.path for cover in claims[:2]))


def _claims(skill: Asset, pattern: Pattern) -> bool:
    subject = set(words_of(" ".join(pattern.topic)))
    named = subject.intersection(words_of(f"{skill.name} {skill.description}"))
    return len(named) >= max(CLAIM_WORDS, len(subject) // 2 + 1)
