"""Open a transcript only where it is a plain file. Standard library only: a hook does it at every turn."""

import os
import stat
from io import FileIO
from pathlib import Path


def open_plain_file(path: Path) -> FileIO:
    """Return the file opened for reading, unbuffered.

    Raises: OSError where it can't be opened or is no plain file: a pipe would never end.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("not a plain file")
    return FileIO(handle)
