"""The card: what is an item on it, which items are done, and how it is written (SPEC 4.2, 4.14)."""

from harvest_loop.domain.card_check import check_card
from harvest_loop.domain.card_items import parse_items
from harvest_loop.domain.card_text import refuse_merge_marks
from harvest_loop.domain.card_update import say_update, update_card

__all__ = ["check_card", "parse_items", "refuse_merge_marks", "say_update", "update_card"]
