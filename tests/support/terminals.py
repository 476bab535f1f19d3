"""A pseudo-terminal in place of a person's."""

import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def a_terminal(typed: bytes) -> Iterator[tuple[Path, int]]:
    """A real pseudo-terminal into which somebody has typed already."""
    keyboard, screen = pty.openpty()
    try:
        os.write(keyboard, typed)
        yield Path(os.ttyname(screen)), keyboard
    finally:
        os.close(screen)
        os.close(keyboard)
