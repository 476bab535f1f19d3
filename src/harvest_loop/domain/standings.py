"""What becomes of a session in one of its repositories: it waits, is offered, is run, or is done with (SPEC 3.1)."""

from typing import Literal

from harvest_loop.domain.inbox_sessions import has_ended, newest_moment
from harvest_loop.schemas.inbox import FieldStanding, FieldState, InboxSession, RunState, StartedRun

A_DAY = 5  # sessions without a marker that are taken up on one day
ATTEMPTS = 3

Mode = Literal["forced", "proposal"]

GOES_ON = "it still goes on"
LISTED = "listed only: the first sweep takes up nothing that no hook told of"
LATER = f"at most {A_DAY} sessions a day are taken up that no hook told of, the newest first"


def standing_with_run(standing: FieldStanding, state: RunState, why: str, *, now: int) -> FieldStanding:
    """Return the standing after a look at its run; one that is gone or failed waits to be started again."""
    run = standing.run
    if standing.state != "under way" or run is None or state == "under way":
        return standing
    if state == "ended well":
        covers = max(standing.covers or 0, run.request.now or 0)
        return _moved(standing, "harvested", why, now).model_copy(update={"covers": covers})
    if state == "cancelled":
        return _moved(standing, "skipped", why, now).model_copy(update={"covers": run.request.now})
    return _moved(standing, "failed", why, now)


def standing_with_hub(standing: FieldStanding, covers: int | None, session: InboxSession, *, now: int) -> FieldStanding:
    """Return the standing after a look into the hub's own record of what was harvested up to when."""
    known = max((moment for moment in (standing.covers, covers) if moment is not None), default=None)
    moved = standing.model_copy(update={"covers": known})
    if moved.state in ("under way", "skipped") or known is None or known < newest_moment(session):
        return moved
    return moved if moved.state == "harvested" else _moved(moved, "harvested", "", now)


def is_open(standing: FieldStanding, session: InboxSession) -> bool:
    """Tell whether there is something of the session to harvest here."""
    if standing.state == "under way" or standing.hub is None or standing.repository.startswith("none:"):
        return False
    if standing.state == "failed" and not _has_new_work(standing, session):
        return standing.run is not None and standing.run.attempt < ATTEMPTS
    return standing.state in ("waits", "offered", "failed") or _has_new_work(standing, session)


def settle_standing(
    standing: FieldStanding,
    session: InboxSession,
    *,
    mode: Mode,
    may_take: bool,
    why_not: str,
    now: int,
) -> FieldStanding:
    """Return what becomes of an open standing now; `waits` with no reason left means: start its run.

    `may_take` tells whether the session may be taken up today, `why_not` why it may not.
    """
    if not has_ended(session, now=now):
        return _moved(standing, "waits", GOES_ON, now)
    if not may_take:
        return _moved(standing, "waits", why_not, now)
    if mode == "proposal" and standing.state != "failed":
        return _moved(standing, "offered", f"harvest close --session {session.key}", now)
    return _moved(standing, "waits", "", now)


def is_due(standing: FieldStanding) -> bool:
    """Tell whether a settled standing is to be run."""
    return standing.state == "waits" and not standing.why


def started(standing: FieldStanding, run: StartedRun, *, now: int) -> FieldStanding:
    """Return the standing whose run was just started."""
    return _moved(standing, "under way", "", now).model_copy(update={"run": run})


def next_attempt(standing: FieldStanding, session: InboxSession) -> int:
    """Return which attempt the next run is; new work is a new beginning."""
    if standing.run is None or _has_new_work(standing, session):
        return 1
    return standing.run.attempt + 1


def closed(standing: FieldStanding, why: str, *, now: int) -> FieldStanding:
    """Return the standing after a person closed the session; a run that is under way goes on."""
    if standing.state == "under way":
        return standing
    return _moved(standing, "harvested", why, now).model_copy(update={"covers": now})


def skipped(standing: FieldStanding, why: str, session: InboxSession, *, now: int) -> FieldStanding:
    """Return a standing with nothing to harvest; work after this moment opens it again."""
    return _moved(standing, "skipped", why, now).model_copy(update={"covers": newest_moment(session)})


def _has_new_work(standing: FieldStanding, session: InboxSession) -> bool:
    if standing.state == "failed" and standing.run is not None:
        return newest_moment(session) > (standing.run.request.now or 0)
    return standing.covers is not None and newest_moment(session) > standing.covers


def _moved(standing: FieldStanding, state: FieldState, why: str, now: int) -> FieldStanding:
    if (state, why) == (standing.state, standing.why):
        return standing
    return standing.model_copy(update={"state": state, "why": why, "at": now})
