"""The card: done items out, new priorities in (SPEC 4.14)."""

import hashlib
from datetime import date
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.hub_state import CARD
from harvest_loop.adapters.redaction import redact, redact_model
from harvest_loop.domain.card import parse_items
from harvest_loop.domain.card import update_card as write_card
from harvest_loop.schemas.card import CardChange, CardPlan, CardSource, CardUpdate
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("card plan")
def plan_card(opened: OpenedHub, change: CardChange) -> CardPlan:
    """Return what the change does to the card as it stands now; a run that is cut off while it writes tells by it.

    Raises: HubError when the card can't be read or holds merge markers.
    """
    found = hub_files.read_file(_place(opened))
    before = None if found is None else found.text
    after, update = _written(opened, before, change)
    return CardPlan(update=update, before=_digest(before), after=_digest(after))


@step("card")
def update_card(opened: OpenedHub, plan: CardPlan, change: CardChange) -> CardUpdate:
    """Write the card and return what was done; whoever wrote since the plan is read again and merged.

    Raises: HubError when the card can't be written or holds merge markers, ConflictError when others keep writing.
    """
    done = [plan.update]

    def edit(text: str | None) -> str:
        # A run that was cut off here has written it already: what it did is told again, and nothing is done twice.
        if text is not None and _digest(text) == plan.after:
            return text
        new_text, update = _written(opened, text, change)
        done.append(update)
        return new_text

    if not plan.update.written and _digest_of(opened) == plan.before:
        return plan.update
    hub_files.change(Path(opened.hub.root), _place(opened), edit)
    return done[-1]


def _written(opened: OpenedHub, text: str | None, change: CardChange) -> tuple[str, CardUpdate]:
    """The card's new text as the person's words are, and what is told of it, redacted."""
    new_text, update = write_card(
        text,
        _as_written(text, change.removals, opened),
        change.additions,
        change.record,
        settings=opened.settings.card,
        today=date.fromisoformat(change.day),
    )
    return new_text, redact_model(update.model_copy(update={"written": new_text != (text or "")}))


def _as_written(text: str | None, removals: tuple[CardSource, ...], opened: OpenedHub) -> tuple[CardSource, ...]:
    """The removals, each in the words of the card itself: what was judged had its secrets taken out."""
    items = parse_items(text or "", opened.settings.card) or ()
    words = {redact(item.text): item.text for item in items}
    return tuple(one.model_copy(update={"item": words.get(one.item, one.item)}) for one in removals)


def _place(opened: OpenedHub) -> Path:
    return meta_folder(Path(opened.hub.root), opened.settings) / CARD


def _digest_of(opened: OpenedHub) -> str:
    found = hub_files.read_file(_place(opened))
    return _digest(None if found is None else found.text)


def _digest(text: str | None) -> str:
    return "none" if text is None else hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
