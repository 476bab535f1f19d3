"""What may be changed in the days of a sound pair, the present one too."""

import datetime as dt
import random

from tests.support.consent_draft import Draft, a_day
from tests.support.consent_spelling import Written

ODD_DAYS = (
    "2026-1-1",
    "2026-02-30",
    "2023-02-29",
    "20260101",
    "2026-01-01T00:00:00Z",
    "2026-01-01 ",
    "２０２６-01-01",
    "soon",
    "0000-01-01",
    "9999-12-31",
)


def no_day(draft: Draft, rng: random.Random) -> None:
    """A grant lacks a day."""
    draft.any_grant(rng).pop(rng.choice(("granted", "expires")), None)


def odd_day(draft: Draft, rng: random.Random) -> None:
    """A day is written in a way that is no `YYYY-MM-DD`, or can't be."""
    text = rng.choice(ODD_DAYS)
    plain = text.isascii() and rng.random() < 0.5
    draft.any_grant(rng)[rng.choice(("granted", "expires"))] = Written(text) if plain else text


def other_day(draft: Draft, rng: random.Random) -> None:
    """A day or two beyond either end, or exactly at it."""
    granted, expires = rng.choice(
        ((1, 0), (0, -1), (-1, -1), (0, 365), (0, 366), (-1, 365), (-365, 0), (-366, 0), (-1, 364))
    )
    grant = draft.any_grant(rng)
    grant["granted"] = a_day(draft.today + dt.timedelta(days=granted), rng)
    grant["expires"] = a_day(draft.today + dt.timedelta(days=expires), rng)


def other_today(draft: Draft, rng: random.Random) -> None:
    """The clock somewhere else: set back, a leap day, a year on."""
    leap = dt.date(2028, 2, 29)
    draft.today = rng.choice(
        (draft.today - dt.timedelta(1), draft.today + dt.timedelta(1), leap, draft.today + dt.timedelta(366))
    )


def leap_lease(draft: Draft, rng: random.Random) -> None:
    """A lease around a leap day: a year from it is 366 days, and still 365 from the day after."""
    draft.today = dt.date(2028, 2, 29)
    grant = draft.any_grant(rng)
    grant["granted"] = Written(rng.choice(("2028-02-28", "2028-02-29", "2028-03-01", "2027-03-01", "2027-02-28")))
    grant["expires"] = Written(
        rng.choice(("2028-02-28", "2028-02-29", "2029-02-28", "2029-02-27", "2029-03-01", "2029-02-29"))
    )
