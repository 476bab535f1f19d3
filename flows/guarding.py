"""Check the harness that the session worked with: its changed assets, what it prescribes, its words (SPEC 4.1, 4.6)."""

from uuid import UUID

from harvest_loop.domain.drift.page import drift_page
from harvest_loop.domain.regression_page import guard_page
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.guarded import Guarded
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.regressions import Quench
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.guard_session import guard_session
from harvest_loop.tasks.show_progress import show_step
from harvest_loop.tasks.watch_drift import watch_drift


def guard_harness(
    opened: OpenedHub,
    evidence: SessionEvidence,
    read: TranscriptRead,
    quench: Quench,
    progress: UUID,
    *,
    with_waiting: bool,
) -> Guarded:
    """Return what step 0 found beside the quench; what no longer stands goes to contention."""
    guard = guard_session(opened, evidence, quench, with_waiting=with_waiting)  # 0 (a)
    show_step(progress, "guard", guard_page(guard))
    drift = watch_drift(opened, evidence, read)  # 0 (b); it warns, and goes nowhere
    show_step(progress, "drift", drift_page(drift))
    return Guarded(quench=quench, guard=guard, drift=drift)
