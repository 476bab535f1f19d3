"""Which sessions were asked in their middle: each is asked once, whatever becomes of the answer (SPEC 4)."""

import json
from pathlib import Path

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.inbox import session_file_stem
from harvest_loop.adapters.old_files import forget_old
from harvest_loop.adapters.state_folder import asked_folder


def was_asked(agent: str, session: str) -> bool:
    """Return whether the session was asked already."""
    return _place(agent, session).exists()


def take_the_question(agent: str, session: str, *, now: int) -> bool:
    """Note that the session is asked now; False: somebody else has just asked it.

    Raises: OSError when the disk doesn't take it.
    """
    forget_old(asked_folder(), now=now)
    try:
        whole_file.put_new(_place(agent, session), json.dumps({"schema_version": 1, "at": now}).encode())
    except FileExistsError:
        return False
    return True


def _place(agent: str, session: str) -> Path:
    return asked_folder() / f"{session_file_stem(agent, session)}.json"
