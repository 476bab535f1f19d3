"""Which items of the card are done: the card against the logs and the git log, nothing from memory (SPEC 4.2)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import chain

from harvest_loop.domain.card_items import parse_items
from harvest_loop.domain.card_names import (
    is_part_of,
    key_of,
    leading_words,
    names_in_commit_line,
    names_in_log_entry,
    names_of,
    plain_text,
)
from harvest_loop.domain.card_text import card_date, refuse_merge_marks
from harvest_loop.domain.closed_items import ClosedItems, closed_items
from harvest_loop.domain.quoting import one_line, plural
from harvest_loop.schemas.card import CardCheck, CardItem, CardSource
from harvest_loop.schemas.evidence import Commit
from harvest_loop.schemas.settings import CardSettings
from harvest_loop.schemas.transcript import ClosingStatement

CARD = "reference_next_session_starter.md"

_LOG_NAME = re.compile(r"fh_completed_(\d{4}-\d{2}-\d{2})\.md\Z")
_LOG_LINE = re.compile(r"\s{0,3}[-*+]\s+✅\ufe0f?\s*(\S.*)")
_REVERTS = re.compile(r"This reverts commit ([0-9a-f]{7,64})")
_OPEN_LIST = re.compile(
    r"\b(?:to[ -]?do|next|remaining|left|pending|later|missing|still|follow[- ]?ups?|not (?:done|yet|included))\b",
    re.IGNORECASE,
)
_OPEN_LIST_KOREAN = ("다음", "남은", "미완", "예정", "할 일")
_LISTED = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
_PLACES = 5
_EARLIEST_ZONE = timedelta(hours=14)
_WORDS = "the person's words"


@dataclass(frozen=True)
class _Statement:
    """A line that may name a finished item, where it stands, and what weakens it."""

    line: str
    source: CardSource
    doubt: str | None = None

    @property
    def names(self) -> tuple[frozenset[str], ...]:
        """What the line names exactly, the likeliest reading first."""
        if self.source.source == "completion log":
            return names_in_log_entry(self.line)
        return (names_in_commit_line(self.line),)

    @property
    def keys(self) -> tuple[str, str]:
        """The line as it is compared, with its marks of markup and without."""
        return key_of(self.line), key_of(plain_text(self.line))


def check_card(
    card: str | None,
    *,
    logs: Mapping[str, str],
    commits: Sequence[Commit],
    today: date,
    since: date,
    settings: CardSettings,
    closings: Sequence[ClosingStatement] | None = None,
    words_unread: str = "no transcript was read",
    where: str = CARD,
) -> CardCheck:
    """Return the removal list of step 0-b, each item with its source; commits come oldest first.

    `since`, the local day on which the session began, stands in for a card date that is missing or wrong. `closings`
    are the person's statements; None: they are not known, and `words_unread` says why.

    Raises: HubError when an unfinished merge left its marks in the card.
    """
    unread = (f"{_WORDS}: unknown, {words_unread}",) if closings is None else ()
    unused = (*unread, *_unheard(closings or ()))
    if card is None:
        return CardCheck(present=False, notes=("no card", *unused))
    refuse_merge_marks(card, where=where)
    items = parse_items(card, settings)
    written, notes = _reading_from(card, today, since)
    read, missing = _logs_between(logs, written, today)
    if items is None:
        unknown = "items: unknown, nothing was recognised as one"
        return CardCheck(present=True, notes=(unknown, *notes, *missing, *unused))
    statements = chain(_log_statements(read), _commit_statements(commits, written if card_date(card) else None))
    said = closed_items(closings or (), items)
    removals, uncertain = _joined(items, _judge(items, statements), said)
    named = {source.item for source in removals}
    return CardCheck(
        present=True,
        items=items,
        removals=removals,
        uncertain=uncertain,
        manual=() if read else tuple(item.text for item in items if item.text not in named),
        notes=(*notes, *missing, *unread, *_unheard(said.unnamed)),
    )


def _joined(
    items: Sequence[CardItem], found: tuple[Sequence[CardSource], Sequence[CardSource]], said: ClosedItems
) -> tuple[tuple[CardSource, ...], tuple[CardSource, ...]]:
    """The confirmed and the uncertain items of all sources, in the card's order, one source each."""
    sure = {source.item: source for source in (*said.removals, *found[0])}
    unsure = {source.item: source for source in (*said.uncertain, *found[1]) if source.item not in sure}
    order = tuple(dict.fromkeys(item.text for item in items))
    return (
        tuple(sure[text] for text in order if text in sure),
        tuple(unsure[text] for text in order if text in unsure),
    )


def _unheard(statements: Sequence[ClosingStatement]) -> tuple[str, ...]:
    count = len(statements)
    places = ", ".join(f"{one.prompt.place.file}:{one.prompt.place.line}" for one in statements[:_PLACES])
    return (f"{_WORDS}: {count} closing {plural(count, 'statement')} that name no item ({places})",) if count else ()


def _reading_from(card: str, today: date, since: date) -> tuple[date, tuple[str, ...]]:
    written = card_date(card)
    if written is None:
        return min(since, today), (
            f"the card has no date: logs are read from {min(since, today)}, the session's start",
        )
    if written > today:
        return min(since, today), (f"the card's date {written} is not yet: logs are read from {min(since, today)}",)
    return written, ()


def _logs_between(logs: Mapping[str, str], first: date, last: date) -> tuple[dict[str, str], tuple[str, ...]]:
    """The logs of these days by name, and a note where there is none."""
    read = {name: text for name, text in sorted(logs.items()) if _log_day(name, first, last)}
    return read, () if read else (f"real-time log missing: no fh_completed log from {first} to {last}",)


