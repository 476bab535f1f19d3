"""Sets what no longer stands, and what the retrospective found, against the assets as patterns are (SPEC 4.5, 4.8)."""

import hashlib
from collections.abc import Mapping, Sequence

from harvest_loop.domain.overlap import covers as is_covering
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import AssetLine, Candidate, Collision, ConflictType, Cover, Route, Severity
from harvest_loop.schemas.patterns import EvidenceItem, MatterKind, Pattern, Pointer
from harvest_loop.schemas.regressions import Regression
from harvest_loop.schemas.retrospective import RetroPoint

HUB = "hub"
REGRESSION: MatterKind = "regression"
POINT: MatterKind = "retrospective point"
ANSWERS: MatterKind = "answers over sessions"

_TITLE = 120
_TOPIC = 6
_IMPACT: Mapping[Severity, int] = {"S": 3, "A": 2, "B": 1}


def is_matter(pattern: Pattern) -> bool:
    """Whether it entered contention beside the patterns: nothing that a field practised, so never held or met again."""
    return pattern.kind in (REGRESSION, POINT, ANSWERS)


def prints_of(candidate: Candidate) -> tuple[str, ...]:
    """The fingerprints of all that a candidate answers: one, or one for each line that a repair mends."""
    return tuple(pattern.fingerprint for pattern in (candidate.pattern, *candidate.beside))


def kind_of_regression(pattern: Pattern) -> str:
    """The few words that say what kind of regression it is; empty: it is none."""
    return pattern.title.partition(": ")[0] if pattern.kind == REGRESSION else ""


def collide_regressions(regressions: Sequence[Regression], hub: Hub) -> tuple[Collision, ...]:
    """Return one collision a regression, each thing once, gravest first within a step's order."""
    patterns = {one.fingerprint: (one, told) for told in regressions for one in (regression_pattern(told),)}
    return tuple(_regressed(pattern, told, hub) for pattern, told in patterns.values())


def collide_points(
    points: Sequence[RetroPoint], hub: Hub, covers: Mapping[str, tuple[Cover, ...]], folder: str
) -> tuple[Collision, ...]:
    """Return one collision a retrospective point; `covers` is keyed by fingerprint."""
    found: list[Collision] = []
    for pattern in map(point_pattern, points):
        above = [cover for cover in covers.get(pattern.fingerprint, ()) if is_covering(cover)]
        route: Route = "enhancement" if above else "new skill"
        found.append(
            Collision(
                id=f"c-{pattern.fingerprint[:10]}",
                pattern=pattern,
                relation="overlaps" if above else "not covered",
                route=route,
                covers=tuple(above),
                not_compared=len(hub.unreadable),
                folder=folder,
                reason=f"{above[0].name} covers its subject" if above else "no asset covers it",
            )
        )
    return tuple(found)


def regression_pattern(told: Regression) -> Pattern:
    """The regression as contention takes it; it is remembered by what stood where and what speaks against it."""
    line, against = told.line, told.against
    evidence = [EvidenceItem(role="rule", text=line.text, pointer=_pointer(line))]
    if against is not None:
        pointer = _pointer(against) if isinstance(against, AssetLine) else against
        evidence.append(EvidenceItem(role="reason", text=told.message, pointer=pointer))
    parts = (told.axis, told.kind, told.asset, " ".join(line.text.split()), *_content(against))
    return Pattern.model_validate(
        {
            "fingerprint": _digest(REGRESSION, *parts),
            "kind": REGRESSION,
            "title": one_line(f"{told.kind}: {told.asset}:{line.line} “{line.text}”", limit=_TITLE),
            "topic": _topic(line.text),
            "commits": (),
            "paths": (told.asset,),
            "evidence": tuple(evidence),
            "absorbed_into": "meta",
            "impact": _IMPACT[told.severity],
        }
    )


def point_pattern(point: RetroPoint) -> Pattern:
    """The point as contention takes it."""
    return Pattern(
        fingerprint=_digest(POINT, " ".join(plain_words(point.what))),
        kind=POINT,
        title=one_line(point.text, limit=_TITLE),
        topic=_topic(point.what),
        commits=(),
        paths=(),
        evidence=(EvidenceItem(role="reason", text=point.text, pointer=point.pointer),),
        absorbed_into="meta",
        impact=1,
    )


def _regressed(pattern: Pattern, told: Regression, hub: Hub) -> Collision:
    conflict = _conflict(told)
    return Collision(
        id=f"c-{pattern.fingerprint[:10]}",
        pattern=pattern,
        relation="at odds" if conflict else "overlaps",
        route="mediation" if conflict else "enhancement",
        conflict=conflict,
        not_compared=len(hub.unreadable),
        reason=_why(told, hub),
        regression=told,
    )


def _why(told: Regression, hub: Hub) -> str:
    names = {asset.path: _named(asset) for asset in hub.assets}
    return f"{names.get(told.asset, told.asset)}: {told.kind} ({told.step})"


def _named(asset: Asset) -> str:
    return f"{asset.kind} {asset.name}" if asset.kind == "skill" else asset.path


def _conflict(told: Regression) -> ConflictType | None:
    """The type that a contradiction's kind names."""
    types: tuple[ConflictType, ...] = ("criteria", "scope", "order", "philosophy", "track")
    return next((one for one in types if told.axis == "contradiction" and told.kind.endswith(one)), None)


def _content(against: AssetLine | Pointer | None) -> tuple[str, ...]:
    """What speaks against it, without the places that change from session to session."""
    if against is None:
        return ()
    if isinstance(against, AssetLine):
        return against.path, " ".join(against.text.split())
    return (" ".join(against.quote.split()),)


def _pointer(line: AssetLine) -> Pointer:
    return Pointer(sha=HUB, path=line.path, line=line.line, quote=line.text)


def _topic(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in plain_words(text) if len(word) > 3))[:_TOPIC]


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
