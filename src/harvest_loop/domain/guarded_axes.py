"""Which checks of the harness did not run, or only in part: a retrospective names them (SPEC 4.5)."""

from harvest_loop.domain.drift.page import drift_unmeasured
from harvest_loop.domain.regression_page import guard_unmeasured
from harvest_loop.schemas.guarded import Guarded


def axes_not_run(guarded: Guarded) -> tuple[str, ...]:
    """Return the names of the axes of step 0 that looked at less than there was, sorted."""
    skipped = {f"0-a {word.axis}" for word in guarded.quench.words if word.why_not}
    notes = (*guard_unmeasured(guarded), *drift_unmeasured(guarded.drift))
    parts = {f"{note.step} (in part)" for note in notes}
    return tuple(sorted(skipped | parts | ({"0-a quench (in part)"} if guarded.quench.notes else set())))
