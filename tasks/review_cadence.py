"""Look over a cycle of four weeks: which higher routes were taken, what signals repeat (SPEC 4.13, 6-b)."""

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from harvest_loop.adapters import clock, hub_state
from harvest_loop.adapters.harvest_state import note_cadence, read_state
from harvest_loop.adapters.redaction import redact_model
from harvest_loop.adapters.signal_files import read_signal_files
from harvest_loop.domain.cadence import CYCLE_DAYS, first_day, review_cycle, routed_skills
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.spans import spans_of
from harvest_loop.schemas.cadence import CadenceRequest, CadenceReview, SessionRoutes
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.transcript import TranscriptFacts
from harvest_loop.settings import find_hub, load_settings
from harvest_loop.tasks.transcripts_again import TranscriptsAgain

EVERY = CYCLE_DAYS * 24 * 60 * 60  # seconds; as prefect.yaml says


def review_cadence(request: CadenceRequest) -> CadenceReview:
    """Return what the cycle that ends today shows; only the moment of the look is written down.

    Raises: UsageError when there is no hub, HubError when it can't be read, ConflictError when others keep writing.
    """
    now = clock.now() if request.now is None else request.now
    zone = clock.local_zone() if request.zone is None else request.zone
    root, settings = _hub(request)
    opened = hub_state.open_hub(root)
    signals, unreadable = read_signal_files(root, settings)
    notes = [*opened.notes, *(f"{name} can't be read" for name in unreadable)]
    if lost := len(opened.hub.unreadable):
        notes.append(f"{count_of(lost, 'asset')} of the hub can't be read")
    today = date.fromisoformat(clock.local_day(now, zone))
    review = review_cycle(
        routed_skills(opened.hub.skills), signals, _sessions(opened.sessions, today, zone), today=today, notes=notes
    )
    note_cadence(root, settings, at=clock.stamp(now))
    return redact_model(review)


def was_served(request: CadenceRequest, planned: datetime) -> bool:
    """Tell whether a slot that comes late has nothing left to do: somebody looked since it was planned.

    Raises: UsageError when there is no hub, HubError when its state can't be read.
    """
    root, settings = _hub(request)
    last = read_state(root, settings).last_cadence
    return last is not None and datetime.fromisoformat(last) >= planned


def _sessions(lines: Sequence[SessionLine], today: date, zone: str) -> tuple[SessionRoutes, ...]:
    """What each session of the cycle shows, read from its transcript again."""
    spans = spans_of(lines)
    first, last = first_day(today).isoformat(), today.isoformat()
    keys = [span.key for span in spans if first <= clock.local_day(span.until, zone) <= last]
    transcripts = TranscriptsAgain(spans)
    return tuple(_routes(key, transcripts.facts(key)) for key in dict.fromkeys(keys))


def _routes(key: str, facts: TranscriptFacts | None) -> SessionRoutes:
    if facts is None:
        return SessionRoutes(key=key)
    used = dict.fromkeys(use.name for use in facts.skills if use.is_use)
    return SessionRoutes(key=key, skills=tuple(used), models=facts.models)


def _hub(request: CadenceRequest) -> tuple[Path, HubSettings]:
    root = find_hub(request.hub, Path.cwd())
    return root, load_settings(root)
