"""Sweep the inbox: fold markers into sessions, find those that were missed, and settle what becomes of each (SPEC 3.1).

Loads no engine: most sweeps start no run.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from harvest_loop.adapters import inbox_records as inbox
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.session_fields import NO_REPOSITORY, FieldFinder
from harvest_loop.adapters.started_runs import Fate, Runs, name_of
from harvest_loop.adapters.transcript_folders import list_sessions
from harvest_loop.domain.inbox_coverage import cover
from harvest_loop.domain.inbox_sessions import fold_sessions, is_over
from harvest_loop.domain.standings import (
    A_DAY,
    LATER,
    LISTED,
    closed,
    is_due,
    is_open,
    next_attempt,
    settle_standing,
    skipped,
    standing_with_hub,
    standing_with_run,
    started,
)
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.inbox import FieldStanding, InboxSession, StartedRun, SweepLog, SweepReport, SweptRun
from harvest_loop.schemas.request import HarvestRequest
from harvest_loop.tasks.browsed_session import browsed, count_browsing
from harvest_loop.tasks.find_expired import find_expired
from harvest_loop.tasks.look_at_session import look_at
from harvest_loop.tasks.view_hubs import HubView, HubViews, note_seen

DAYS = 14
NOTHING_CHANGED = "nothing was changed"


@dataclass
class Sweep:
    """One sweep: what it was told, and what it found out on the way."""

    now: int
    zone: str
    runs: Runs
    first: bool
    left: int = A_DAY
    finder: FieldFinder = field(default_factory=FieldFinder)
    hubs: HubViews = field(default_factory=HubViews)
    fates: Mapping[str, Fate] = field(default_factory=dict)
    begun: list[SweptRun] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def survey_inbox(runs: Runs, *, now: int, zone: str) -> SweepReport:
    """Return what was seen and what became of it; runs that were due are started, those of this process to be done.

    Raises: UsageError when the state folder can't be used, OSError when it can't be written.
    """
    with inbox.one_sweep_at_a_time():
        inbox.tidy_markers(now=now)
        log = inbox.read_sweep_log()
        markers, bad_markers = inbox.read_markers()
        known, bad_sessions = inbox.read_inbox_sessions()
        own = inbox.read_skipped()
        found, notes = list_sessions(since=now - DAYS * 24 * 60 * 60)
        sessions = fold_sessions(known, tuple(markers.values()), found, now=now)
        sweep = Sweep(now=now, zone=zone, runs=runs, first=log.first is None, notes=list(notes))
        today = local_day(now, zone)
        sweep.left -= sum(session.taken_on == today for session in sessions)
        sweep.fates = runs.fates(_runs_of(sessions))
        ours = frozenset(own.sessions)
        newest_first = sorted(sessions, key=lambda one: (-(one.marked or one.changed or one.seen), one.key))
        settled = [_sweep_one(sweep, one, own=(one.agent, one.session) in ours) for one in newest_first]
        _keep(settled, before={session.key: session for session in known}, now=now)
        inbox.forget_markers(markers)
        inbox.write_sweep_log(SweepLog(first=log.first or now))
    expired, unseen = find_expired(now=now)
    kept = tuple(sorted(settled, key=lambda one: one.key))
    coverage = cover(
        kept,
        skipped_at_their_end=own.lines,
        at_least=own.at_least,
        unreadable_files=tuple(file.name for file in (*bad_markers, *bad_sessions)),
        unread_transcripts=len(notes),
    )
    return SweepReport(
        sessions=kept,
        coverage=coverage,
        runs=tuple(sweep.begun),
        expired=expired,
        notes=(*sweep.notes, *unseen),
    )


def _keep(sessions: Iterable[InboxSession], *, before: Mapping[str, InboxSession], now: int) -> None:
    """Write what has changed, and let go what is over."""
    for session in sessions:
        if is_over(session, now=now):
            inbox.forget_inbox_session(session)
        elif session != before.get(session.key):
            inbox.write_inbox_session(session)


def settle_run(swept: SweptRun, fate: Fate, *, now: int) -> None:
    """Write down what became of a run that this process did itself."""

    def settled(one: FieldStanding) -> FieldStanding:
        return standing_with_run(one, fate.state, fate.why, now=now) if one.place == swept.place else one

    _change_standings(swept.key, settled)


def note_closed(request: HarvestRequest, why: str) -> None:
    """Write down that a person closed a session that may wait in the inbox."""
    (field,) = FieldFinder().fields_of([request.field])

    def settled(one: FieldStanding) -> FieldStanding:
        is_meant = (one.hub, one.place) == (request.hub, field.place)
        return closed(one, why, now=request.now or 0) if is_meant else one

    _change_standings(request.session, settled)


def _change_standings(key: str | None, change: Callable[[FieldStanding], FieldStanding]) -> None:
    """Write a session anew whose standings are changed; one that the inbox doesn't know is none of its."""
    with inbox.one_sweep_at_a_time():
        for session in inbox.read_inbox_sessions()[0]:
            if session.key == key:
                fields = tuple(change(one) for one in session.fields)
                inbox.write_inbox_session(session.model_copy(update={"fields": fields}))


