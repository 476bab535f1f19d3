"""Harvest one session into its hub."""

from uuid import UUID

from prefect import flow
from prefect.client.schemas.objects import State

from harvest_loop.domain import step_pages as pages
from harvest_loop.flows.guarding import guard_harness
from harvest_loop.flows.judging import judge_collisions
from harvest_loop.flows.recording import record_facts
from harvest_loop.flows.settling import settle_form, settle_suspended
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.form import FormAnswer
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.request import HarvestRequest, PinnedRequest
from harvest_loop.schemas.run_facts import RunFacts
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.ask_judge import calls_end_with_it
from harvest_loop.tasks.check_card import check_card
from harvest_loop.tasks.conclude_run import conclude_browsing, conclude_unanswered, state_of
from harvest_loop.tasks.contend_patterns import contend_patterns
from harvest_loop.tasks.gather_evidence import gather_evidence
from harvest_loop.tasks.harvest_field import harvest_field
from harvest_loop.tasks.name_run import name_of_run
from harvest_loop.tasks.one_at_a_time import one_close_of_the_field
from harvest_loop.tasks.pin_request import pin_request, session_of
from harvest_loop.tasks.quench_assets import quench_assets
from harvest_loop.tasks.read_answer import read_answer
from harvest_loop.tasks.read_hub import read_hub
from harvest_loop.tasks.read_transcript import read_transcript
from harvest_loop.tasks.record_usage import record_usage
from harvest_loop.tasks.retrospect_session import retrospect_session
from harvest_loop.tasks.run_token import run_token
from harvest_loop.tasks.scan_hub import scan_hub
from harvest_loop.tasks.seat_judges import seat_judges
from harvest_loop.tasks.show_progress import begin_progress, show_step
from harvest_loop.tasks.sweep_memory import sweep_memory
from harvest_loop.tasks.verify_manifest import check_manifest, verify_manifest
from harvest_loop.tasks.wait_in_ui import form_of_this_run, suspend_at
from harvest_loop.tasks.weigh_answers import weigh_answers


@flow(name="harvest-loop", flow_run_name=name_of_run, persist_result=False)
def harvest_session(request: HarvestRequest) -> State:
    """Run SPEC 4 from evidence to verdict; the state's name is the verdict, its data the outcome."""
    suspended = form_of_this_run(request.hub)
    if suspended is not None:  # nothing before the form is done again
        return state_of(settle_suspended(request.hub, suspended))
    with run_token(session_of(request)):  # an interrupted run goes on where it was
        pinned = pin_request(request.unanswered())
        with one_close_of_the_field(pinned), calls_end_with_it():
            return state_of(harvest(pinned, request.answers))


def harvest(request: PinnedRequest, answers: str | None) -> RunOutcome:
    """The steps of SPEC 4; one whose value an interrupted run stored is not done again.

    The answers are no part of the request: a run that goes on with others does nothing again for them.
    """
    opened = read_hub(request.hub)
    read = read_transcript(request, opened)
    evidence = gather_evidence(request, opened, read)
    progress = begin_progress(f"{evidence.source} {evidence.session_key}")
    show_step(progress, "evidence", pages.evidence_page(evidence))
    record_usage(request, opened, evidence)  # 6-a, before anything can skip
    if evidence.only_browsed:
        return conclude_browsing(request, opened, evidence)

    facts = find_out(request, opened, evidence, read, progress)
    waiting, page = record_facts(request, opened, facts, answered=answers is not None)
    show_step(progress, "record", page)
    return _ask_once(request, opened, waiting, page, answers, progress)


def find_out(
    request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence, read: TranscriptRead, progress: UUID
) -> RunFacts:
    """What each step before the form found: the harness first, then the session's work, then what to make of it."""
    quench = quench_assets(opened, evidence)  # 0-a
    show_step(progress, "quench", pages.quench_page(quench))
    card = check_card(request, opened, evidence)  # 0-b
    show_step(progress, "card", pages.card_page(card))
    verification = verify_manifest(opened, check_manifest(request, opened, evidence))  # 0-c (i)
    show_step(progress, "predictions", pages.predictions_page(verification))
    hygiene = sweep_memory(request, opened, evidence)  # 0-c (ii)
    show_step(progress, "memory", pages.memory_page(hygiene))
    guarded = guard_harness(opened, evidence, read, quench, progress, with_waiting=True)  # 0
    harvest = harvest_field(opened, evidence)  # 1; too few are held
    show_step(progress, "patterns", pages.patterns_page(harvest))
    retro = retrospect_session(request, opened, evidence, verification, harvest, guarded)  # 0-d, with what recurs
    collisions = contend_patterns(opened, evidence, harvest, guarded.regressions, retro.improvements)  # 2
    collisions = (*collisions, *weigh_answers(opened))
    show_step(progress, "collisions", pages.collisions_page(collisions))
    desk = seat_judges(request, opened, evidence)
    attacks, innovation, judgement = judge_collisions(opened, evidence, desk, collisions, progress)  # 3a to 5
    curation = scan_hub(request, opened, evidence, hygiene)  # 6, before the form
    show_step(progress, "curation", pages.curation_page(curation))
    return RunFacts(
        evidence=evidence,
        verification=verification,
        card=card,
        guarded=guarded,
        harvest=harvest,
        retro=retro,
        collisions=collisions,
        attacks=attacks,
        innovation=innovation,
        judgement=judgement,
        hygiene=hygiene,
        curation=curation,
    )


def _ask_once(
    request: PinnedRequest, opened: OpenedHub, waiting: WaitingForm, page: str, answers: str | None, progress: UUID
) -> RunOutcome:
    """Carry out the words on the run's one form; where there are none yet it waits."""
    answer = read_answer(waiting.form, answers)
    if answer is None and waiting.suspension is not None:
        answer = suspend_at(waiting)  # the process ends here; settle_suspended goes on
    if not isinstance(answer, FormAnswer) or not waiting.form.lines:
        return conclude_unanswered(waiting, page, answer)
    outcome = settle_form(opened, waiting, answer, now=request.now, page=page)
    show_step(progress, "answer", outcome.page)
    return outcome
