"""Another user of the machine, for tests of what may not be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def give_to_nobody(folder: Path) -> None:
    """Make all of a folder the ordinary user's, so that git works in it as the owner."""
    if os.geteuid() == 0:
        for place in (folder, *folder.rglob("*")):
            os.chown(place, _NOBODY, _NOBODY, follow_symlinks=False)
