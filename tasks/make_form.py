"""The form of the run, under a name that no earlier run has (SPEC 4.15)."""

from datetime import UTC, datetime
from pathlib import Path

from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.domain.curation import with_ids
from harvest_loop.domain.forms import crowds_left_out, form_lines
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.judgement import JudgedCandidate
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.leased_changes import Leases
from harvest_loop.tasks.step import step


@step("form")
def make_form(
    request: PinnedRequest,
    opened: OpenedHub,
    evidence: SessionEvidence,
    judged: tuple[JudgedCandidate, ...],
    curation: tuple[CurationLine, ...] = (),
    left_out: tuple[str, ...] = (),
) -> Form:
    """Return the form; its lines may be none. `left_out` says how many lines of the curator's it has no room for.

    What a lease covers now is not asked about (SPEC 8.4).
    """
    day = local_day(request.now, request.zone)
    proposals = form_lines(judged, day=day, taken=opened.manifest_ids)
    taken = (*opened.manifest_ids, *(line.manifest_id for line in proposals))
    asked, leased = Leases(opened).sorted_out(curation)
    run = run_name(request, opened, evidence)
    return Form(
        run=run,
        session_key=evidence.session_key,
        session_id8=evidence.session_id8,
        mode=request.mode,
        source=evidence.source,
        field_root=evidence.git.field_root,
        hub_root=opened.hub.root,
        day=day,
        asked_at=datetime.fromtimestamp(request.now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        record=f"{opened.settings.paths.meta}/harvest_{run}.md",
        lines=(*proposals, *with_ids(asked, day=day, taken=taken)),
        left_out=(*crowds_left_out(judged), *left_out),
        leased=tuple(line.fingerprint for line in leased),
    )


def run_name(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> str:
    """Return the name that this run's form, record and receipts stand under: one that no earlier run has."""
    folder = meta_folder(Path(opened.hub.root), opened.settings)
    return _free_name(folder, f"{local_day(request.now, request.zone)}_{evidence.session_id8}_{request.mode}")


def _free_name(folder: Path, stem: str) -> str:
    count = 1
    name = stem
    while (folder / f"harvest_{name}.md").exists() or (folder / f"pending_{name}.json").exists():
        count += 1
        name = f"{stem}-{count}"
    return name
