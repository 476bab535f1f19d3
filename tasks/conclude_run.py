"""How a run ends: the outcome for whoever started it, and the engine's state named by the verdict (SPEC 6)."""

from pathlib import Path

from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from harvest_loop.adapters import hub_files
from harvest_loop.domain.browsing import browsed_page
from harvest_loop.domain.record import verdict_line
from harvest_loop.domain.verdicts import decide_verdict, read_verdict
from harvest_loop.domain.waves import unmet_line
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.form import FormAnswer, UnusableAnswers
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.records import RunRecord
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.record_run import mark_harvested
from harvest_loop.tasks.record_usage import settle_usage
from harvest_loop.tasks.step import step


def conclude_browsing(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> RunOutcome:
    """Nothing to harvest: seen is written down, unless an earlier close already harvested it (SPEC 3.1, 3.4)."""
    page, verdict = browsed_page(evidence)
    if evidence.first_seen or not evidence.seen_before:
        mark_harvested(request, opened, evidence, None)
        settle_usage(request, opened)
    return RunOutcome(page=f"{page}\n{verdict_line(verdict)}\n", verdict=verdict)


def conclude_no_wave(evidence: SessionEvidence) -> RunOutcome:
    """The wave was too small: one line, and nothing is written (SPEC 4)."""
    return RunOutcome(page=f"{unmet_line(evidence)}\n", verdict=decide_verdict())


def conclude_unanswered(
    waiting: WaitingForm, page: str, answer: FormAnswer | UnusableAnswers | None = None
) -> RunOutcome:
    """The form waits, or there was nothing to ask; words that can't be carried out leave it as it is."""
    return RunOutcome(
        run=waiting.form.run,
        record=waiting.form.record,
        waiting=len(waiting.form.lines),
        problem=answer.problem if isinstance(answer, UnusableAnswers) else None,
        page=page,
        verdict=waiting.record.verdict,
    )


def conclude_answered(left: WaitingForm, final: RunRecord, page: str) -> RunOutcome:
    """The form was answered; lines whose base changed wait once more."""
    return RunOutcome(
        run=final.run,
        record=left.form.record,
        waiting=0 if left.settled else len(left.form.lines),
        branch=final.written.branch if final.written else None,
        page=page,
        verdict=final.verdict,
    )


@step("record")
def conclude_settled(opened: OpenedHub, waiting: WaitingForm) -> RunOutcome:
    """The form was answered elsewhere meanwhile: what its record says last is the outcome (SPEC 6)."""
    run = waiting.form.run
    record = f"{opened.settings.paths.meta}/harvest_{run}.md"
    found = hub_files.read_file(Path(opened.hub.root) / record)
    page = "" if found is None else found.text
    left = 0 if waiting.settled else len(waiting.form.lines)
    return RunOutcome(run=run, record=record, waiting=left, page=page, verdict=read_verdict(page))


def state_of(outcome: RunOutcome) -> State:
    """Return the state whose name is the verdict and whose data is the outcome; FAIL is a failed state."""
    make = Failed if outcome.verdict.word == "FAIL" else Completed
    message = str(outcome.verdict) if outcome.problem is None else f"{outcome.verdict}; {outcome.problem}"
    return make(name=outcome.verdict.word, message=message, data=outcome.model_dump(mode="json"))
