"""A pseudo-terminal in place of a person's."""

import os
import pty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_LAST = "(end)"


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


def shown_at_a_terminal(typed: str, ask: Callable[[Path], object]) -> str:
    """Return what `ask` shows at a terminal into which that was typed."""
    with a_terminal(typed.encode() or b"\x04") as (path, keyboard):
        ask(path)
        path.open("w").write(_LAST)  # what a terminal was given arrives in order, and not at once
        shown = ""
        while _LAST not in shown:
            shown += os.read(keyboard, 65536).decode()
        return shown.removesuffix(_LAST)
