"""Step 0-d: the session's retrospective, from measurements, where the person granted it (SPEC 4.5)."""

from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.domain.guarded_axes import axes_not_run
from harvest_loop.domain.retrospective import (
    improvement_points,
    retrospect,
    retrospective_section,
    retrospective_signal,
)
from harvest_loop.domain.signals import signal_name
from harvest_loop.domain.transcript_evidence import count_of
from harvest_loop.domain.verification_page import reverts
from harvest_loop.errors import HubError
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.guarded import Guarded
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.retrospective import RetroOutcome, Retrospective
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.verification import Verification
from harvest_loop.tasks.offer_retrospective import is_due
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.step import step

_DECLINED = "skipped: close_retro is declined"
_OFFERED = "not run: nobody was asked yet; in a terminal the close asks once, after its form"


@step("0-d retrospective")
def retrospect_session(
    request: PinnedRequest,
    opened: OpenedHub,
    evidence: SessionEvidence,
    verification: Verification,
    harvest: FieldHarvest,
    guarded: Guarded,
) -> RetroOutcome:
    """Write the section into today's signal and return what it says; without a grant nothing is written.

    Raises: HubError when the signal can't be read or written, ConflictError when others keep writing it.
    """
    root = Path(opened.hub.root)
    why_not = _why_not(root, opened.settings)
    if why_not is not None:
        return RetroOutcome(why_not=why_not)
    looked_back = _look_back(evidence, verification, harvest, guarded)
    section = retrospective_section(looked_back)
    day, source = local_day(request.now, request.zone), evidence.source
    path = meta_folder(root, opened.settings) / signal_name(day, source)
    hub_files.change(root, path, lambda text: retrospective_signal(text, section, day=day, source=source))
    return RetroOutcome(
        done=True,
        points=len(looked_back.points),
        improvements=improvement_points(None if evidence.transcripts == "unknown" else evidence.transcripts),
        corrections=looked_back.corrections.count,
        repeats=looked_back.repeats.count,
        signal=path.relative_to(root).as_posix(),
    )


def _why_not(root: Path, settings: HubSettings) -> str | None:
    """Return why it doesn't run; None: the person granted it, which is the only thing that does (SPEC 4.5)."""
    read = read_profile(root, settings)
    if read.profile.close_retro == "granted":
        return None
    if read.profile.close_retro == "declined":
        return _DECLINED
    try:
        if is_due(root, settings):
            return _OFFERED
    except HubError as error:
        return f"not run: {error}"
    return f"not run: {read.absent or next(iter(read.problems), 'close_retro is unset')}"


def _look_back(
    evidence: SessionEvidence, verification: Verification, harvest: FieldHarvest, guarded: Guarded
) -> Retrospective:
    facts = None if evidence.transcripts == "unknown" else evidence.transcripts
    failed = None if facts is None else count_of(facts, "failed commands", facts.failed_commands)
    return retrospect(
        facts,
        caught_by_itself={
            "commands that failed": failed,
            "0-a quench": len(guarded.quench.regressions),
            "0-c predictions": len(reverts(verification)),
            "0 regression guard": len(guarded.guard.regressions),
        },
        caught_by_others={},
        axes_not_run=axes_not_run(guarded),
        seen_before=[pattern.title for pattern in harvest.patterns if pattern.recurrence],
        why_no_facts=evidence.transcript_unread or "no transcript was read",
    )
