"""Work that is stopped when its time is over."""

import signal
import threading

import pytest

from harvest_loop.adapters.deadline import TooLate, within


def test_what_takes_too_long_is_stopped_also_while_it_waits() -> None:
    """
    No handler of ordinary errors may take the end of the time for one of them.
    """
    with pytest.raises(TooLate), within(0.01):
        signal.pause()

    assert not issubclass(TooLate, Exception)
    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_REAL)


def test_it_rings_once() -> None:
    """
    A second ring could come when the interpreter is about to end: it would end the process as if by a kill.
    """
    with within(60.0):
        left, again = signal.getitimer(signal.ITIMER_REAL)

    assert 0.0 < left <= 60.0
    assert 0.0 == again
    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_REAL)


def test_what_was_there_before_is_there_again() -> None:
    """
    A host of ours may have a clock of its own.
    """
    before = signal.getsignal(signal.SIGALRM)

    with within(60.0):
        assert before != signal.getsignal(signal.SIGALRM)

    assert before == signal.getsignal(signal.SIGALRM)


def test_outside_of_the_main_thread_the_time_is_not_bounded() -> None:
    """
    Signals go to the main thread; work elsewhere is done and not stopped.
    """
    done: list[int] = []

    def work() -> None:
        with within(0.000001):
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert [1] == done


def test_only_work_counts_where_that_is_said() -> None:
    """
    A process that waits for its turn on a busy machine is not to blame; one that computes without end is stopped.
    """

    def work() -> None:
        with within(60.0, at_work=0.01):
            while True:
                pass

    with within(60.0, at_work=0.01):
        threading.Event().wait(0.05)
    with pytest.raises(TooLate):
        work()

    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_PROF)
    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_REAL)
