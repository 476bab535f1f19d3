"""Stop whatever is going on when its time is over: a host waits for its hook (SPEC 3.1, 12)."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooLate(BaseException):
    """The time is over. No handler of ordinary errors may take it for one."""


@contextmanager
def within(seconds: float, *, at_work: float | None = None) -> Iterator[None]:
    """Raise TooLate inside of the block when it takes longer, also out of a call that waits.

    `at_work` counts only the seconds in which this process computes: on a busy machine it waits for its turn, which is
    nobody's fault. Where the system has no such clocks, or outside of the main thread, the block takes its time.

    Raises: TooLate.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    clocks = [(signal.ITIMER_REAL, signal.SIGALRM, seconds)]
    clocks += [] if at_work is None else [(signal.ITIMER_PROF, signal.SIGPROF, at_work)]
    before = [(ring, signal.signal(ring, _ring)) for _, ring, _ in clocks]
    # Each rings once: a second ring may come when nobody listens any more, and would end the process.
    for clock, _, length in clocks:
        signal.setitimer(clock, length)
    try:
        yield
    finally:
        for clock, _, _ in clocks:
            signal.setitimer(clock, 0)
        for ring, handler in before:
            signal.signal(ring, handler)


def _ring(*_: object) -> None:
    raise TooLate
