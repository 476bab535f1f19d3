"""The offline steel reviewer: what a program can see that a change of a text made worse (SPEC 4.1, 5)."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from harvest_loop.domain.judges.steel_signs import (
    asks_first,
    checks_in,
    claims_in,
    destroys,
    forbids,
    is_weaker,
    loosened,
    obliges,
    still_checks,
    warns,
)
from harvest_loop.domain.quench.units import (
    NOWHERE,
    Difference,
    Elsewhere,
    Unit,
    alike,
    contained,
    difference,
    stems,
    units_of,
)
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Severity

SAME_SENTENCE = 0.6
_SAME_BUT_NUMBERS = 0.8
_SAID_ELSEWHERE = 0.6
_FEWEST_WORDS = 3
_BEGINNING = 2
_ABOUT_THE_SAME = 0.4
_REWRITTEN = 0.5
_MOST_PAIRS = 250_000
_AROUND, _BESIDE = 6, 2


class SteelFinding(NamedTuple):
    """One thing that got worse: what, the line that said better before, and the line that stands now."""

    kind: str
    message: str
    severity: Severity
    was: int | None
    """Line of the base; None: nothing stood there."""
    now: int | None
    """Line of the text now; None: nothing stands there any more."""


class SteelReview(NamedTuple):
    """What the reviewer looked at, and what it found; `why_not` says why it did not look."""

    checked: int = 0
    found: tuple[SteelFinding, ...] = ()
    unmatched: int = 0
    """Sentences that went with a rewriting, whose heirs nobody can name."""
    why_not: str = ""


class _Change(NamedTuple):
    """The two texts, and which sentence became which."""

    base: tuple[Unit, ...]
    now: tuple[Unit, ...]
    left: Difference
    heirs: tuple[tuple[Unit, Unit], ...]
    gone: tuple[Unit, ...]
    new: tuple[Unit, ...]


def steel_review(base: Asset, now: Asset, detail: Elsewhere = NOWHERE) -> SteelReview:
    """Return what a change of an asset took away from those who follow it; it is given the two texts alone.

    `detail` is what stands beside it, or was written in the session: what was moved there is not gone. Nothing is
    reported that can't be shown by quoting what stood there or what stands there now.
    """
    before, after = units_of(base), units_of(now)
    left = difference(before, after)
    if len(left.removed) * len(left.added) > _MOST_PAIRS:
        return SteelReview(why_not="too much of it changed to say which sentence became which")
    change = _matched(before, after, left, detail)
    rewritten = len(left.removed) > _REWRITTEN * max(len(before), 1)
    reviewers = (_weakened, _loosened, _lost_checks, _destructive, _unkept_claims)
    found = [each for review in reviewers for each in review(change)]
    found += [] if rewritten else _removed(change)
    unmatched = sum(_weighs(unit) for unit in change.gone) if rewritten else 0
    return SteelReview(len(left.removed) + len(left.added), tuple(dict.fromkeys(found)), unmatched)


def attack_of_text(units: tuple[Unit, ...]) -> tuple[SteelFinding, ...]:
    """Return what is wrong with sentences that are all new: nothing stood there that they could have weakened."""
    return tuple(_destructive(_Change((), units, difference((), units), (), (), units)))


def _matched(before: tuple[Unit, ...], after: tuple[Unit, ...], left: Difference, detail: Elsewhere) -> _Change:
    """Pair each removed sentence with the added one that says nearly the same, the likest pairs first."""
    pairs = [
        (-figure, at, to)
        for at, old in enumerate(left.removed)
        for to, new in enumerate(left.added)
        if (old.kind == "code") == (new.kind == "code") and (figure := _likeness(old, new)) >= SAME_SENTENCE
    ]
    heirs: dict[int, int] = {}
    taken: set[int] = set()
    for _, at, to in sorted(pairs):
        if at not in heirs and to not in taken:
            heirs[at] = to
            taken.add(to)
    rest = [unit for at, unit in enumerate(left.removed) if at not in heirs]
    new = tuple(unit for to, unit in enumerate(left.added) if to not in taken)
    gone = tuple(unit for unit in rest if not _is_said(unit, left.added) and not detail.say(unit.text))
    return _Change(
        before, after, left, tuple((left.removed[at], left.added[to]) for at, to in heirs.items()), gone, new
    )


def _likeness(old: Unit, new: Unit) -> float:
    """Say how far one became the other; a step of which a part was cut off is still that step."""
    figure = alike(old.text, new.text)
    if figure >= SAME_SENTENCE or old.section != new.section:
        return figure
    ours, theirs = stems(old.text), stems(new.text)
    cut = bool(theirs) and theirs <= ours and plain_words(old.text)[:_BEGINNING] == plain_words(new.text)[:_BEGINNING]
    return SAME_SENTENCE if cut else figure


def _is_said(unit: Unit, others: Iterable[Unit]) -> bool:
    """Whether a sentence, or two beside one another, hold what another said: split and merged it is still there."""
    texts = [other.text for other in others]
    joined = [*texts, *(f"{one} {two}" for one, two in pairwise(texts))]
    return any(contained(unit.text, text) >= _SAID_ELSEWHERE for text in joined)


def _weakened(change: _Change) -> Iterator[SteelFinding]:
    """A `must` or a `never` that became a `should`, or lost its word."""
    for old, new in change.heirs:
        if old.kind != "code" and (word := is_weaker(old.text, new.text)):
            message = f"'{word}' no longer binds: it said “{_cut(old)}”, and says “{_cut(new)}”"
            yield SteelFinding("rule weakened", message, "A", old.line, new.line)


def _loosened(change: _Change) -> Iterator[SteelFinding]:
    """A threshold of which one side lets more through."""
    for old, new in change.heirs:
        if alike(old.text, new.text) >= _SAME_BUT_NUMBERS and (numbers := loosened(old.text, new.text)):
            message = f"the threshold went from {numbers[0]} to {numbers[1]}: “{_cut(old)}”"
            yield SteelFinding("threshold loosened", message, "A", old.line, new.line)


def _lost_checks(change: _Change) -> Iterator[SteelFinding]:
    """A step that is still done and no longer checked, or one that no longer asks first."""
    for old, new in change.heirs:
        if old.kind == "code":
            continue
        if asks_first(old.text) and not asks_first(new.text) and not _any(asks_first, change.left.added, old):
            message = f"it no longer asks before it goes on: “{_cut(old)}” became “{_cut(new)}”"
            yield SteelFinding("gate removed", message, "A", old.line, new.line)
        elif (check := checks_in(old.text)) and not still_checks(new.text) and not _says(check, change.now):
            message = f"the step lost its check “{check}”: it says “{_cut(new)}” now"
            yield SteelFinding("check removed", message, "A", old.line, new.line)


def _removed(change: _Change) -> Iterator[SteelFinding]:
    """Rules, gates and checks that went while what stood around them stayed."""
    sections = {unit.section for unit in change.now}
    for unit in change.gone:
        if unit.section not in sections or not _weighs(unit) or unit.kind in ("heading", "code"):
            continue
        if asks_first(unit.text) and not any(asks_first(other.text) for other in change.left.added):
            yield SteelFinding("gate removed", f"it no longer says “{_cut(unit)}”", "A", unit.line, None)
        elif forbids(unit.text) and not _carried(forbids, unit, change.left.added):
            yield SteelFinding("rule removed", f"it no longer forbids: “{_cut(unit)}”", "A", unit.line, None)
        elif obliges(unit.text) and not _carried(obliges, unit, change.left.added):
            yield SteelFinding("rule removed", f"it no longer asks for: “{_cut(unit)}”", "B", unit.line, None)


def _destructive(change: _Change) -> Iterator[SteelFinding]:
    """An added command that can't be taken back, without a word of warning around it."""
    had = {found for unit in change.base if (found := destroys(unit.text, code=unit.kind == "code"))}
    for unit in change.left.added:
        what = destroys(unit.text, code=unit.kind == "code")
        if not what or what in had or warns(unit.text):
            continue
        if not any(warns(other.text, far=abs(other.line - unit.line) > _BESIDE) for other in _around(change.now, unit)):
            message = f"'{what}' can't be taken back, and nothing around it warns or asks first: “{_cut(unit)}”"
            yield SteelFinding("destroys without a warning", message, "A", None, unit.line)


