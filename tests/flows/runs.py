"""Start the real flows from a test and read what they left."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from prefect.client.schemas.objects import State
from prefect.settings import get_current_settings

from harvest_loop.adapters.scripted_answers import answer_form, read_answers
from harvest_loop.flows.harvest_session import harvest_session
from harvest_loop.flows.review_form import review_form
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.request import HarvestRequest, ReviewRequest
from tests.packaging.project import ROOT

NOW = 1_774_000_000  # 2026-03-20, after the last commit of the example's field


def close(hub: Path, field: Path, **given: Any) -> tuple[State[Any], RunOutcome]:
    """Harvest a session in this process."""
    values = {"since": "2026-01-01", "now": NOW, "zone": "UTC", **given}
    request = HarvestRequest.model_validate({"hub": str(hub), "field": str(field), **values})
    state = harvest_session(request, return_state=True)
    return state, RunOutcome.model_validate(state.result(raise_on_failure=False))


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a process of its own that uses this test's engine, and a state folder below the folder."""
    return {
        **os.environ,
        "HARVEST_STATE": str(folder / "state"),
        "PREFECT_API_URL": str(get_current_settings().api.url),
        "PREFECT_RESULTS_LOCAL_STORAGE_PATH": str(folder / "results"),
    }


def run_apart(folder: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one of `tests.support`'s programs in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", f"tests.support.{program}", *words],
        cwd=ROOT,
        env=surroundings(folder),
        capture_output=True,
        encoding="utf-8",
        errors="replace",  # a killed process may have written half a character
        check=False,
    )


def review(hub: Path, run: str, answers: Path, *, now: int = NOW + 86_400) -> tuple[State[Any], RunOutcome]:
    """Answer the form of a run, a day later unless told otherwise."""
    form = Form.model_validate(waiting_form(hub, run)["form"])
    answer = answer_form(form, read_answers(answers))
    request = ReviewRequest(hub=str(hub), run=run, now=now, zone="UTC", answer=answer)
    state = review_form(request, return_state=True)
    return state, RunOutcome.model_validate(state.result(raise_on_failure=False))


def answers_file(folder: Path, answers: dict[str, Any]) -> Path:
    """Write a file of answers by target."""
    place = folder / "answers.json"
    place.write_text(json.dumps(answers))
    return place


def meta(hub: Path, name: str = "") -> Path:
    """A file of the hub's personal records."""
    return hub / "tracks" / "_meta" / name


def waiting_form(hub: Path, run: str) -> Any:
    """The form that waits, as the file has it."""
    return json.loads(meta(hub, f"pending_{run}.json").read_text())
