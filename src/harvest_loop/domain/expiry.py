"""When a form that nobody answers is gone on with: seven days after it was shown last (SPEC 4.15, 10.2)."""

from datetime import datetime

from harvest_loop.schemas.waiting import WaitingForm

DAYS = 7


def is_expired(waiting: WaitingForm, *, written: float, now: int) -> bool:
    """Return whether the form's time is over; one whose words are being carried out has been answered.

    `written` is when its file was: a run that is started again asks under its first moment, and what is shown again
    waits anew. A moment that is none is never over: such a form waits for its person.
    """
    if waiting.settled or waiting.answer is not None:
        return False
    try:
        asked = datetime.fromisoformat(waiting.form.asked_at).timestamp()
    except ValueError:
        return False
    return now >= max(asked, written) + DAYS * 24 * 60 * 60
