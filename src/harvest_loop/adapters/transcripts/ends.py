"""Say of a file whose session it holds, from when to when and where, by its two ends (SPEC 3.1, 3.3)."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from harvest_loop.adapters.transcripts.codex_kinds import name_line
from harvest_loop.adapters.transcripts.codex_texts import folder_in, texts_of
from harvest_loop.adapters.transcripts.glance import Ends
from harvest_loop.adapters.transcripts.opencode_database import MAGIC, list_stored, open_database
from harvest_loop.adapters.transcripts.opencode_export import read_pieces
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.adapters.transcripts.times import seconds_of

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent


class FoundFile(NamedTuple):
    """A session's file. `of` is the session it counts to: its own, or where it is a sub-agent's, its parent's.

    `changed`: when it was last written, or where many share it, when this session was.
    """

    path: Path
    changed: float
    session: str
    of: str
    times: tuple[float, ...]
    folders: tuple[str, ...]
    continues: str | None = None


def files_of(agent: "Agent", path: Path, ends: Ends) -> list[FoundFile]:
    """Return the sessions that the file holds: one, or many where it is a database.

    Raises: OSError where it can't be read.
    """
    if agent == "claude-code":
        return [_claude_code(path, ends)]
    if agent == "codex":
        return [_codex(path, ends)]
    if agent == "plain":
        return [_plain(path, ends)]
    if ends.head.startswith(MAGIC):
        try:
            with closing(open_database(path, Tally())) as database:
                return [_opencode(path, info, None) for info in list_stored(database)]
        except sqlite3.Error as error:
            raise OSError(str(error)) from error
    return [_opencode(path, _opencode_info(path, ends), ends.changed)]


def _claude_code(path: Path, ends: Ends) -> FoundFile:
    """A resumed session's file may begin with records of the one before it, under that one's id."""
    values = _objects(ends)
    sessions = _some(value.get("sessionId") for value in values)
    turns = [value for value in values if value.get("type") in ("user", "assistant")]
    if turns and all(turn.get("isSidechain") is True for turn in turns):
        session, of = path.stem, sessions[-1] if sessions else path.stem
    else:
        session = of = path.stem if path.stem in sessions or not sessions else sessions[-1]
    own = [value for value in values if value.get("sessionId") in (None, of)]
    times = _times(value.get("timestamp") for value in own)
    folders = _some(value.get("cwd") for value in own)
    continues = next((other for other in sessions if other != of), None) if session == of else None
    return FoundFile(path, ends.changed, session, of, times, folders, continues)


def _codex(path: Path, ends: Ends) -> FoundFile:
    lines = [name_line(value) for value in _objects(ends)]
    metas = [line.payload for line in lines if line.kind == "session_meta"]
    first: Mapping[str, Any] = metas[0] if metas else {}
    session = next(iter(_some([first.get("id")])), path.stem)
    parent = _under(first, "source", "subagent", "thread_spawn", "parent_thread_id")
    forked = _some([first.get("forked_from_id"), *(meta.get("id") for meta in metas[1:])])
    folders = _some(
        [
            *(line.payload.get("cwd") for line in lines if line.kind in ("session_meta", "turn_context")),
            *(
                folder_in(text)
                for line in lines
                if line.part == "message"
                for text in texts_of(line.payload.get("content"))
            ),
        ]
    )
    continues = next((other for other in forked if other != session), None)
    of = parent if isinstance(parent, str) and parent else session
    return FoundFile(path, ends.changed, session, of, _times(line.time for line in lines), folders, continues)


def _plain(path: Path, ends: Ends) -> FoundFile:
    values = _objects(ends)
    session = next(iter(_some(value.get("session") for value in values)), path.stem)
    folders = _some(value.get("folder") for value in values)
    return FoundFile(path, ends.changed, session, session, _times(value.get("at") for value in values), folders)


def _opencode(path: Path, info: Mapping[str, Any], changed: float | None) -> FoundFile:
    session = next(iter(_some([info.get("id")])), path.stem)
    of = next(iter(_some([info.get("parentID")])), session)
    times = _times([_under(info, "time", "created"), _under(info, "time", "updated")])
    changed = max(times, default=0.0) if changed is None else changed
    return FoundFile(path, changed, session, of, times, _some([info.get("directory")]))


def _opencode_info(path: Path, ends: Ends) -> Mapping[str, Any]:
    with closing(read_pieces(path, Tally())) as pieces:
        piece = next(pieces, None)
    if piece is not None and piece.key == "info" and isinstance(piece.value, dict):
        return piece.value
    try:
        value = orjson.loads(ends.head)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _objects(ends: Ends) -> list[dict[str, Any]]:
    values: Sequence[Any] = ends.first if ends.first is ends.last else (*ends.first, *ends.last)
    return [value for value in values if isinstance(value, dict)]


def _times(values: Iterable[Any]) -> tuple[float, ...]:
    return tuple(seconds for value in values if (seconds := seconds_of(value)) is not None)


def _some(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if isinstance(value, str) and value))


def _under(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
