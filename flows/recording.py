"""Write down what a run found: the card first, then signals, form and record (SPEC 4.14, 4.15)."""

from harvest_loop.domain.answers import held_notes
from harvest_loop.domain.run_record import waiting_form
from harvest_loop.domain.suppressed import not_proposed_skills
from harvest_loop.schemas.card import CardChange
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.run_facts import RunFacts
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.curate_hub import curate_unasked
from harvest_loop.tasks.make_form import make_form
from harvest_loop.tasks.record_run import record_run
from harvest_loop.tasks.record_usage import settle_usage
from harvest_loop.tasks.stop_half_way import unfinished_after
from harvest_loop.tasks.sweep_memory import write_hygiene_log
from harvest_loop.tasks.update_card import plan_card, update_card
from harvest_loop.tasks.wait_in_ui import for_the_engine
from harvest_loop.tasks.write_outcomes import write_outcomes
from harvest_loop.tasks.write_signals import write_signals


def record_facts(
    request: PinnedRequest, opened: OpenedHub, facts: RunFacts, *, answered: bool
) -> tuple[WaitingForm, str]:
    """Return the form that waits and the run's page, both written; one that is `answered` by a file is shown nowhere.

    Raises: UnfinishedError when the hub or the engine can't be written, ConflictError when others keep writing.
    """
    asked, left_out = facts.curation.lines, facts.curation.left_out
    form = make_form(request, opened, facts.evidence, facts.judgement.judged, asked, left_out)
    change = CardChange(removals=facts.card.removals, record=form.record, day=form.day)
    removed = update_card(opened, plan_card(opened, change), change)
    with unfinished_after(removed):
        signals = write_signals(opened, held_notes(facts.judgement.judged, session=form.session_key), form=form)
        curated = () if form.lines else curate_unasked(opened, form, facts.curation, now=request.now)
        suppressed = not_proposed_skills(facts.innovation.declined, facts.judgement.judged, opened.hub.skills)
        counted = "" if form.lines else write_outcomes(opened, form, None, suppressed=suppressed)
        found = facts.model_copy(
            update={
                "card_update": removed,
                "signals": signals,
                "curated": curated,
                "suppressed": suppressed,
                "profile": counted,
            }
        )
        waiting = waiting_form(opened, form, found)
        if not answered:
            waiting = for_the_engine(waiting)
        page = record_run(request, opened, facts.evidence, facts.harvest, waiting, facts.guarded.guard.left)
        write_hygiene_log(opened, facts.hygiene, day=form.day)
        settle_usage(request, opened)
    return waiting, page
