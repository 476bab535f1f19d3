"""The record of the run, the waiting form, and how far the session was harvested (SPEC 4.15, 10.2)."""

from pathlib import Path

from harvest_loop.adapters import clock, hub_files, hub_records
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.known_hubs import note_hub
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.held_patterns import on_hold_lines, pattern_lines
from harvest_loop.domain.over_limit import over_limit_lines
from harvest_loop.domain.record import render_answer, render_record, verdict_line
from harvest_loop.domain.sessions import harvested_line
from harvest_loop.domain.waiting_regressions import lines_of_waiting, only_changes
from harvest_loop.domain.waves import wave_page
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.form import FormAnswer
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.records import RunRecord
from harvest_loop.schemas.regressions import Regression
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.step import step


@step("record")
def record_run(
    request: PinnedRequest,
    opened: OpenedHub,
    evidence: SessionEvidence,
    harvest: FieldHarvest,
    waiting: WaitingForm,
    left: tuple[Regression, ...] = (),
) -> str:
    """Write record, waiting form, patterns and session line, in this order, and return the page.

    `left` are the regressions that the page had no room for.

    Raises: HubError when a file can't be written.
    """
    root, record = Path(opened.hub.root), waiting.form.record
    page = render_record(waiting.record)
    _write_once(root, record, page)
    if waiting.form.lines:
        note_hub(root)  # before the form: a sweep must find it, whenever this process ends
        session = harvested_line(evidence, seen=moment(request.now), until=evidence.git.window.until, record=record)
        hub_records.write_waiting(root, opened.settings, waiting.model_copy(update={"session": session}))
    at = moment(request.now)
    lines = (*pattern_lines(harvest, evidence, at=at), *over_limit_lines(harvest, evidence, at=at))
    crowd = lines_of_waiting(waiting.record, left, opened.hub, evidence, at=at)
    lines += only_changes(crowd, opened.patterns)
    hub_records.append_records(root, hub_records.patterns_file(root, opened.settings), lines)
    mark_harvested.fn(request, opened, evidence, record)
    return page


@step("record")
def record_wave(opened: OpenedHub, record: RunRecord) -> RunOutcome:
    """Write the record of a lightweight run and return its few lines; nothing else of the hub is touched.

    Raises: HubError when the file can't be written.
    """
    _write_once(Path(opened.hub.root), record.path or "", render_record(record))
    muted = read_profile(Path(opened.hub.root), opened.settings).profile.muted_nags
    page = wave_page(record, verdict_line(record.verdict), offers="offer-full" not in muted)
    return RunOutcome(run=record.run, record=record.path, page=page, verdict=record.verdict)


@step("session seen")
def mark_harvested(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence, record: str | None) -> None:
    """Write down how far this session was harvested (SPEC 3.1).

    Raises: HubError when the file can't be written.
    """
    root = Path(opened.hub.root)
    line = harvested_line(evidence, seen=moment(request.now), until=evidence.git.window.until, record=record)
    hub_records.append_record(root, hub_records.sessions_file(root, opened.settings), line)


@step("words")
def take_words(opened: OpenedHub, waiting: WaitingForm, answer: FormAnswer, *, now: int) -> WaitingForm:
    """Write the words into the waiting form before any of them is carried out, and return it as it then stands.

    The first words count: whoever was cut off while carrying them out is gone on with. A form that was settled
    meanwhile, or waits with lines that these words are not about, is returned as it is.

    Raises: HubError when the file can't be read or written.
    """
    root = Path(opened.hub.root)
    with locked(root):
        found = hub_records.read_form(root, opened.settings, waiting.form.run) or waiting
        hashes = {line.hash for line in waiting.form.lines}
        if found.settled or found.answer is not None or any(line.hash not in hashes for line in found.form.lines):
            return found
        dated = answer.model_copy(update={"answered_at": moment(now)})
        taken = found.model_copy(update={"answer": dated})
        hub_records.write_waiting(root, opened.settings, taken)
        return taken


@step("answer")
def record_answer(opened: OpenedHub, waiting: WaitingForm, final: RunRecord, on_hold: tuple[Pattern, ...]) -> str:
    """Append the answer and the final verdict to the record, put the form away, and return what was appended.

    Raises: HubError when a file can't be written.
    """
    root = Path(opened.hub.root)
    said = render_answer(final)
    _append_once(root, waiting.form.record, f"\n{said}")
    at = (final.answer.answered_at if final.answer else None) or waiting.form.asked_at
    lines = on_hold_lines(on_hold, opened.patterns, session=waiting.form.session_key, field=waiting.field, at=at)
    hub_records.append_records(root, hub_records.patterns_file(root, opened.settings), lines)
    hub_records.write_waiting(root, opened.settings, waiting)
    return said


def _write_once(root: Path, record: str, page: str) -> None:
    """Write the record; one that a run cut off here wrote already is left as it is."""
    found = hub_files.read_file(root / record)
    if found is None or found.text != redact(page):
        hub_files.write_new(root, record, page)


def _append_once(root: Path, record: str, text: str) -> None:
    hub_files.change(root, record, lambda page: page if page and page.endswith(redact(text)) else f"{page or ''}{text}")


def moment(seconds: int) -> str:
    """A time as records write it: UTC, to the second."""
    return clock.stamp(seconds)
