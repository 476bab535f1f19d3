"""Write the card: done items out, new priorities in, every other line as it was (SPEC 4.14)."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from harvest_loop.domain.card_check import CARD
from harvest_loop.domain.card_items import parse_items
from harvest_loop.domain.card_names import names_of
from harvest_loop.domain.card_places import add_closed, add_items
from harvest_loop.domain.card_text import lines_of, refuse_merge_marks
from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.schemas.card import CardItem, CardSource, CardUpdate
from harvest_loop.schemas.settings import CardSettings

_LONGEST = 200
_TICK = re.compile(r"✅\ufe0f?|^\[[xX ]?\]")


def update_card(
    text: str | None,
    removals: Sequence[CardSource],
    additions: Sequence[str],
    record: str,
    *,
    settings: CardSettings | None = None,
    today: date | None = None,
    where: str = CARD,
) -> tuple[str, CardUpdate]:
    """Return the card's new text and what was done; the text is the old one where nothing was to do.

    `record` is the path that each addition points to, `today` the date that a card made from nothing gets.

    Raises: HubError when an unfinished merge left its marks in the card.
    """
    settings = settings or CardSettings()
    refuse_merge_marks(text or "", where=where)
    items = parse_items(text or "", settings)
    gone = _named(items or (), removals)
    fresh = _fresh(additions, [item for item in items or () if item not in gone])
    if text is None and fresh:
        text = _new_card(today)
    spoken = [source for source in removals if source.source == "the person's words" and _named(gone, [source])]
    lines = _without(lines_of(text or ""), gone)
    lines = add_closed(lines, [_closing(source) for source in spoken], settings)
    lines = add_items(lines, [f"{line} ({one_line(record)})" for line in fresh], settings)
    new_text = "".join(lines)
    after = None if items is None and not fresh else len(items or ()) - len(gone) + len(fresh)
    return new_text, CardUpdate(
        before=None if items is None else len(items),
        after=after,
        removed=tuple(item.text for item in gone),
        added=fresh,
        warning=_warning(removals, gone, changed=bool(gone or fresh))
        or _differs(after, parse_items(new_text, settings)),
    )


def _named(items: Iterable[CardItem], removals: Sequence[CardSource]) -> tuple[CardItem, ...]:
    done = [names_of(source.item) for source in removals if source.certainty == "confirmed"]
    return tuple(item for item in items if any(names & names_of(item.text) for names in done))


def _fresh(additions: Sequence[str], kept: Sequence[CardItem]) -> tuple[str, ...]:
    """The additions that the card doesn't hold yet, each on one line and none already ticked."""
    known = {name for item in kept for name in names_of(item.text)}
    fresh: list[str] = []
    for addition in additions:
        line = one_line(_TICK.sub("", one_line(addition)), limit=_LONGEST)
        if line and not names_of(line) & known:
            fresh.append(line)
            known |= names_of(line)
    return tuple(fresh)


def _without(lines: list[str], gone: Iterable[CardItem]) -> list[str]:
    taken = {at for item in gone for at in range(item.first_line, item.end_line)}
    return [line for at, line in enumerate(lines) if at not in taken]


def _closing(source: CardSource) -> str:
    return f"✅ closed: {one_line(source.item)} — {one_line(source.detail)}"


def _new_card(today: date | None) -> str:
    dated = "" if today is None else f"date: {today}\n"
    return f"---\nname: reference-next-session-starter\n{dated}---\n\n# Next session\n"


def _warning(removals: Sequence[CardSource], gone: Sequence[CardItem], *, changed: bool) -> str | None:
    if removals and not gone:
        found = count_of(len(removals), "item")
        return f"{found} found done, but none of them stands on the card: take a second look"
    return None if changed else "the card did not change: take a second look"


def _differs(after: int | None, items: Sequence[CardItem] | None) -> str | None:
    """A plain bullet counts only beside an item: with its neighbour gone it is kept, but no longer recognised."""
    found = len(items or ())
    if after is None or found == after:
        return None
    return f"of {count_of(after, 'item')} left on the card {found} are recognised as items: take a second look"


def say_update(update: CardUpdate, *, quote: Callable[[str], str] = one_line) -> tuple[str, ...]:
    """Return the proof gate's lines: BEFORE and AFTER, what was added, the warning if there is one."""
    if update.before is None:
        first = "items: unknown, nothing was taken out"
    else:
        removed = "; ".join(map(quote, update.removed))
        first = f"BEFORE {update.before} items → AFTER {update.after or 0} items (removed: [{removed}])"
    added = tuple(f"added: {quote(text)}" for text in update.added)
    return (first, *added, *((f"warning: {quote(update.warning)}",) if update.warning else ()))
