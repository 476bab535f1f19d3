"""The card: done items out, new priorities in (SPEC 4.14)."""

from datetime import date
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.hub_state import CARD
from harvest_loop.domain.card import update_card as write_card
from harvest_loop.schemas.card import CardSource, CardUpdate
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("card")
def update_card(
    opened: OpenedHub, *, removals: tuple[CardSource, ...], additions: tuple[str, ...], record: str, day: str
) -> CardUpdate:
    """Write the card and return what was done; whoever writes in between is read again and merged.

    Raises: HubError when the card can't be written or holds merge markers, ConflictError when others keep writing.
    """
    root = Path(opened.hub.root)
    done: list[CardUpdate] = []

    def edit(text: str | None) -> str:
        new_text, update = write_card(
            text,
            removals,
            additions,
            record,
            settings=opened.settings.card,
            today=date.fromisoformat(day),
        )
        done.append(update.model_copy(update={"written": new_text != (text or "")}))
        return new_text

    if opened.card is None and not additions:
        return edit_nothing(removals)
    hub_files.change(root, meta_folder(root, opened.settings) / CARD, edit)
    return done[-1]


def edit_nothing(removals: tuple[CardSource, ...]) -> CardUpdate:
    """No card and nothing to put on one: none is made."""
    return write_card(None, removals, (), "")[1]
