"""Read the times of transcripts: ISO text, or seconds or milliseconds since the epoch, as seconds in UTC (SPEC 3.3)."""

from datetime import UTC, datetime
from typing import Any

_FIRST_MILLISECOND = 1e11  # as seconds it would be the year 5138, as milliseconds it is 1973
_FIRST_SECOND = 1577836800.0  # 2020-01-01: no coding agent's session is older, and a clock that was not set is
_LAST_SECOND = 253402300800.0  # the year 10000


def seconds_of(value: Any) -> float | None:
    """Return the time as seconds since the epoch, UTC; None for what is no time. A text without zone is UTC.

    A time before 2020 is none either: it would stretch a session over commits that were there before it.
    """
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return None
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value / 1000 if value >= _FIRST_MILLISECOND else float(value)
    else:
        return None
    return seconds if _FIRST_SECOND <= seconds < _LAST_SECOND else None
