"""The hub's own records in tracks/_meta: sessions, patterns, tombstones, waiting forms."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.redaction_json import redact_json
from harvest_loop.adapters.redaction_marks import MARK
from harvest_loop.errors import HubError, UsageError
from harvest_loop.schemas.content_names import is_as_named
from harvest_loop.schemas.records import Lift, PatternLine, Rejection, SessionLine, Tombstone, TombstoneLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.waiting import WaitingForm

M = TypeVar("M", bound=BaseModel)

UNREADABLE_FORM = "mend it; or first harvest the session again, which asks anew, then move it away"
_WAITS = re.compile(r"Verdict: .*\b\d+ proposals? waits?\b.*")


def meta_folder(root: Path, settings: HubSettings) -> Path:
    """The hub's folder of personal records (SPEC 2)."""
    return root / settings.paths.meta


def read_lines(path: Path, model: type[M]) -> tuple[tuple[M, ...], int]:
    """The records of a .jsonl file and how many of its lines could not be read."""
    found = hub_files.read_lines(path)
    records: list[M] = []
    unreadable = found.torn
    for line in found.texts:
        try:
            records.append(model.model_validate(orjson.loads(line)))
        except (orjson.JSONDecodeError, ValidationError):
            unreadable += 1
    return tuple(records), unreadable


def append_record(root: Path, path: Path, record: BaseModel) -> None:
    """Add one record as one line, unless it is there already: a run that goes on may write it again.

    Raises: HubError when the file can't be read or written.
    """
    append_records(root, path, (record,))


def append_records(root: Path, path: Path, records: Sequence[BaseModel]) -> None:
    """Add each record as one line, unless it is there already; the file, which may be long, is read once.

    Raises: HubError when the file can't be read or written.
    """
    known = set(hub_files.read_lines(path).texts) if records else set()
    for record in records:
        line = orjson.dumps(record.model_dump(mode="json")).decode()
        written = redact_json(line)
        if written not in known:
            hub_files.append_line(root, path, line)
            known.add(written)


