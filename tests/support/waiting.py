"""Waiting for what another process does by and by."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_for(look: Callable[[], T], *, within: float) -> T | None:
    """Return what `look` finds within so many seconds; None where it finds nothing."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    return None
