"""The hub's own records in tracks/_meta: sessions, patterns, tombstones, waiting forms."""

from pathlib import Path
from typing import TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import HubError, UsageError
from harvest_loop.schemas.records import PatternLine, SessionLine, Tombstone
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.waiting import WaitingForm

M = TypeVar("M", bound=BaseModel)


def meta_folder(root: Path, settings: HubSettings) -> Path:
    """The hub's folder of personal records (SPEC 2)."""
    return root / settings.paths.meta


def read_lines(path: Path, model: type[M]) -> tuple[tuple[M, ...], int]:
    """The records of a .jsonl file and how many of its lines could not be read."""
    found = hub_files.read_file(path)
    if found is None:
        return (), 0
    records: list[M] = []
    unreadable = 0
    for line in found.text.split("\n"):
        if not line.strip():
            continue
        try:
            records.append(model.model_validate(orjson.loads(line)))
        except (orjson.JSONDecodeError, ValidationError):
            unreadable += 1
    return tuple(records), unreadable


def append_record(root: Path, path: Path, record: BaseModel) -> None:
    """Add one record as one line, unless it is there already: a run that goes on may write it again.

    Raises: HubError when the file can't be read or written.
    """
    line = orjson.dumps(record.model_dump(mode="json")).decode()
    found = hub_files.read_file(path)
    if found is None or redact(line) not in found.text.split("\n"):
        hub_files.append_line(root, path, line)


def sessions_file(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / "sessions.jsonl"


def patterns_file(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / "patterns.jsonl"


def tombstones_file(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / "tombstones.jsonl"


def read_sessions(root: Path, settings: HubSettings) -> tuple[tuple[SessionLine, ...], int]:
    """Sessions seen so far (SPEC 3.1), oldest first, and the unreadable lines."""
    return read_lines(sessions_file(root, settings), SessionLine)


def read_patterns(root: Path, settings: HubSettings) -> tuple[tuple[PatternLine, ...], int]:
    """Patterns seen so far (SPEC 4.7), oldest first, and the unreadable lines."""
    return read_lines(patterns_file(root, settings), PatternLine)


def read_tombstones(root: Path, settings: HubSettings) -> tuple[tuple[Tombstone, ...], int]:
    """Rejections remembered so far (SPEC 7.5), oldest first, and the unreadable lines."""
    return read_lines(tombstones_file(root, settings), Tombstone)


def waiting_file(root: Path, settings: HubSettings, run: str) -> Path:
    return meta_folder(root, settings) / f"pending_{run}.json"


def write_waiting(root: Path, settings: HubSettings, waiting: WaitingForm) -> None:
    """Put the form where `harvest review` finds it (SPEC 10.2)."""
    text = orjson.dumps(waiting.model_dump(mode="json"), option=orjson.OPT_INDENT_2).decode() + "\n"
    hub_files.change(root, waiting_file(root, settings, waiting.form.run), lambda _: text)


def read_waiting(root: Path, settings: HubSettings) -> tuple[tuple[WaitingForm, ...], tuple[str, ...]]:
    """Every form that waits, oldest first, and the names of those that could not be read."""
    forms: list[WaitingForm] = []
    unreadable: list[str] = []
    for path in sorted(meta_folder(root, settings).glob("pending_*.json")):
        try:
            found = hub_files.read_file(path)
            if found is not None:
                forms.append(WaitingForm.model_validate_json(found.text))
        except (HubError, ValidationError):
            unreadable.append(path.name)
    open_forms = [form for form in forms if not form.settled]
    return tuple(sorted(open_forms, key=lambda form: (form.form.asked_at, form.form.run))), tuple(unreadable)


def read_form(root: Path, settings: HubSettings, run: str) -> WaitingForm | None:
    """Return the form of that run, settled or not; None: it was put away.

    Raises: HubError when it can't be read.
    """
    path = waiting_file(root, settings, run)
    found = hub_files.read_file(path)
    return None if found is None else _form_in(found.text, path)


def find_suspended(root: Path, settings: HubSettings, flow_run: str) -> WaitingForm | None:
    """Return the form, settled or not, at which that run of the engine was suspended; None: there is none.

    Raises: HubError when the form can't be read.
    """
    for path in sorted(meta_folder(root, settings).glob("pending_*.json")):
        found = hub_files.read_file(path)
        if found is not None and flow_run in found.text:
            form = _form_in(found.text, path)
            if form.suspension is not None and form.suspension.flow_run == flow_run:
                return form
    return None


def _form_in(text: str, path: Path) -> WaitingForm:
    try:
        return WaitingForm.model_validate_json(text)
    except ValidationError as error:
        raise HubError("the form can't be read", where=str(path), remedy="harvest the session again") from error


def pick_waiting(root: Path, settings: HubSettings, run: str | None) -> WaitingForm | None:
    """The form of that run, else the oldest that waits; None where nothing waits.

    Raises: UsageError when the named run has no form that waits or can be read.
    """
    forms, unreadable = read_waiting(root, settings)
    if run is None:
        return forms[0] if forms else None
    for form in forms:
        if form.form.run == run:
            return form
    if f"pending_{run}.json" in unreadable:
        raise UsageError(
            "the waiting form can't be read", where=f"pending_{run}.json", remedy="harvest the session again"
        )
    known = ", ".join(form.form.run for form in forms) or "none"
    raise UsageError(f"no form of run '{run}' waits", remedy=f"waiting runs: {known}")
