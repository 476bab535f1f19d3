"""Carry out the answer to a form: prediction first, then the text, then what follows from it (SPEC 4.15, 7)."""

from harvest_loop.domain.answers import accepted, kept_notes, on_hold_again, priorities, refusals
from harvest_loop.domain.half_done import card_changed, changes_made, commits_made, entries_appended
from harvest_loop.domain.record import page_with_answer
from harvest_loop.domain.settlement import (
    by_hash,
    changed_meanwhile,
    final_record,
    settle_bases,
    settle_places,
    unsettled,
    with_lines,
)
from harvest_loop.schemas.card import CardChange
from harvest_loop.schemas.form import FormAnswer, Written
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.records import RunRecord
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.base_on_committed import read_bases
from harvest_loop.tasks.conclude_run import conclude_answered, conclude_settled
from harvest_loop.tasks.count_approvals import count_approvals
from harvest_loop.tasks.curate_hub import curate_hub, scan_again
from harvest_loop.tasks.draft_changes import draft_changes, keep_pull_request_text
from harvest_loop.tasks.one_at_a_time import one_answer_in_the_hub
from harvest_loop.tasks.pin_request import present_moment
from harvest_loop.tasks.read_hub import read_hub
from harvest_loop.tasks.record_predictions import record_changes, record_commits, record_predictions
from harvest_loop.tasks.record_run import record_answer, take_words
from harvest_loop.tasks.run_token import run_token
from harvest_loop.tasks.stop_half_way import answer_taken
from harvest_loop.tasks.update_card import plan_card, update_card
from harvest_loop.tasks.wait_in_ui import forget_words, form_again, words_given
from harvest_loop.tasks.write_outcomes import write_outcomes
from harvest_loop.tasks.write_signals import remember_rejections, write_signals


def settle_suspended(hub: str, suspended: WaitingForm) -> RunOutcome:
    """Go on with a run that was suspended at its form (SPEC 10.2)."""
    with one_answer_in_the_hub(hub), run_token(f"{hub}\0{suspended.form.run}"):
        opened = read_hub(hub)
        suspended = form_again(opened, suspended)
        answer, now = words_given(suspended), present_moment()
        if answer is not None:
            suspended = take_words(opened, suspended, answer, now=now)
        forget_words()
        if answer is None:
            return conclude_settled(opened, suspended)
        return settle_form(opened, suspended, answer, now=now)


def settle_form(
    opened: OpenedHub, waiting: WaitingForm, answer: FormAnswer, *, now: int, page: str | None = None
) -> RunOutcome:
    """Carry out the words on a form, unless others did so; return the final page and verdict.

    `page` is the run's page where it was not shown yet: the answer becomes a part of it.
    """
    with one_answer_in_the_hub(opened.hub.root):
        waiting = take_words(opened, waiting, answer, now=now)
        if waiting.settled or waiting.answer is None:
            return conclude_settled(opened, waiting)
        with answer_taken(waiting.form.run) as done:
            left, final, said = _carry_out(opened, waiting, waiting.answer, done, now)
    shown = said if page is None else page_with_answer(page, said, waiting.record, final)
    return conclude_answered(left, final, shown)


def _carry_out(
    opened: OpenedHub, waiting: WaitingForm, answer: FormAnswer, done: list[str], now: int
) -> tuple[WaitingForm, RunRecord, str]:
    """Write what the answer asks for."""
    form = waiting.form
    taken = record_predictions(opened, form, accepted(form, answer))
    done += entries_appended(taken)
    waiting = with_lines(waiting, taken)
    drafts = draft_changes(opened, form, taken)
    done += commits_made(drafts)
    drafts = record_commits(opened, taken, drafts)
    curated = curate_hub(opened, form, taken, now=now)
    record_changes(opened, taken, curated)
    done += changes_made(curated)
    consent = count_approvals(opened, form, answer, curated)
    assets = opened.hub.assets
    again = changed_meanwhile(drafts, curated)
    fresh = scan_again(opened, form, now=now) if again else ()
    curated = settle_places(waiting, curated, fresh)
    if any(commit.outcome == "shown again" for commit in drafts.commits):
        assets = read_bases(opened, waiting, drafts)
        drafts = settle_bases(waiting, drafts, assets, fresh)
    drafted = by_hash(drafts)
    pull_request = keep_pull_request_text(form, taken, drafts)
    signals = write_signals(opened, kept_notes(form, answer, drafted), form=form)
    stones = remember_rejections(opened, refusals(form, answer, at=answer.answered_at or form.asked_at))
    change = CardChange(additions=priorities(form, answer), record=form.record, day=form.day)
    added = update_card(opened, plan_card(opened, change), change) if change.additions else None
    done += card_changed(added)
    ids = tuple(line.manifest_id for line in taken)
    counted = write_outcomes(opened, form, answer, drafts, waiting.record.suppressed)
    written = Written(
        manifest_ids=ids,
        signals=signals,
        tombstones=stones,
        pr_body=pull_request,
        curated=curated,
        profile=counted,
        consent=consent,
    )
    final = final_record(waiting, answer, drafts, written, added)
    left = unsettled(waiting, final, assets, fresh)
    said = record_answer(opened, left, final, on_hold_again(form, answer))
    return left, final, said
