"""Which items of the card the person's closing statements name; what is not named stays open (SPEC 4.2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.card_names import is_part_of, key_of, leading_words, names_of, plain_text
from harvest_loop.domain.closing_aim import is_said_of
from harvest_loop.domain.person_words import own_lines
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.words import words_of
from harvest_loop.schemas.card import CardItem, CardSource
from harvest_loop.schemas.transcript import ClosingStatement

_SHARED = 0.6  # of an item's words, so that a statement may speak of it


class ClosedItems(NamedTuple):
    """Which items the person's words close: surely, perhaps, and the statements that name none at all."""

    removals: tuple[CardSource, ...]
    uncertain: tuple[CardSource, ...]
    unnamed: tuple[ClosingStatement, ...]


class _Judged(NamedTuple):
    """The items of one statement, and what makes them uncertain; empty: they are named."""

    items: tuple[str, ...]
    doubt: str = ""


def closed_items(statements: Sequence[ClosingStatement], card_items: Sequence[CardItem]) -> ClosedItems:
    """Return the items that the statements close, one source each, in the card's order.

    Closed is an item only when the closing words are said of it: in the clause of its own words, or in a line that
    says nothing else, behind one that does no more than name it. Several items in one line, part of an item's words,
    or closing words that may be about something else are for a person to look at.
    """
    names = {item.text: _names(item) for item in card_items}
    twins = Counter(item.text for item in card_items)
    sure: dict[str, CardSource] = {}
    unsure: dict[str, CardSource] = {}
    unnamed: list[ClosingStatement] = []
    for statement in statements:
        judged = _judge(statement, names)
        if not judged.items:
            unnamed.append(statement)
        for text in judged.items:
            doubt = judged.doubt or ("" if twins[text] == 1 else f"{twins[text]} items read the same")
            (unsure if doubt else sure).setdefault(text, _source(text, statement, doubt))
    return ClosedItems(
        removals=tuple(sure[text] for text in names if text in sure),
        uncertain=tuple(unsure[text] for text in names if text in unsure and text not in sure),
        unnamed=tuple(unnamed),
    )


def _judge(statement: ClosingStatement, names: Mapping[str, frozenset[str]]) -> _Judged:
    here = _named_in(statement.line, names)
    if here:
        return _Judged(here, _doubt(statement.line, here, names, statement.phrase))
    before = _lines_before(statement)
    earlier = _named_in(" ".join(before), names)
    if earlier and not _doubt(" ; ".join((*before, statement.line)), earlier, names, statement.phrase):
        return _Judged(earlier)
    hinted = _hinted_in(statement.line, names)
    return _Judged(hinted, "only part of the item's words") if hinted else _Judged(earlier, "named elsewhere")


def _doubt(text: str, items: Sequence[str], names: Mapping[str, frozenset[str]], phrase: str) -> str:
    """Why the words may not close the items that the text names; empty where they are said of the only one."""
    if len(items) > 1:
        return "the line names several items"
    plain = plain_text(text)
    ways = sorted(names[items[0]], key=lambda name: (-len(name), name))
    return "" if any(is_said_of(plain, name, phrase) for name in ways) else "the words may be about something else"


def _names(item: CardItem) -> frozenset[str]:
    return names_of(item.text) | names_of(item.headline) | names_of(leading_words(item.text))


def _named_in(text: str, names: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The items whose words stand in the text; one that stands only inside of a longer item's words is not named."""
    key = key_of(plain_text(text))
    found: set[str] = set()
    by_length = sorted(((name, item) for item, ways in names.items() for name in ways), key=lambda pair: -len(pair[0]))
    for name, item in by_length:
        if is_part_of(name, key) or name == key:
            found.add(item)
            key = key.replace(name, "\0")
    return tuple(item for item in names if item in found)


def _hinted_in(line: str, names: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    said = set(words_of(line))
    return tuple(item for item in names if _shared(set(words_of(item)), said))


def _shared(words: set[str], said: set[str]) -> bool:
    return len(words & said) > 1 and len(words & said) >= _SHARED * len(words)


def _lines_before(statement: ClosingStatement) -> list[str]:
    lines = [line for _, line in own_lines(statement.prompt.text)]
    flat = [one_line(line, limit=300) for line in lines]
    return lines[: flat.index(statement.line)] if statement.line in flat else lines


def _source(text: str, statement: ClosingStatement, doubt: str) -> CardSource:
    place = statement.prompt.place
    detail = f"{place.file}:{place.line} “{one_line(statement.phrase, limit=80)}”"
    return CardSource(
        item=text,
        source="the person's words",
        detail=f"{detail} ({doubt})" if doubt else detail,
        certainty="uncertain" if doubt else "confirmed",
    )
