"""Harvest one session into its hub."""

from prefect import flow
from prefect.client.schemas.objects import State

from harvest_loop.domain import step_pages as pages
from harvest_loop.domain.answers import held_notes
from harvest_loop.domain.record import page_with_answer
from harvest_loop.domain.run_record import waiting_form
from harvest_loop.flows.judging import judge_at_most_twice
from harvest_loop.flows.settling import settle_form, settle_suspended
from harvest_loop.schemas.card import CardChange
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.request import HarvestRequest, PinnedRequest
from harvest_loop.schemas.run_facts import RunFacts
from harvest_loop.tasks.challenge_assets import challenge_assets
from harvest_loop.tasks.check_card import check_card
from harvest_loop.tasks.conclude_run import conclude_browsing, conclude_unanswered, state_of
from harvest_loop.tasks.contend_patterns import contend_patterns
from harvest_loop.tasks.gather_evidence import gather_evidence
from harvest_loop.tasks.harvest_field import harvest_field
from harvest_loop.tasks.innovate_candidates import innovate_candidates
from harvest_loop.tasks.make_form import make_form
from harvest_loop.tasks.name_run import name_of_run
from harvest_loop.tasks.pin_request import pin_request, session_of
from harvest_loop.tasks.read_answer import read_answer
from harvest_loop.tasks.read_hub import read_hub
from harvest_loop.tasks.record_run import record_run
from harvest_loop.tasks.run_token import run_token
from harvest_loop.tasks.show_progress import begin_progress, show_step
from harvest_loop.tasks.synthesize_grades import synthesize_grades
from harvest_loop.tasks.update_card import plan_card, update_card
from harvest_loop.tasks.wait_in_ui import for_the_engine, form_of_this_run, suspend_at
from harvest_loop.tasks.write_signals import write_signals


@flow(name="harvest-loop", flow_run_name=name_of_run, persist_result=False)
def harvest_session(request: HarvestRequest) -> State:
    """Run SPEC 4 from evidence to verdict; the state's name is the verdict, its data the outcome."""
    suspended = form_of_this_run(request.hub)
    if suspended is not None:  # nothing before the form is done again
        return state_of(settle_suspended(request.hub, suspended))
    with run_token(session_of(request)):  # an interrupted run goes on where it was
        return state_of(harvest(pin_request(request)))


def harvest(request: PinnedRequest) -> RunOutcome:
    """The steps of SPEC 4; one whose value an interrupted run stored is not done again."""
    opened = read_hub(request.hub)
    evidence = gather_evidence(request, opened)
    progress = begin_progress(f"{evidence.source} {evidence.session_key}")
    show_step(progress, "evidence", pages.evidence_page(evidence))
    if evidence.only_browsed:
        return conclude_browsing(request, opened, evidence)

    card = check_card(request, opened, evidence)  # 0-b
    show_step(progress, "card", pages.card_page(card))
    harvest = harvest_field(opened, evidence)  # 1; too few are held
    show_step(progress, "patterns", pages.patterns_page(harvest))
    collisions = contend_patterns(opened, evidence, harvest)  # 2
    show_step(progress, "collisions", pages.collisions_page(collisions))

    attacking = challenge_assets.submit(opened, evidence, collisions)  # 3a ∥ 3b: neither sees the other
    innovating = innovate_candidates.submit(opened, evidence, collisions)
    attacks, innovation = attacking.result(), innovating.result()
    show_step(progress, "attacks", pages.attacks_page(attacks))
    show_step(progress, "proposals", pages.proposals_page(innovation))
    candidates = synthesize_grades(opened, collisions, attacks, innovation.proposals)  # 3.5
    show_step(progress, "grades", pages.grades_page(candidates))
    judgement = judge_at_most_twice(candidates)  # 3.75
    show_step(progress, "critic", pages.critic_page(judgement.rounds[-1]))

    form = make_form(request, opened, evidence, judgement.judged)
    change = CardChange(removals=card.removals, record=form.record, day=form.day)
    removed = update_card(opened, plan_card(opened, change), change)
    signals = write_signals(opened, held_notes(judgement.judged, session=form.session_key), form=form)
    facts = RunFacts(
        evidence=evidence,
        card=card,
        harvest=harvest,
        collisions=collisions,
        attacks=attacks,
        innovation=innovation,
        judgement=judgement,
        card_update=removed,
        signals=signals,
    )
    waiting = waiting_form(opened, form, facts)
    if request.answers is None:
        waiting = for_the_engine(waiting)
    page = record_run(request, opened, evidence, harvest, waiting)
    show_step(progress, "record", page)

    answer = read_answer(form, request.answers) if form.lines else None  # one form a run
    if answer is None and waiting.suspension is not None:
        answer = suspend_at(waiting)  # the process ends here; settle_suspended goes on
    if answer is None:
        return conclude_unanswered(waiting, page)
    outcome = settle_form(opened, waiting, answer, now=request.now)
    show_step(progress, "answer", outcome.page)
    return outcome.model_copy(update={"page": page_with_answer(page, outcome.page)})
