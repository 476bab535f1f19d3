"""Stop whatever is going on when its time is over: a host waits for its hook (SPEC 3.1, 12)."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooLate(BaseException):
    """The time is over. No handler of ordinary errors may take it for one."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLate inside of the block when it takes longer, also out of a call that waits.

    Where the system has no such clock, or outside of the main thread, the block takes the time it takes.

    Raises: TooLate.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    # It rings once: a second ring may come when nobody listens any more, and would end the process.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(*_: object) -> None:
    raise TooLate