def _log_day(name: str, first: date, last: date) -> bool:
    found = _LOG_NAME.search(name)
    return found is not None and first.isoformat() <= found[1] <= last.isoformat()


def _log_statements(logs: Mapping[str, str]) -> Iterator[_Statement]:
    for name, text in logs.items():
        for number, line in enumerate(text.split("\n"), start=1):
            found = _LOG_LINE.match(line)
            if found:
                source = CardSource(item="", source="completion log", detail=f"{name}:{number}", certainty="confirmed")
                yield _Statement(found[1], source)


def _commit_statements(commits: Sequence[Commit], card_day: date | None) -> Iterator[_Statement]:
    undone = _reverted(commits)
    for commit in commits:
        doubt = "reverted later" if _is_one_of(commit, undone) else None
        if card_day is not None and _is_before(commit, card_day):
            doubt = doubt or "made before the card was written"
        detail = f"{commit.sha[:10]} {one_line(commit.subject, limit=120)}"
        source = CardSource(item="", source="git", detail=detail, certainty="confirmed")
        for line, is_open in _message_lines(commit):
            weakness = "listed as still to do" if is_open else doubt
            yield _Statement(line, source, weakness)


def _reverted(commits: Sequence[Commit]) -> frozenset[str]:
    """Shas that a later commit took back, unless that commit was itself taken back."""
    undone: set[str] = set()
    for commit in reversed(commits):
        if not _is_one_of(commit, undone):
            undone.update(_REVERTS.findall(commit.body))
    return frozenset(undone)


def _is_one_of(commit: Commit, shas: Iterable[str]) -> bool:
    return any(known.startswith(sha) for sha in shas for known in (commit.sha, *commit.same_work_as))


def _is_before(commit: Commit, day: date) -> bool:
    """Whether the commit is older than the day in whichever zone the day was meant."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return commit.committed_at < (midnight - _EARLIEST_ZONE).timestamp()


def _message_lines(commit: Commit) -> Iterator[tuple[str, bool]]:
    """The lines of the message, and whether each stands in a list of what is still to do."""
    yield commit.subject, False
    is_open = False
    for line in commit.body.split("\n"):
        bare = line.strip()
        if bare.endswith(":") or bare.startswith("#"):
            is_open = _OPEN_LIST.search(bare) is not None or any(word in bare for word in _OPEN_LIST_KOREAN)
            yield line, False
        elif bare:
            is_open = is_open and _LISTED.match(line) is not None
            yield line, is_open


def _judge(
    items: Sequence[CardItem], statements: Iterable[_Statement]
) -> tuple[tuple[CardSource, ...], tuple[CardSource, ...]]:
    """The confirmed and the uncertain items, in the card's order, one source each."""
    names = {item.text: names_of(item.text) | names_of(item.headline) for item in items}
    sure: dict[str, list[_Statement]] = {text: [] for text in names}
    unsure: dict[str, CardSource] = {}
    for statement in _speaking_of(names, statements):
        named = _exactly_named(statement, names)
        for text, known in names.items():
            doubt = statement.doubt if text in named else _partly_named(statement, text, known)
            if doubt is not None:
                unsure[text] = _doubted(text, statement, doubt)
            elif text in named:
                sure[text].append(statement)
    twins = _twins(items)
    for text, found in sure.items():
        if found and _too_few(found, twins[text]):
            unsure[text] = _doubted(text, found[-1], f"{twins[text]} items read the same")
    done = [text for text, found in sure.items() if found and not _too_few(found, twins[text])]
    return (
        tuple(sure[text][0].source.model_copy(update={"item": text}) for text in done),
        tuple(unsure[text] for text in names if text in unsure and text not in done),
    )


def _speaking_of(names: Mapping[str, frozenset[str]], statements: Iterable[_Statement]) -> Iterator[_Statement]:
    """The statements in which the words of some item occur at all; no other can name one."""
    wanted = {name for text, known in names.items() for name in (*known, *names_of(leading_words(text)))}
    for statement in statements:
        keys = statement.keys
        if any(name in key for key in keys for name in wanted):
            yield statement


def _doubted(text: str, statement: _Statement, doubt: str) -> CardSource:
    detail = f"{statement.source.detail} ({doubt})"
    return statement.source.model_copy(update={"item": text, "detail": detail, "certainty": "uncertain"})


def _partly_named(statement: _Statement, text: str, names: Iterable[str]) -> str | None:
    if any(is_part_of(name, key) for name in names for key in statement.keys):
        return "only part of the line"
    lead = names_of(leading_words(text))
    return "only the item's first words" if any(lead & way for way in statement.names) else None


def _exactly_named(statement: _Statement, names: Mapping[str, frozenset[str]]) -> set[str]:
    for way in statement.names:
        named = {text for text, known in names.items() if known & way}
        if named:
            return named
    return set()


def _twins(items: Iterable[CardItem]) -> dict[str, int]:
    """How many items of the card read like each: one statement can't say which of two is done."""
    keys = {item.text: frozenset(names_of(item.text)) for item in items}
    counted = [keys[item.text] for item in items]
    return {text: sum(bool(key & other) for other in counted) for text, key in keys.items()}


def _too_few(found: Sequence[_Statement], twins: int) -> bool:
    by_source = [statement.source.source for statement in found]
    return max(by_source.count(source) for source in set(by_source)) < twins
