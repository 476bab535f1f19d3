"""Run something in a child that is killed at its n-th call to the operating system."""

import os
import sys
from collections.abc import Callable
from types import FrameType

_CHANGING = {
    *("open", "write", "fsync", "close", "link", "rename", "replace", "unlink"),
    *("mkdir", "chmod", "fchmod", "chown", "flock", "ftruncate"),
}


def killed_at(number: int, act: Callable[[], object]) -> bool:
    """Run the act in a child that is killed at its `number`-th call; tell whether it came that far.

    An act that fails by itself is no end: it would pass for one that was never killed.
    """
    child = os.fork()
    if child == 0:
        _end_at_system_call(number)
        code = 1
        try:
            act()
            code = 0
        finally:
            os._exit(code)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, 99), f"the act itself failed before its call {number}"
    return ended == 99


def _end_at_system_call(number: int) -> None:
    """From here on, end this process the moment it makes its `number`-th call to the operating system."""
    left = number

    def count(_frame: FrameType, event: str, called: object) -> None:
        nonlocal left
        if event == "c_call" and getattr(called, "__name__", None) in _CHANGING:
            left -= 1
            if left == 0:
                os._exit(99)

    sys.setprofile(count)