def sessions_file(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / "sessions.jsonl"


def patterns_file(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / "patterns.jsonl"


def tombstones_file(root: Path, settings: HubSettings) -> Path:
    return meta_folder(root, settings) / "tombstones.jsonl"


def read_sessions(root: Path, settings: HubSettings) -> tuple[tuple[SessionLine, ...], int]:
    """Sessions seen so far (SPEC 3.1), oldest first, and the unreadable lines.

    Where a line is torn, the forms say what they were asked about: that work is not harvested, and asked about, twice.
    """
    lines, unreadable = read_lines(sessions_file(root, settings), SessionLine)
    return (_with_lines_of_forms(root, settings, lines) if unreadable else lines), unreadable


def _with_lines_of_forms(root: Path, settings: HubSettings, lines: tuple[SessionLine, ...]) -> tuple[SessionLine, ...]:
    known = {line.record for line in lines}
    told = (form.session for form in _all_forms(root, settings)[0])
    found = list(lines)
    for line in (line for line in told if line is not None and line.record not in known):
        at = next((place for place, one in enumerate(found) if one.seen > line.seen), len(found))
        found.insert(at, line)
    return tuple(found)


def read_patterns(root: Path, settings: HubSettings) -> tuple[tuple[PatternLine, ...], int]:
    """Patterns seen so far (SPEC 4.7), oldest first, and the unreadable lines."""
    return read_lines(patterns_file(root, settings), PatternLine)


def read_tombstones(root: Path, settings: HubSettings) -> tuple[tuple[Tombstone, ...], int]:
    """Rejections that hold, none of which was lifted (SPEC 7.5), oldest first, and the unreadable lines."""
    rejections, unreadable = read_rejections(root, settings)
    return tuple(one.stone for one in rejections if one.lift is None), unreadable


def read_rejections(root: Path, settings: HubSettings) -> tuple[tuple[Rejection, ...], int]:
    """Every rejection, oldest first, with the line that lifted it if there is one, and the unreadable lines."""
    lines, unreadable = read_lines(tombstones_file(root, settings), TombstoneLine)
    found: list[Rejection] = []
    for line in (each.root for each in lines):
        if isinstance(line, Lift):
            found = [_lifted(one, line) for one in found]
        else:
            found.append(Rejection(stone=line))
    return tuple(found), unreadable


def _lifted(one: Rejection, lift: Lift) -> Rejection:
    """A refusal after the lift is a refusal anew, also under the same id."""
    return one.model_copy(update={"lift": lift}) if one.lift is None and one.stone.id == lift.content else one


def unreadable_lines(root: Path, settings: HubSettings) -> dict[str, int]:
    """How many lines of each of these files can't be read; a file without such a line is left out."""
    reads = {"sessions.jsonl": read_sessions, "patterns.jsonl": read_patterns, "tombstones.jsonl": read_tombstones}
    counts = {name: read(root, settings)[1] for name, read in reads.items()}
    return {name: count for name, count in counts.items() if count}


def waiting_file(root: Path, settings: HubSettings, run: str) -> Path:
    return meta_folder(root, settings) / f"pending_{run}.json"


def write_waiting(root: Path, settings: HubSettings, waiting: WaitingForm) -> None:
    """Put the form where `harvest review` finds it (SPEC 10.2), sealed: only what was written there is carried out."""
    as_written = WaitingForm.model_validate_json(redact_json(_json(waiting)))
    text = _json(as_written.model_copy(update={"form_sha256": _seal(as_written)}))
    hub_files.change(root, waiting_file(root, settings, waiting.form.run), lambda _: text)


def _json(waiting: WaitingForm) -> str:
    return orjson.dumps(waiting.model_dump(mode="json"), option=orjson.OPT_INDENT_2).decode() + "\n"


def _seal(waiting: WaitingForm) -> str:
    """The hash of everything that a person is asked, and of where it would be written."""
    return hashlib.sha256(orjson.dumps(waiting.form.model_dump(mode="json"))).hexdigest()


def _changed_since(waiting: WaitingForm) -> str:
    """Which line was changed since the form was written; a line that was redacted on its way has an older name."""
    for line in waiting.form.lines:
        if not is_as_named(line) and MARK.search(line.model_dump_json()) is None:
            return f"the text of '{line.title}'"
    return "" if waiting.form_sha256 in ("", _seal(waiting)) else "what it asks"


def read_waiting(root: Path, settings: HubSettings) -> tuple[tuple[WaitingForm, ...], tuple[str, ...]]:
    """Every form that waits, oldest first, and the names of those that could not be read."""
    forms, unreadable = _all_forms(root, settings)
    open_forms = [form for form in forms if not form.settled]
    lost = tuple(name for name in unreadable if _still_waits(root, settings, name[len("pending_") : -len(".json")]))
    return tuple(sorted(open_forms, key=lambda form: (form.form.asked_at, form.form.run))), lost


def lost_forms(root: Path, settings: HubSettings) -> tuple[str, ...]:
    """The runs whose form waits and can't be read: what they asked is lost, and their work is to be harvested again.

    A form that was answered is as good as any other, so that only those that wait are opened: they are large.
    """
    runs = (path.stem.removeprefix("pending_") for path in _forms(root, settings))
    return tuple(run for run in runs if _still_waits(root, settings, run) and not _is_readable(root, settings, run))


def _forms(root: Path, settings: HubSettings) -> list[Path]:
    return sorted(meta_folder(root, settings).glob("pending_*.json"))


def _is_readable(root: Path, settings: HubSettings, run: str) -> bool:
    try:
        read_form(root, settings, run)
    except HubError:
        return False
    return True


def _still_waits(root: Path, settings: HubSettings, run: str) -> bool:
    """Whether the record of the run doesn't say that every line of its form was answered."""
    try:
        found = hub_files.read_file(meta_folder(root, settings) / f"harvest_{run}.md")
    except HubError:
        return True
    last = "" if found is None else found.text.rstrip("\n").rpartition("\n")[2]
    return not last.startswith("Verdict: ") or _WAITS.fullmatch(last) is not None


def _all_forms(root: Path, settings: HubSettings) -> tuple[list[WaitingForm], tuple[str, ...]]:
    """Every form, settled or not, and the names of those that could not be read; one stands for no other."""
    forms: list[WaitingForm] = []
    unreadable: list[str] = []
    for path in _forms(root, settings):
        try:
            form = _read_form(path)
        except HubError:
            unreadable.append(path.name)
            continue
        if form is not None:
            forms.append(form)
    return forms, tuple(unreadable)


def read_form(root: Path, settings: HubSettings, run: str) -> WaitingForm | None:
    """Return the form of that run, settled or not; None: it was put away.

    Raises: HubError when it can't be read.
    """
    return _read_form(waiting_file(root, settings, run))


def find_suspended(root: Path, settings: HubSettings, flow_run: str) -> WaitingForm | None:
    """Return the form, settled or not, at which that run of the engine was suspended; None: none that can be read."""
    forms, _ = _all_forms(root, settings)
    return next((form for form in forms if form.suspension and form.suspension.flow_run == flow_run), None)


def _read_form(path: Path) -> WaitingForm | None:
    try:
        found = hub_files.read_file(path)
        form = None if found is None else WaitingForm.model_validate_json(found.text)
    except HubError as error:
        raise _unreadable(path, error.what) from error
    except ValidationError as error:
        raise _unreadable(path, "it is cut off, or was changed") from error
    if form is not None and path.name != f"pending_{form.form.run}.json":
        raise _unreadable(path, "it holds the form of another run")
    if form is None:
        return None
    if changed := _changed_since(form):
        raise _unreadable(path, f"{changed} was changed since it was written")
    return form.model_copy(update={"form_sha256": ""})


def _unreadable(path: Path, why: str) -> HubError:
    return HubError(f"the waiting form can't be read: {why}", where=str(path), remedy=UNREADABLE_FORM)


def pick_waiting(root: Path, settings: HubSettings, run: str | None) -> WaitingForm | None:
    """The form of that run, else the oldest that waits; None where nothing waits.

    Raises: UsageError when the named run has no form that waits, HubError when the form to be picked can't be read.
    """
    forms, unreadable = read_waiting(root, settings)
    if run is None and (forms or not unreadable):
        return forms[0] if forms else None
    name = unreadable[0] if run is None else f"pending_{run}.json"
    if name in unreadable:
        return _read_form(meta_folder(root, settings) / name)  # to say what is wrong with it
    for form in forms:
        if form.form.run == run:
            return form
    known = ", ".join(form.form.run for form in forms) or "none"
    raise UsageError(f"no form of run '{run}' waits", remedy=f"waiting runs: {known}")
