"""Step 0-a: the assets that the session changed, three axes each (SPEC 4.1)."""

from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.asset_versions import AssetVersions
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.domain.quench.axes import quench_one
from harvest_loop.domain.quench.black_box import without_entry
from harvest_loop.domain.quench.gathered import joined, named_in_field
from harvest_loop.domain.quench.left_behind import left_behind
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.regressions import AxisWord, Quench, Regression
from harvest_loop.tasks.changed_versions import Changed, read_changed
from harvest_loop.tasks.rooms_of_assets import Room, rooms_of
from harvest_loop.tasks.step import step

_DELETED = "it was deleted in the session; what still names it is listed with the assets that do"


@step("0-a quench")
def quench_assets(opened: OpenedHub, evidence: SessionEvidence) -> Quench:
    """Return what no longer stands of the session's changed assets, in the hub and in a field that has some.

    Raises: FieldError when the field or the hub can't be read any more, ManifestError for a manifest.
    """
    rooms, notes = rooms_of(opened, evidence)
    parts = [_quenched(room, opened, evidence) for room in rooms]
    return joined(parts, notes)


def _quenched(room: Room, opened: OpenedHub, evidence: SessionEvidence) -> Quench:
    with AssetVersions(room.root, room.prefix) as versions:
        changed = read_changed(room, versions, opened.settings)
    words: list[AxisWord] = []
    regressions: list[Regression] = []
    for version in changed.versions:
        said, found = quench_one(version, changed.world, changed.earlier, changed.moves, changed.elsewhere(version))
        words += said
        regressions += found
    words += [
        AxisWord(asset=path, axis="regression", checked=0, failed=0, why_not=_DELETED) for path in changed.deleted
    ]
    here = {version.now.path for version in changed.versions}
    gone = changed.gone_assets
    for word, found in left_behind(changed.world, changed.earlier, changed=here, gone=gone, moves=changed.moves):
        words.append(word)
        regressions += found
    quench = Quench(
        assets=tuple(sorted((*here, *changed.deleted))),
        words=tuple(words),
        regressions=tuple(regressions),
        black_box=_black_box(changed, opened, evidence) if room.in_hub else (),
        notes=changed.notes,
    )
    return quench if room.in_hub else named_in_field(quench, evidence.source)


def _black_box(changed: Changed, opened: OpenedHub, evidence: SessionEvidence) -> Sequence[str]:
    window = evidence.git.window
    entries = read_manifest(Path(opened.hub.root), opened.settings)
    return without_entry(changed.changes, entries, since=local_day(window.since, window.zone))
