"""Another user of the machine, for tests of what may not be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_NOBODY = 65534


@contextmanager
def without_rights_of_root() -> Iterator[None]:
    """Be an ordinary user for a while: root may write where it is not allowed to."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
