"""Forms that nobody answered in time are found by the sweep, wherever they wait (SPEC 10.2)."""

import os
from pathlib import Path

import pytest

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.known_hubs import note_hub
from harvest_loop.domain.sweep_page import expired_line
from harvest_loop.schemas.form import FormAnswer
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.suspended import Suspension
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.find_expired import is_gone_on_with, no_answer, still_waits
from tests.support.judged_values import make_judged, make_waiting
from tests.support.repositories import Repository
from tests.support.sweeps import DAY, NOW, KeptRuns, make_hub, sweep

RUN = "2026-03-10_abcdef12_forced"
WAITING = make_waiting(make_judged(), run=RUN)


def wait(hub: Repository, waiting: WaitingForm = WAITING, *, since: int = NOW - 8 * DAY) -> None:
    """Let a form wait in a hub since then, as a run leaves it."""
    note_hub(hub.path)
    hub_records.write_waiting(hub.path, HubSettings(), waiting)
    place = hub_records.waiting_file(hub.path, HubSettings(), waiting.form.run)
    os.utime(place, (since, since))


@pytest.fixture
def asked(hub: Repository, state: Path) -> Repository:
    """A hub that no session of the inbox belongs to."""
    return make_hub(hub, "")


def test_a_form_of_any_hub_is_found_when_its_time_is_over(asked: Repository) -> None:
    """
    Also one of a close that named its hub by itself and left no session in the inbox.
    """
    wait(asked, since=NOW - 6 * DAY)
    assert () == sweep(KeptRuns()).expired

    wait(asked)

    (form,) = sweep(KeptRuns()).expired
    assert (str(asked.path), RUN) == (form.hub, form.run)
    assert still_waits(form)
    assert not is_gone_on_with(form)
    assert () == no_answer(form, now=NOW, zone="UTC").answer.lines
    assert f"{RUN}: no answer in 7 days, its lines are held; ok" == expired_line(form, "ok")


def test_a_form_that_is_answered_meanwhile_is_left_alone(asked: Repository) -> None:
    """
    Between the look and the deed a person may have been quicker.
    """
    wait(asked)
    (form,) = sweep(KeptRuns()).expired

    wait(asked, WAITING.model_copy(update={"settled": True, "answer": FormAnswer(run=RUN)}))

    assert not still_waits(form)
    assert () == sweep(KeptRuns()).expired


def test_a_hub_or_form_that_cannot_be_read_is_named_and_stops_no_other(asked: Repository, tmp_path: Path) -> None:
    """
    Unread is not answered; a hub that is gone has nothing to answer.
    """
    wait(asked)
    broken, gone = Repository.create(tmp_path / "broken"), Repository.create(tmp_path / "gone")
    broken.write("harvest.toml", "[")
    asked.write("tracks/_meta/pending_other.json", "{")
    for one in (broken, gone):
        note_hub(one.path)
    gone.path.rename(tmp_path / "elsewhere")

    report = sweep(KeptRuns())

    assert [RUN] == [form.run for form in report.expired]
    assert any("forms that wait were not looked at" in note for note in report.notes)
    assert any("pending_other.json can't be read" in note for note in report.notes)
    assert 2 == len(report.notes)


def test_a_run_of_a_server_that_is_gone_is_gone_on_with_here(asked: Repository) -> None:
    """
    The form's file is enough.
    """
    wait(asked, WAITING.model_copy(update={"suspension": Suspension(flow_run="9d2c", asked=())}))

    (form,) = sweep(KeptRuns()).expired

    assert not is_gone_on_with(form)
    assert still_waits(form)
