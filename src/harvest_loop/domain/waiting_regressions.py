"""Regressions that a form had no room for: they wait, and come with later forms of their field (SPEC 4.6, 4.15)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.forms import ASKED_OF_A_KIND
from harvest_loop.domain.held_patterns import held_lines
from harvest_loop.domain.record_candidates import CROWDED
from harvest_loop.domain.regressed import prints_of, regression_pattern
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import AssetLine
from harvest_loop.schemas.records import PatternLine, RunRecord
from harvest_loop.schemas.regressions import Regression


class ComeBack(NamedTuple):
    """Those that wait and still stand: as many as a form has room for, and how many go on waiting."""

    now: tuple[Regression, ...]
    later: int


def waiting_regressions(lines: Iterable[PatternLine], repository_id: str) -> tuple[Regression, ...]:
    """Return what waits for a form of this field, the oldest first."""
    return tuple(line.regression for line in held_lines(lines, repository_id) if line.regression is not None)


def come_back(waiting: Iterable[Regression], hub: Hub, there: frozenset[str], told: Sequence[Regression]) -> ComeBack:
    """Return what of that is still so: the asset says the same, and what it names is none of what is `there`."""
    known = {regression_pattern(one).fingerprint for one in told}
    room = Counter(one.kind for one in told)
    texts = {asset.path: _places(asset.text) for asset in hub.assets}
    now: list[Regression] = []
    later = 0
    for one in waiting:
        if regression_pattern(one).fingerprint in known or one.about in there:
            continue
        standing = _as_it_stands(one, texts)
        if standing is None:
            continue
        room[one.kind] += 1
        if room[one.kind] <= ASKED_OF_A_KIND:
            now.append(standing)
        else:
            later += 1
    return ComeBack(tuple(now), later)


def lines_of_waiting(
    record: RunRecord, left: Sequence[Regression], hub: Hub, evidence: SessionEvidence, *, at: str
) -> Iterator[PatternLine]:
    """Yield the lines that make what the form had no room for wait, and end the wait of what it asks.

    Only what an asset of the hub says can be looked at again, and so come back.
    """
    told = {one.pattern.fingerprint: one.regression for one in record.collisions if one.regression is not None}
    paths = set(hub.paths)
    for one in record.judged:
        for print_of in prints_of(one.candidate):
            if print_of in told:
                held = one.reason == CROWDED and told[print_of].asset in paths
                yield _line(told[print_of], evidence, at, held=held)
    yield from (_line(one, evidence, at, held=True) for one in left if one.asset in paths)


def only_changes(lines: Iterable[PatternLine], known: Iterable[PatternLine]) -> tuple[PatternLine, ...]:
    """Return the lines that say something new: what waits already, or never waited, has no line anew."""
    waits = {(line.field, line.fingerprint): line.held for line in known}
    return tuple(line for line in lines if line.held != waits.get((line.field, line.fingerprint), False))


def _line(told: Regression, evidence: SessionEvidence, at: str, *, held: bool) -> PatternLine:
    pattern = regression_pattern(told)
    return PatternLine(
        fingerprint=pattern.fingerprint,
        at=at,
        session=evidence.session_key,
        field=evidence.git.repository_id,
        title=pattern.title,
        kind=pattern.kind,
        held=held,
        regression=told if held else None,
    )


def _as_it_stands(one: Regression, texts: Mapping[str, Mapping[str, int]]) -> Regression | None:
    line = _found(one.line, texts)
    against = _found(one.against, texts) if isinstance(one.against, AssetLine) else one.against
    if line is None or (against is None) != (one.against is None):
        return None
    return one.model_copy(update={"line": line, "against": against})


def _found(line: AssetLine, texts: Mapping[str, Mapping[str, int]]) -> AssetLine | None:
    """The line where it stands now; None: the asset doesn't say it any more."""
    number = texts.get(line.path, {}).get(" ".join(line.text.split()))
    return None if number is None else line.model_copy(update={"line": number})


def _places(text: str) -> dict[str, int]:
    return {" ".join(line.split()): number for number, line in reversed(list(enumerate(text.split("\n"), start=1)))}