def _around(units: Iterable[Unit], unit: Unit) -> Iterator[Unit]:
    """Yield the heading that a line stands under, and what stands within some lines of it."""
    for other in units:
        if abs(other.line - unit.line) <= _AROUND or (other.kind == "heading" and other.section == unit.section):
            yield other


def _unkept_claims(change: _Change) -> Iterator[SteelFinding]:
    """An added sentence that promises what nothing else in the text does."""
    for unit in change.new:
        promised = claims_in(unit.text) if unit.kind == "prose" else ""
        if promised:
            rest = frozenset(word for other in change.now if other != unit for word in stems(other.text))
            if not stems(promised) & rest:
                message = f"it promises “{promised}”, and nothing else in it does that: “{_cut(unit)}”"
                yield SteelFinding("claim without a step", message, "B", None, unit.line)


def _any(sign: Callable[[str], bool], units: Iterable[Unit], old: Unit) -> bool:
    """Whether a sentence beside the heir carries what it lost."""
    return any(sign(unit.text) and stems(unit.text) & stems(old.text) for unit in units)


def _carried(sign: Callable[[str], bool], unit: Unit, others: Iterable[Unit]) -> bool:
    """Whether another sentence binds in the same way, about much the same."""
    return any(sign(other.text) and contained(unit.text, other.text) >= _ABOUT_THE_SAME for other in others)


def _says(check: str, units: Iterable[Unit]) -> bool:
    return any(checks_in(unit.text) and contained(check, unit.text) >= _SAID_ELSEWHERE for unit in units)


def _weighs(unit: Unit) -> bool:
    return len(stems(unit.text)) >= _FEWEST_WORDS


def _cut(unit: Unit) -> str:
    text = " ".join(unit.text.split())
    return text if len(text) <= 120 else text[:119].rstrip() + "…"
