"""What the hub's words meant before the session: read once, asked by every alarm (SPEC 4.6b)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from harvest_loop.domain.drift.contexts import ContextModel
from harvest_loop.domain.drift.meanings import telling_words
from harvest_loop.domain.drift.naming_cues import naming_lines
from harvest_loop.domain.drift.new_uses import all_of, sentence_key, standing_sentences
from harvest_loop.domain.drift.usages import TermIndex, Use, uses_in_document
from harvest_loop.domain.drift.vocabulary import Document, Meaning, Vocabulary, heading_terms, vocabulary_of


class Baseline:
    """The hub's documents as they were, and what follows from them; each part is made when it is first asked for."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = tuple(documents)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every term that is defined, with its meanings."""
        return vocabulary_of(self.documents)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Every term, those that only a heading names included."""
        return tuple(sorted({*self.vocabulary, *heading_terms(self.documents)}))

    @cached_property
    def sentences(self) -> frozenset[str]:
        """Every defining sentence, as it is compared."""
        return standing_sentences(self.documents)

    @cached_property
    def senses(self) -> Mapping[str, tuple[str, ...]]:
        """What is said of each key anywhere, in a label too: a sense that a page had all along is not news."""
        found: dict[str, list[str]] = {}
        for document in self.documents:
            for definition in all_of(document):
                found.setdefault(definition.key, []).append(definition.said)
        return {key: tuple(said) for key, said in found.items()}

    @cached_property
    def naming_lines(self) -> frozenset[str]:
        """Every line that may give a name, as it is compared."""
        return frozenset(sentence_key(line.text) for document in self.documents for line in naming_lines(document))

    @cached_property
    def index(self) -> TermIndex:
        """Finds the terms in running text."""
        return TermIndex(self.keys)

    @cached_property
    def contexts(self) -> ContextModel:
        """What the uses of the terms in the hub can tell."""
        return ContextModel(self.keys, tuple(self._uses()))

    def alike(self, said: str) -> Iterator[Meaning]:
        """Yield the meanings that share one of the three rarest telling words of a sentence, each once."""
        words = sorted(telling_words(said), key=lambda word: (len(self._by_word.get(word, ())), word))
        seen: dict[int, Meaning] = {}
        for word in words[:3]:
            for meaning in self._by_word.get(word, ()):
                seen.setdefault(id(meaning), meaning)
        yield from seen.values()

    @cached_property
    def _by_word(self) -> Mapping[str, list[Meaning]]:
        found: dict[str, list[Meaning]] = {}
        for meanings in self.vocabulary.values():
            for meaning in meanings:
                for word in telling_words(meaning.definition.said):
                    found.setdefault(word, []).append(meaning)
        return found

    def _uses(self) -> Iterator[Use]:
        for document in self.documents:
            yield from uses_in_document(document, self.index)
