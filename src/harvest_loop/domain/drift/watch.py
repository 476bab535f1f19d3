"""All alarms of SPEC 4.6b over the hub's baseline and what a session newly says."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.contexts import Shift, windows_of
from harvest_loop.domain.drift.new_uses import (
    ChangedDocument,
    SpokenText,
    new_definitions,
    side_of,
    source_of,
)
from harvest_loop.domain.drift.redefinitions import redefinitions
from harvest_loop.domain.drift.second_names import names_by_definition, names_said
from harvest_loop.domain.drift.usages import Use, uses_in_document, uses_in_words
from harvest_loop.domain.drift.warnings import once_a_term, warning_of
from harvest_loop.domain.quoting import count_of
from harvest_loop.schemas.drift import Drift, DriftSide, DriftWarning, NotMonitored

_NAMES_SHOWN = 5


class Session(NamedTuple):
    """What a session newly says; `gone`: paths of documents that it took away or renamed."""

    changed: tuple[ChangedDocument, ...] = ()
    spoken: tuple[SpokenText, ...] = ()
    gone: frozenset[str] = frozenset()


def find_drift(baseline: Baseline, session: Session) -> tuple[DriftWarning, ...]:
    """Return what was detected, one warning a kind and term, the most certain kinds first."""
    new = tuple(new_definitions(session.changed, session.spoken, baseline.sentences))
    found = [
        *redefinitions(baseline, new),
        *names_said(baseline, session.changed, session.spoken, session.gone),
        *names_by_definition(baseline, session.changed, new, session.gone),
        *_shifts(baseline, session),
    ]
    return once_a_term(found)


def drift_of(baseline: Baseline, session: Session) -> Drift:
    """Return the detections, and of every term whether it could be watched at all."""
    contexts = baseline.contexts
    return Drift(
        warnings=find_drift(baseline, session),
        terms=len(baseline.keys),
        defined=len(baseline.vocabulary),
        monitored=tuple(sorted(key for key in contexts.monitorability if contexts.can_monitor(key))),
        not_monitored=tuple(_not_monitored(contexts.unmonitored.items())),
        looked_at=_looked_at(session),
    )


def _not_monitored(reasons: Iterable[tuple[str, str]]) -> Iterator[NotMonitored]:
    by_reason: dict[str, list[str]] = {}
    for key, reason in reasons:
        by_reason.setdefault(reason, []).append(key)
    for reason, keys in sorted(by_reason.items()):
        yield NotMonitored(reason=reason, count=len(keys), names=tuple(keys[:_NAMES_SHOWN]))


def _looked_at(session: Session) -> tuple[str, ...]:
    commits = sum(text.source == "commit" for text in session.spoken)
    prompts = sum(text.source == "prompt" for text in session.spoken)
    counted = ((len(session.changed), "changed document"), (commits, "commit message"), (prompts, "prompt"))
    return tuple(count_of(count, what) for count, what in counted)


def _shifts(baseline: Baseline, session: Session) -> Iterator[DriftWarning]:
    """Yield the alarms of the contexts; the model is not even made where no term has enough new uses."""
    new = [*_uses_of_documents(baseline, session.changed), *_uses_of_words(baseline, session.spoken)]
    if not windows_of(use for use, _ in new):
        return
    sides = dict(new)
    for shift in baseline.contexts.shifts([use for use, _ in new]):
        yield _warning(baseline, shift, sides[shift.now])


def _warning(baseline: Baseline, shift: Shift, now: DriftSide) -> DriftWarning:
    document = next(document for document in baseline.documents if document.path == shift.baseline.place)
    before = side_of(_line(document.text, shift.baseline.line), source_of(document), document.path, shift.baseline.line)
    if shift.foreign:
        return warning_of("foreign use", shift.key, before, now, "its new uses are like none of the hub's")
    why = f"its new uses are like those of '{shift.like}'; the line of the hub is one of that term"
    return warning_of("like another term", shift.key, before, now, why)


def _uses_of_documents(baseline: Baseline, changed: Sequence[ChangedDocument]) -> Iterator[tuple[Use, DriftSide]]:
    for one in changed:
        lines = one.new_lines()
        for use in uses_in_document(one.now, baseline.index):
            if use.line in lines:
                yield use, side_of(_line(one.now.text, use.line), source_of(one.now), use.place, use.line)


def _uses_of_words(baseline: Baseline, spoken: Sequence[SpokenText]) -> Iterator[tuple[Use, DriftSide]]:
    for text in spoken:
        for use in uses_in_words(text.text, text.place, text.line or 0, baseline.index):
            if text.may_mean(use.key):
                yield use, side_of(text.text, text.source, text.place, text.line)


def _line(text: str, number: int) -> str:
    return text.split("\n")[number - 1].strip()
