"""Read OpenCode's sessions: exports, storage folders and the database (SPEC 3.3)."""

from collections.abc import Iterator
from pathlib import Path

from harvest_loop.adapters.transcripts.opencode_database import MAGIC, read_database
from harvest_loop.adapters.transcripts.opencode_export import read_pieces
from harvest_loop.adapters.transcripts.opencode_folders import Stored, read_folders
from harvest_loop.adapters.transcripts.opencode_messages import Messages
from harvest_loop.adapters.transcripts.plain_files import open_plain_file
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.schemas.transcript_events import Event, Place


class OpenCodeReader:
    """Turns sessions, in the order given, into events; `session` names the one that is meant in a database."""

    def __init__(self, session: str | None = None) -> None:
        self._session = session
        self._messages = Messages()

    def read(self, path: Path, tally: Tally) -> Iterator[Event]:
        """Return the events of one file, as it is read; what is no event is counted in the tally."""
        if _is_database(path):
            yield from self._stored(read_database(path, tally, self._session), tally)
        elif is_session_file(path):
            tally.lines_read += 1
            tally.lines_used += 1
            yield from self._stored(read_folders(path, tally), tally)
        else:
            yield from self._exported(path, tally)

    def _exported(self, path: Path, tally: Tally) -> Iterator[Event]:
        for piece in read_pieces(path, tally):
            place = Place(str(path), piece.line)
            if piece.key == "info":
                tally.lines_used += 1
                yield from self._messages.open_session(piece.value, place)
            else:
                yield from self._messages.take(piece.value.get("info"), piece.value.get("parts"), place, tally)

    def _stored(self, stored: Iterator[Stored], tally: Tally) -> Iterator[Event]:
        for message in stored:
            place = Place(message.file, 0)
            if message.session is not None:
                yield from self._messages.open_session(message.session, place)
            yield from self._messages.take(message.info, message.parts, place, tally)


def is_session_file(path: Path) -> bool:
    """Say whether the file is a session's own in the storage folders: its messages stand in folders beside it."""
    return any(
        (path.parents[height] / "message" / path.stem).is_dir() for height in (1, 2) if height < len(path.parents)
    )


def _is_database(path: Path) -> bool:
    try:
        with open_plain_file(path) as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
