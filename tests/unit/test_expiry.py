"""When a form's time is over (SPEC 4.15, 10.2)."""

import pytest

from harvest_loop.domain.expiry import is_expired
from harvest_loop.schemas.form import FormAnswer
from tests.support.judged_values import make_judged, make_waiting

DAY = 24 * 60 * 60
WAITING = make_waiting(make_judged())
ASKED = 1_773_133_200  # 2026-03-10T09:00:00Z


@pytest.mark.parametrize(
    ("days", "written", "over"), [(6.99, 0, False), (7, 0, True), (8, 2, False), (9, 2, True), (700, 0, True)]
)
def test_seven_days_after_it_was_shown_last(days: float, written: float, over: bool) -> None:
    """
    Not a moment before; a form that was written later, since its run was started again, waits from then on.
    """
    waiting = WAITING.model_copy(update={"form": WAITING.form.model_copy(update={"asked_at": "2026-03-10T09:00:00Z"})})

    assert over == is_expired(waiting, written=ASKED + written * DAY, now=int(ASKED + days * DAY))


@pytest.mark.parametrize(
    "change",
    [
        {"settled": True},
        {"answer": FormAnswer(run=WAITING.form.run)},
        {"form": WAITING.form.model_copy(update={"asked_at": "soon"})},
    ],
    ids=["settled", "being carried out", "no moment"],
)
def test_what_is_answered_or_unclear_does_not_expire(change: dict[str, object]) -> None:
    """
    Words that a person gave are never written over by silence.
    """
    assert is_expired(WAITING, written=0, now=ASKED + 700 * DAY)
    assert not is_expired(WAITING.model_copy(update=change), written=0, now=ASKED + 700 * DAY)
