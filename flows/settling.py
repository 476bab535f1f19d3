"""Carry out the answer to a form: prediction first, then the text, then what follows from it (SPEC 4.15, 7)."""

from pathlib import Path

from harvest_loop.adapters.clock import now
from harvest_loop.adapters.hub_lock import answering
from harvest_loop.domain.answers import accepted, kept_notes, on_hold_again, priorities, refusals
from harvest_loop.domain.settlement import by_hash, final_record, settle_bases, unsettled, with_lines
from harvest_loop.schemas.card import CardChange
from harvest_loop.schemas.form import FormAnswer, Written
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.conclude_run import conclude_answered, conclude_settled
from harvest_loop.tasks.draft_changes import draft_changes, keep_pull_request_text
from harvest_loop.tasks.read_hub import read_hub, read_hub_again
from harvest_loop.tasks.record_predictions import record_predictions
from harvest_loop.tasks.record_run import record_answer, take_words
from harvest_loop.tasks.run_token import run_token
from harvest_loop.tasks.update_card import plan_card, update_card
from harvest_loop.tasks.wait_in_ui import form_again, words_given
from harvest_loop.tasks.write_signals import remember_rejections, write_signals


def settle_suspended(hub: str, suspended: WaitingForm) -> RunOutcome:
    """Go on with a run that was suspended at its form (SPEC 10.2)."""
    with answering(Path(hub)), run_token(f"{hub}\0{suspended.form.run}"):
        opened = read_hub(hub)
        suspended = form_again(opened, suspended)
        answer = words_given(suspended)
        if answer is None:
            return conclude_settled(opened, suspended)
        return settle_form(opened, suspended, answer, now=now())


def settle_form(opened: OpenedHub, waiting: WaitingForm, answer: FormAnswer, *, now: int) -> RunOutcome:
    """Carry out the words on a form, unless others did so; return the final page and verdict."""
    with answering(Path(opened.hub.root)):
        waiting = take_words(opened, waiting, answer, now=now)
        if waiting.settled or waiting.answer is None:
            return conclude_settled(opened, waiting)
        return _carry_out(opened, waiting, waiting.answer)


def _carry_out(opened: OpenedHub, waiting: WaitingForm, answer: FormAnswer) -> RunOutcome:
    """Write what the answer asks for."""
    form = waiting.form
    taken = record_predictions(opened, form, accepted(form, answer))
    waiting = with_lines(waiting, taken)
    drafts = draft_changes(opened, form, taken)
    assets = opened.hub.assets
    if any(commit.outcome == "shown again" for commit in drafts.commits):
        assets = read_hub_again(opened.hub.root, drafts).hub.assets
        drafts = settle_bases(waiting, drafts, assets)
    drafted = by_hash(drafts)
    pull_request = keep_pull_request_text(form, taken, drafts)
    signals = write_signals(opened, kept_notes(form, answer, drafted), form=form)
    stones = remember_rejections(opened, refusals(form, answer, at=answer.answered_at or form.asked_at))
    change = CardChange(additions=priorities(form, answer), record=form.record, day=form.day)
    added = update_card(opened, plan_card(opened, change), change) if change.additions else None
    ids = tuple(line.manifest_id for line in taken)
    written = Written(manifest_ids=ids, signals=signals, tombstones=stones, pr_body=pull_request)
    final = final_record(waiting, answer, drafts, written, added)
    left = unsettled(waiting, final, drafted, assets)
    said = record_answer(opened, left, final, on_hold_again(form, answer))
    return conclude_answered(left, final, said)
