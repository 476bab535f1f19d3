"""The card: done items out, new priorities in (SPEC 4.14)."""

from datetime import date
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.hub_state import CARD
from harvest_loop.domain.card import update_card as write_card
from harvest_loop.schemas.card import CardSource, CardUpdate
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("card as found")
def read_card(opened: OpenedHub) -> str | None:
    """Return the card's text before the loop writes it; None: there is none.

    Raises: HubError when it can't be read.
    """
    root = Path(opened.hub.root)
    found = hub_files.read_file(meta_folder(root, opened.settings) / CARD)
    return None if found is None else found.text


@step("card")
def update_card(
    opened: OpenedHub,
    before: str | None,
    *,
    removals: tuple[CardSource, ...],
    additions: tuple[str, ...],
    form: Form,
) -> CardUpdate:
    """Write the card and return what was done; whoever wrote since `before` is read again and merged.

    Raises: HubError when the card can't be written or holds merge markers, ConflictError when others keep writing.
    """
    done: list[CardUpdate] = []

    def write(text: str | None) -> str:
        today = date.fromisoformat(form.day)
        settings = opened.settings.card
        new_text, update = write_card(text, removals, additions, form.record, settings=settings, today=today)
        done.append(update.model_copy(update={"written": new_text != (text or "")}))
        return new_text

    def edit(text: str | None) -> str:
        # A run that was cut off here has written it already: what it did is told again, and nothing is done twice.
        return text if text is not None and text == write(before) else write(text)

    if before is None and not additions:
        write(None)
        return done[-1]
    root = Path(opened.hub.root)
    hub_files.change(root, meta_folder(root, opened.settings) / CARD, edit)
    return done[-1]
