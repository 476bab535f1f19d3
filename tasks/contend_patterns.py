"""Step 2, contention-layer: each pattern, regression and retrospective point against every asset (SPEC 4.8)."""

from pathlib import Path

from harvest_loop.adapters.git_own_records import own_assets
from harvest_loop.domain.contention import contend, fullest_folder
from harvest_loop.domain.cover_index import CoverIndex
from harvest_loop.domain.overlap import rank_covers
from harvest_loop.domain.regressed import collide_points, collide_regressions, point_pattern
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.regressions import Regression
from harvest_loop.schemas.retrospective import RetroPoint
from harvest_loop.tasks.step import step


@step("2 contention-layer")
def contend_patterns(
    opened: OpenedHub,
    evidence: SessionEvidence,
    harvest: FieldHarvest,
    regressions: tuple[Regression, ...] = (),
    points: tuple[RetroPoint, ...] = (),
) -> tuple[Collision, ...]:
    """Return one collision each; a disagreement is a result, not an error. Held patterns wait outside, alone.

    Raises: FieldError when the field can't be read.
    """
    told = [(one.against.path, one.against.line) for one in regressions if one.against is not None]
    points = tuple(point for point in points if (point.pointer.path, point.pointer.line) not in told)
    if harvest.held and not points:
        return collide_regressions(regressions, opened.hub)
    index = CoverIndex(opened.hub.assets)
    patterns = () if harvest.held else _contend(opened, evidence, harvest, index)
    asked = map(point_pattern, points)
    covers = {pattern.fingerprint: rank_covers(query_of(pattern), index) for pattern in asked}
    folder = fullest_folder(opened.hub, opened.settings)
    return (
        *patterns,
        *collide_regressions(regressions, opened.hub),
        *collide_points(points, opened.hub, covers, folder),
    )


def _contend(
    opened: OpenedHub, evidence: SessionEvidence, harvest: FieldHarvest, index: CoverIndex
) -> tuple[Collision, ...]:
    covers = {pattern.fingerprint: rank_covers(query_of(pattern), index) for pattern in harvest.patterns}
    own = own_assets(Path(evidence.git.field_root), opened.hub)
    return contend(harvest, opened.hub, covers, opened.settings, own=own)


def query_of(pattern: Pattern) -> str:
    """What is asked of the hub: the pattern's title, topic and the sentences of its evidence."""
    sentences = [item.text for item in pattern.evidence if item.role in ("rule", "reason", "command")]
    return "\n".join([pattern.title, " ".join(pattern.topic), *sentences])
