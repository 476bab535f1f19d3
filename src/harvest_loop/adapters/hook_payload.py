"""What a host tells its hook, read as hostile text: bounded in size and time, and only names are kept (SPEC 3.1)."""

import json
import os
import re
import select
import time
from collections.abc import Mapping
from typing import Any

from harvest_loop.adapters.inbox import SessionEnd
from harvest_loop.errors import UsageError

LIMIT = 1_000_000  # bytes
_PATIENCE = 0.3  # seconds without an end of the input; what came until then is taken

_ID_LIMIT, _PATH_LIMIT = 500, 4096
_WORD = re.compile(r"[A-Za-z][A-Za-z_.-]{0,59}")
_SESSION = ("session_id", "session", "sessionID", "thread-id", "thread_id")
_TRANSCRIPT = ("transcript_path", "rollout_path")
_FOLDER = ("cwd", "directory")
_EVENT = ("hook_event_name", "type")


def read_payload(agent: str, argument: str | None) -> SessionEnd:
    """Return what the argument says, else what stands on standard input.

    Raises: UsageError when it is too large, no JSON object, or names no session; OSError when it can't be read.
    """
    data = _from_input() if argument is None else argument.encode("utf-8", "surrogateescape")
    if len(data) > LIMIT:
        raise UsageError(f"the payload is larger than {LIMIT} bytes")
    if not data.strip():
        raise UsageError("the payload is empty")
    try:
        told = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError("the payload is no JSON") from error
    if not isinstance(told, dict):
        raise UsageError("the payload is no JSON object")
    session = _text(told, _SESSION, _ID_LIMIT)
    if session is None:
        raise UsageError("the payload names no session")
    return SessionEnd(
        agent=agent,
        session=session,
        transcript=_text(told, _TRANSCRIPT, _PATH_LIMIT),
        folder=_text(told, _FOLDER, _PATH_LIMIT),
        event=_word(told, _EVENT),
        reason=_word(told, ("reason",)),
    )


def _from_input() -> bytes:
    """Read what comes until the input ends, is too large, or falls silent without an end."""
    data = bytearray()
    until = time.monotonic() + _PATIENCE
    while len(data) <= LIMIT and select.select([0], [], [], max(0.0, until - time.monotonic()))[0]:
        piece = os.read(0, 65536)
        if not piece:
            break
        data += piece
    return bytes(data)


def _text(told: Mapping[str, Any], names: tuple[str, ...], limit: int) -> str | None:
    values = (told.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and 0 < len(value) <= limit), None)


def _word(told: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    text = _text(told, names, 60)
    return text if text is not None and _WORD.fullmatch(text) else None
