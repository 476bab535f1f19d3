"""A known term that is given another meaning: by a new defining sentence, or where its own was changed (SPEC 4.6b)."""

from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.meanings import APART_WORDS, shared_words, speaks_of, what_parts
from harvest_loop.domain.drift.new_uses import NewDefinition, side_of
from harvest_loop.domain.drift.vocabulary import Meaning
from harvest_loop.domain.drift.warnings import warning_of
from harvest_loop.schemas.drift import DriftSide, DriftSource, DriftWarning

_NEAR = 0.5


def redefinitions(baseline: Baseline, new: Iterable[NewDefinition]) -> Iterator[DriftWarning]:
    """Yield one warning for each new sentence that agrees with no meaning that the term had."""
    for one in new:
        known = baseline.vocabulary.get(one.definition.key, ())
        if not known or not _says_what_it_means(one, known):
            continue
        told = [(meaning, _parts(one, meaning)) for meaning in known if not one.named or meaning.weight != "defined"]
        if all(why for _, why in told) and not _was_said_before(one, told[0][1], baseline):
            meaning, why = told[0]
            yield warning_of("another definition", meaning.definition.term, baseline_side(meaning), one.side, why or "")


def baseline_side(meaning: Meaning) -> DriftSide:
    """Return what the hub said, and where."""
    source: DriftSource = "glossary" if meaning.weight == "glossary" else "asset"
    return side_of(meaning.definition.sentence, source, meaning.path, meaning.definition.line)


def _parts(new: NewDefinition, meaning: Meaning) -> str | None:
    said = new.definition.said
    why = what_parts(meaning.definition.said, said, denied=new.definition.form == "is no")
    if why == APART_WORDS and new.named and speaks_of(new.definition.term, said):
        return None  # descriptions are written anew; one that takes up the name still means it
    return why


def _was_said_before(new: NewDefinition, why: str | None, baseline: Baseline) -> bool:
    """Whether some page had this sense of the word all along, and only its wording is new."""
    senses = baseline.senses.get(new.definition.key, ())
    return why == APART_WORDS and any(shared_words(said, new.definition.said)[0] >= _NEAR for said in senses)


def _says_what_it_means(new: NewDefinition, known: Sequence[Meaning]) -> bool:
    """Whether the new sentence has the form in which one defines such a term: lists of skills have labels, too."""
    weights = {meaning.weight for meaning in known}
    if new.named:
        return weights != {"defined"}
    return new.definition.form != "label" or ("glossary" in weights and "name" not in weights)
