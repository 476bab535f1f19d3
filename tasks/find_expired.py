"""The forms whose time is over, in every hub that was asked in from here (SPEC 10.2). Loads no engine."""

from pathlib import Path

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.known_hubs import known_hubs
from harvest_loop.adapters.suspended_runs import go_on_unanswered
from harvest_loop.domain.expiry import is_expired
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.form import FormAnswer
from harvest_loop.schemas.inbox import ExpiredForm
from harvest_loop.schemas.request import ReviewRequest
from harvest_loop.settings import load_settings


def find_expired(*, now: int) -> tuple[tuple[ExpiredForm, ...], tuple[str, ...]]:
    """Return the forms, the oldest of each hub first, and a note for each hub or form that can't be read.

    Raises: UsageError when the state folder can't be used.
    """
    found: list[ExpiredForm] = []
    notes: list[str] = []
    for hub in known_hubs():
        try:
            settings = load_settings(hub)
            forms, unreadable = hub_records.read_waiting(hub, settings)
            written = [hub_records.waiting_file(hub, settings, one.form.run).stat().st_mtime for one in forms]
        except (HarvestError, OSError) as error:
            notes.append(f"forms that wait were not looked at: {error}")
            continue
        notes += [f"{hub.name}: {name} can't be read; whether it expired is unknown" for name in unreadable]
        times = zip(forms, written, strict=True)
        expired = (waiting for waiting, at in times if is_expired(waiting, written=at, now=now))
        found += [ExpiredForm(hub=str(hub), run=one.form.run, suspension=one.suspension) for one in expired]
    return tuple(found), tuple(notes)


def is_gone_on_with(form: ExpiredForm) -> bool:
    """Return whether the engine's own run goes on with the form, without words or with those that a person just gave.

    False: there is no such run, or it can't be had; then `no answer` is to be carried out here.

    Raises: HarvestError when the server that has it doesn't say.
    """
    return form.suspension is not None and go_on_unanswered(form.suspension)


def no_answer(form: ExpiredForm, *, now: int, zone: str) -> ReviewRequest:
    """Return the words `no answer` on every line; where a person's words came first, those count."""
    return ReviewRequest(hub=form.hub, run=form.run, now=now, zone=zone, answer=FormAnswer(run=form.run))


def still_waits(form: ExpiredForm) -> bool:
    """Return whether nobody has answered meanwhile.

    Raises: HarvestError when the hub or the form can't be read.
    """
    hub = Path(form.hub)
    waiting = hub_records.read_form(hub, load_settings(hub), form.run)
    return waiting is not None and not waiting.settled
