"""A second name for what the hub already has a name for: said in so many words, or defined by the same sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.meanings import is_same_sentence
from harvest_loop.domain.drift.naming_cues import (
    Naming,
    NamingLine,
    naming_lines,
    namings_in,
    spoken_naming_lines,
)
from harvest_loop.domain.drift.new_uses import (
    ChangedDocument,
    NewDefinition,
    SpokenText,
    all_of,
    sentence_key,
    side_of,
)
from harvest_loop.domain.drift.redefinitions import baseline_side
from harvest_loop.domain.drift.terms import is_label, term_key
from harvest_loop.domain.drift.vocabulary import Document, Meaning
from harvest_loop.domain.drift.warnings import warning_of
from harvest_loop.schemas.drift import DriftWarning


class _Known(NamedTuple):
    meaning: Meaning
    name: str


def names_said(
    baseline: Baseline, changed: Sequence[ChangedDocument], spoken: Iterable[SpokenText], gone: frozenset[str]
) -> Iterator[DriftWarning]:
    """Yield a warning for each new line that gives a known term another name, in words that say so."""
    for one in changed:
        for line in naming_lines(one.now):
            yield from _said(baseline, line, gone)
    for text in spoken:
        for line in spoken_naming_lines(text):
            yield from (told for told in _said(baseline, line, gone) if text.may_mean(term_key(told.term)))


def names_by_definition(
    baseline: Baseline, changed: Sequence[ChangedDocument], new: Iterable[NewDefinition], gone: frozenset[str]
) -> Iterator[DriftWarning]:
    """Yield a warning for each new name that is defined by the sentence of a term that keeps its own name."""
    now = {one.now.path: one.now for one in changed}
    for one in new:
        name = one.definition
        if name.key in baseline.vocabulary or name.form not in ("glossary", "means", "is a"):
            continue
        alike = (
            meaning for meaning in baseline.alike(name.said) if is_same_sentence(meaning.definition.said, name.said)
        )
        meaning = next((meaning for meaning in alike if _still_there(meaning, now, gone)), None)
        if meaning is not None:
            why = f"'{name.term}' is defined by the same sentence as '{meaning.definition.term}'"
            yield warning_of("second name", meaning.definition.term, baseline_side(meaning), one.side, why)


def _said(baseline: Baseline, line: NamingLine, gone: frozenset[str]) -> Iterator[DriftWarning]:
    if sentence_key(line.text) in baseline.naming_lines:
        return
    for naming in namings_in(line.text):
        found = _one_of_them_known(baseline, naming)
        if found is None or found.meaning.path in gone or is_label(term_key(found.name)) or not term_key(found.name):
            continue
        term = found.meaning.definition.term
        why = f"'{found.name}' is said to be another name of '{term}'"
        now = side_of(line.text, line.source, line.place, line.line)
        yield warning_of("second name", term, baseline_side(found.meaning), now, why)


def _one_of_them_known(baseline: Baseline, naming: Naming) -> _Known | None:
    """The known term and its other name; None where the hub knows both or neither."""
    one, other = _known(baseline, naming.one), _known(baseline, naming.other)
    if one is not None and other is None:
        return _Known(one, naming.other[0])
    return _Known(other, naming.one[0]) if other is not None and one is None else None


def _known(baseline: Baseline, names: Sequence[str]) -> Meaning | None:
    meanings = (meaning for name in names for meaning in baseline.vocabulary.get(term_key(name), ()))
    return next((meaning for meaning in meanings if meaning.weight != "defined"), None)


def _still_there(meaning: Meaning, changed: Mapping[str, Document], gone: frozenset[str]) -> bool:
    """Whether the known term keeps its sentence; else it was renamed, and has one name."""
    now = changed.get(meaning.path)
    if now is None:
        return meaning.path not in gone
    return any(definition.key == meaning.definition.key for definition in all_of(now))
