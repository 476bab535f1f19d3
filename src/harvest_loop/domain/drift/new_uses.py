"""What a session newly says: documents it changed, its commit messages, the person's prompts (SPEC 4.6b)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from harvest_loop.domain.drift.sentences import Definition, defining_sentences
from harvest_loop.domain.drift.vocabulary import Document, definitions_of, name_of
from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.drift import DriftSide, DriftSource

_LONGEST_QUOTE = 240


class ChangedDocument(NamedTuple):
    """A document of the hub as it is now and as it was; `before` None: it was not there."""

    now: Document
    before: Document | None

    def new_lines(self) -> frozenset[int]:
        """Return the numbers of the lines whose text the document did not have before."""
        known = frozenset(line.strip() for line in self.before.text.split("\n")) if self.before is not None else ()
        lines = enumerate(self.now.text.split("\n"), start=1)
        return frozenset(number for number, line in lines if line.strip() not in known)


class SpokenText(NamedTuple):
    """A commit's message or a prompt: where it stands, and its words. `in_hub`: the session worked on the hub itself.

    Where it worked elsewhere, only terms of two words and more are taken as the hub's: `session` may be anybody's.
    """

    source: DriftSource
    place: str
    line: int | None
    text: str
    in_hub: bool = True

    def may_mean(self, key: str) -> bool:
        """Whether the term is the hub's here."""
        return self.in_hub or " " in key


class NewDefinition(NamedTuple):
    """A defining sentence that the session brought; `named`: it is the description of a skill or an agent."""

    definition: Definition
    source: DriftSource
    place: str
    line: int | None
    named: bool = False

    @property
    def side(self) -> DriftSide:
        """The sentence as the new side of a detection."""
        return side_of(self.definition.sentence, self.source, self.place, self.line)


def new_definitions(
    changed: Sequence[ChangedDocument], spoken: Iterable[SpokenText], standing: frozenset[str]
) -> Iterator[NewDefinition]:
    """Yield what the session defines and no document defined in the same words before: a sentence moved is not new."""
    for one in changed:
        yield from _of_document(one.now, standing)
    for text in spoken:
        for definition in defining_sentences(markdown_lines(text.text)):
            told = definition.form != "label" and sentence_key(definition.sentence) not in standing
            if told and text.may_mean(definition.key):
                yield NewDefinition(definition, text.source, text.place, text.line)


def standing_sentences(documents: Iterable[Document]) -> frozenset[str]:
    """Return every defining sentence of the baseline, as it is compared."""
    return frozenset(sentence_key(definition.sentence) for document in documents for definition in all_of(document))


def all_of(document: Document) -> Iterator[Definition]:
    """Yield a document's defining sentences, the description of a skill or an agent first."""
    name = name_of(document)
    if name is not None:
        yield name
    yield from definitions_of(document)


@lru_cache(maxsize=50_000)
def sentence_key(sentence: str) -> str:
    """Return a sentence as it is compared: its words alone."""
    return " ".join(plain_words(sentence))


def side_of(words: str, source: DriftSource, place: str, line: int | None) -> DriftSide:
    """Return one side of a detection with its words cut to one line."""
    return DriftSide(source=source, place=place, line=line, quote=one_line(words, limit=_LONGEST_QUOTE))


def source_of(document: Document) -> DriftSource:
    """Return which kind of place a document is."""
    return "glossary" if document.glossary else "asset"


def _of_document(now: Document, standing: frozenset[str]) -> Iterator[NewDefinition]:
    name = name_of(now)
    for definition in all_of(now):
        if sentence_key(definition.sentence) not in standing:
            named = definition == name
            yield NewDefinition(definition, source_of(now), now.path, definition.line, named=named)
