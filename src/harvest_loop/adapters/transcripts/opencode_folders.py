"""Read OpenCode's storage folders: one JSON file a session, a message, a part (SPEC 3.3)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from harvest_loop.adapters.transcripts.lines import LINE_LIMIT, fault_of
from harvest_loop.adapters.transcripts.plain_files import open_plain_file
from harvest_loop.adapters.transcripts.tally import Tally


class Stored(NamedTuple):
    """One message with its parts, and the file it was read from; `session` is set where a session begins."""

    file: str
    info: Any
    parts: list[Any]
    session: dict[str, Any] | None = None


def read_folders(session_file: Path, tally: Tally) -> Iterator[Stored]:
    """Return the messages of a session, given its own file.

    The others are found by its name and theirs alone: nothing written inside of a file becomes a path.
    """
    tally.open_file(session_file)
    session, name = _read_json(session_file, tally), session_file.stem
    if session is None:
        return
    new: dict[str, Any] | None = {"id": name, **session}
    for message_file in _messages_of(session_file):
        info = _read_json(message_file, tally)
        if info is not None:
            folders = [message_file.parents[2] / "part" / name / message_file.stem]
            folders.append(message_file.parents[2] / "part" / message_file.stem)
            files = [file for folder in folders for file in sorted(folder.glob("*.json"))]
            parts = [part for file in files if (part := _read_json(file, tally)) is not None]
            tally.lines_read += 1
            yield Stored(str(message_file), info, parts, new)
            new = None


def _messages_of(session_file: Path) -> list[Path]:
    """Their names count up in time. The folder stands beside that of the sessions, in older versions beside `info`."""
    places = [session_file.parents[height] / "message" / session_file.stem for height in (1, 2)]
    return sorted(file for place in places for file in place.glob("*.json"))


def _read_json(file: Path, tally: Tally) -> dict[str, Any] | None:
    try:
        with open_plain_file(file) as stream:
            text = stream.read(LINE_LIMIT + 1) or b""
    except OSError as error:
        tally.leave_unread(file, error.strerror or str(error))
        return None
    tally.bytes_read += len(text)
    try:
        value = None if len(text) > LINE_LIMIT else orjson.loads(text)
    except orjson.JSONDecodeError as error:
        tally.skip_file(file, fault_of(text, error) if text.strip() else "cut")
        return None
    if isinstance(value, dict):
        return value
    tally.skip_file(file, "too long" if len(text) > LINE_LIMIT else "unknown kind", "no object")
    return None
