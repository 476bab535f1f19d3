"""The door to consent_outcomes.jsonl and consent_runs.log: append-only, a line each, under the hub's lock (SPEC 2)."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.redaction_json import redact_json
from harvest_loop.schemas.consent_records import ConsentLine, ConsentLog, RunLine
from harvest_loop.schemas.settings import HubSettings

OUTCOMES = "consent_outcomes.jsonl"
RUNS = "consent_runs.log"

_UNSAID = "not said: its words look like a secret"

M = TypeVar("M", bound=BaseModel)


def read_log(root: Path, settings: HubSettings) -> ConsentLog:
    """Return both logs as they stand, oldest first, and the lines of them that can't be read.

    Raises: HubError when a file is there and can't be read.
    """
    folder = meta_folder(root, settings)
    outcomes, torn_outcomes, above = _read(folder / OUTCOMES, ConsentLine)
    runs, torn_runs, _ = _read(folder / RUNS, RunLine)
    return ConsentLog(outcomes, runs, torn_outcomes, torn_runs, above)


def append_outcome(root: Path, settings: HubSettings, line: ConsentLine) -> None:
    """Add one line to the outcome log; nothing in it is ever changed.

    Raises: HubError when it can't be written, ConflictError when others hold the hub.
    """
    with locked(root):
        hub_files.append_line(root, meta_folder(root, settings) / OUTCOMES, _text(line))


def append_run(root: Path, settings: HubSettings, line: RunLine) -> None:
    """Add one line to the runs log, unless it tells of this change already: a run that was cut off comes again.

    Raises: as append_outcome.
    """
    with locked(root):
        place = meta_folder(root, settings) / RUNS
        if all(known.undo != line.undo for known in _read(place, RunLine)[0]):
            hub_files.append_line(root, place, _readable(line))


def _read(place: Path, model: type[M]) -> tuple[tuple[M, ...], int, int]:
    """Return the lines, how many can't be read, and how many of the others stand above the last of those."""
    found = hub_files.read_lines(place)
    lines, unreadable, above = [], found.torn, 0
    for at, text in enumerate(found.texts):
        try:
            lines.append(model.model_validate_json(text))
        except ValidationError:
            unreadable, above = unreadable + 1, len(lines)
        if at < found.before_torn:
            above = len(lines)
    return tuple(lines), unreadable, above


def _text(line: BaseModel) -> str:
    return line.model_dump_json(by_alias=True)


def _readable(line: RunLine) -> str:
    """Return the line as it can still be read after the door, which takes a .log for plain text, has redacted it."""
    text = redact_json(_text(line))
    try:
        RunLine.model_validate_json(redact(text))
    except ValidationError:
        return _text(line.model_copy(update={"did": _UNSAID}))
    return text
