"""When a session began, ended and was at work, in whichever order its events come (SPEC 3.3)."""

from collections.abc import Iterator
from itertools import pairwise

from harvest_loop.domain.early_conditions import PAUSE
from harvest_loop.domain.fact_texts import LAST_SECOND

_MOST = 100_000  # minutes at which something happened: more than two months without a pause


class SessionTimes:
    """The times of a session's events, kept by the minute, so that their number doesn't matter."""

    def __init__(self) -> None:
        self._minutes: dict[int, tuple[float, float]] = {}
        self._first: float | None = None
        self._last: float | None = None
        self._latest: float | None = None
        self.left_out = 0

    def add(self, at: float | None) -> None:
        """Take in the time of one event; what is no time says nothing."""
        if at is None or at == self._latest or not 0 <= at < LAST_SECOND:
            return  # the events of one record have one time
        self._latest = at
        if self._first is None or self._last is None:
            self._first = self._last = at
        elif at < self._first:
            self._first = at
        elif at > self._last:
            self._last = at
        minute = int(at // 60)
        known = self._minutes.get(minute)
        if known is None:
            self._open(minute, at)
        elif at < known[0]:
            self._minutes[minute] = (at, known[1])
        elif at > known[1]:
            self._minutes[minute] = (known[0], at)

    def _open(self, minute: int, at: float) -> None:
        if len(self._minutes) < _MOST:
            self._minutes[minute] = (at, at)
        else:
            self.left_out += 1

    @property
    def began(self) -> int | None:
        """The first event, in seconds since the epoch; None: no event has a time."""
        return None if self._first is None else int(self._first)

    @property
    def ended(self) -> int | None:
        """The last event, in seconds since the epoch; None: no event has a time."""
        return None if self._last is None else int(self._last)

    @property
    def active_seconds(self) -> int | None:
        """The seconds between events, gaps of over half an hour left out; None: no event has a time."""
        return int(sum(self._stretches())) if self._minutes else None

    def _stretches(self) -> Iterator[float]:
        spans = [span for _, span in sorted(self._minutes.items())]
        yield from (last - first for first, last in spans)
        for (_, before), (after, _) in pairwise(spans):
            if after - before <= PAUSE:
                yield after - before