def _runs_of(sessions: tuple[InboxSession, ...]) -> list[StartedRun]:
    standings = (standing for session in sessions for standing in session.fields)
    return [standing.run for standing in standings if standing.state == "under way" and standing.run is not None]


def _sweep_one(sweep: Sweep, session: InboxSession, *, own: bool) -> InboxSession:
    session = look_at(session, sweep.finder, own=own, now=sweep.now)
    if session.skipped is not None:
        return session
    fields = []
    for standing in session.fields:
        session, settled = _settle(sweep, session, standing)
        fields.append(settled)
    return session.model_copy(update={"fields": tuple(fields)})


def _settle(sweep: Sweep, session: InboxSession, standing: FieldStanding) -> tuple[InboxSession, FieldStanding]:
    """Return the standing as it is now, and the session, which may have been taken up."""
    if standing.run is not None and name_of(standing.run) in sweep.fates:
        fate = sweep.fates[name_of(standing.run)]
        standing = standing_with_run(standing, fate.state, fate.why, now=sweep.now)
    try:
        view = sweep.hubs.find(session, standing)
    except HarvestError as error:
        return session, _without_hub(standing, error, now=sweep.now)
    standing = standing.model_copy(update={"hub": str(view.root)})
    standing = standing_with_hub(standing, view.covers(session, standing), session, now=sweep.now)
    if is_open(standing, session):
        session, standing = _take_up(sweep, session, standing, view)
    note = note_seen(view, session, standing, now=sweep.now)
    sweep.notes += [] if note is None else [note]
    return session, standing


def _without_hub(standing: FieldStanding, error: HarvestError, *, now: int) -> FieldStanding:
    if standing.repository.startswith(NO_REPOSITORY) or standing.state == "under way":
        return standing
    return standing.model_copy(update={"hub": None, "state": "waits", "why": str(error), "at": now})


def _take_up(
    sweep: Sweep, session: InboxSession, standing: FieldStanding, view: HubView
) -> tuple[InboxSession, FieldStanding]:
    told = session.marked is not None or session.taken_on is not None
    settled = settle_standing(
        standing,
        session,
        mode=view.mode,
        may_take=told or (not sweep.first and sweep.left > 0),
        why_not=LISTED if sweep.first else LATER,
        now=sweep.now,
    )
    newly = settled.state == "offered" and standing.state != "offered"
    read = browsed(session, standing, view, now=sweep.now, zone=sweep.zone) if newly else None
    if read is not None:
        note = count_browsing(session, read, view, now=sweep.now, zone=sweep.zone)
        sweep.notes += [] if note is None else [note]
        return session, skipped(standing, NOTHING_CHANGED, session, now=sweep.now)
    due = is_due(settled)
    if (due or settled.state == "offered") and not told:
        sweep.left -= 1
        session = session.model_copy(update={"taken_on": local_day(sweep.now, sweep.zone)})
    return session, _start(sweep, session, settled, view) if due else settled


def _start(sweep: Sweep, session: InboxSession, standing: FieldStanding, view: HubView) -> FieldStanding:
    attempt = next_attempt(standing, session)
    again = standing.run.request if standing.run is not None and attempt > 1 else None
    request = again or HarvestRequest(
        hub=str(view.root),
        field=standing.field,
        mode="forced",
        now=sweep.now,
        zone=sweep.zone,
        agent=session.agent,
        session=session.key,
        transcript=() if session.unreadable else session.files,
    )
    try:
        run = sweep.runs.start(request, attempt, f"{session.key} {standing.root} {request.now} {attempt}")
    except HarvestError as error:
        return standing.model_copy(update={"why": str(error)})
    sweep.begun.append(SweptRun(key=session.key, place=standing.place, request=run.request))
    return started(standing, run, now=sweep.now)
