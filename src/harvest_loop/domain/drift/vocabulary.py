"""The hub's words, each with the sentence that says what it means and where that stands (SPEC 4.6b)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from harvest_loop.domain.drift.sentences import Definition, Form, defining_sentences, is_glossary
from harvest_loop.domain.drift.terms import is_label, term_key
from harvest_loop.domain.markdown import MarkdownLine, headings_in, markdown_lines
from harvest_loop.schemas.hub import Asset

Weight = Literal["glossary", "name", "defined"]
_MOST_DOCUMENTS = 2_048  # that are held parsed
_MOST_HEADINGS = 2  # documents; a heading of more is a part of their form
_NAMED_KINDS = ("skill", "agent")
_FORMS: frozenset[Form] = frozenset({"glossary", "means", "is a"})
_ORDER: tuple[Weight, ...] = ("glossary", "name", "defined")


class Document(NamedTuple):
    """A text of the hub; `name` and `description` are those of a skill or an agent, else empty."""

    path: str
    text: str
    name: str = ""
    description: str = ""
    first_body_line: int = 1
    glossary: bool = False


class Meaning(NamedTuple):
    """What a term is, by one sentence of the hub."""

    definition: Definition
    path: str
    weight: Weight


Vocabulary = Mapping[str, tuple[Meaning, ...]]


def document_of(asset: Asset) -> Document:
    """Return an asset as this step reads it."""
    named = asset.kind in _NAMED_KINDS
    return Document(
        asset.path,
        asset.text,
        asset.name if named else "",
        asset.description if named else "",
        asset.first_body_line,
        is_glossary(asset.name),
    )


def vocabulary_of(documents: Iterable[Document]) -> Vocabulary:
    """Return every known term with its meanings, the weightiest first."""
    found: dict[str, list[Meaning]] = {}
    for document in documents:
        for meaning in meanings_of(document):
            found.setdefault(meaning.definition.key, []).append(meaning)
    return {key: tuple(sorted(all_, key=_rank)) for key, all_ in sorted(found.items())}


def meanings_of(document: Document) -> Iterator[Meaning]:
    """Yield the terms that one document defines; a bold label outside of a glossary defines none.

    What a skill's own list of terms says is weighed as a sentence of that skill: it may speak of the skill's domain.
    """
    named = name_of(document)
    if named is not None:
        yield Meaning(named, document.path, "name")
    for definition in definitions_of(document):
        if definition.form in _FORMS:
            yield Meaning(definition, document.path, "glossary" if document.glossary else "defined")


def name_of(document: Document) -> Definition | None:
    """Return a skill's name as a term whose defining sentence is its description."""
    key = term_key(document.name)
    if not key or is_label(key) or not document.description:
        return None
    said = document.description
    return Definition(key, document.name, f"{document.name}: {said}", said, _line_of_description(document), "means")


@lru_cache(maxsize=_MOST_DOCUMENTS)
def definitions_of(document: Document) -> tuple[Definition, ...]:
    """Return the defining sentences of a document's body."""
    return tuple(defining_sentences(lines_of(document), glossary=document.glossary))


@lru_cache(maxsize=_MOST_DOCUMENTS)
def lines_of(document: Document) -> tuple[MarkdownLine, ...]:
    """Return the lines of a document's body, told apart once for all that look at them."""
    return tuple(markdown_lines(document.text, document.first_body_line))


def heading_terms(documents: Iterable[Document]) -> Iterator[str]:
    """Yield the terms that headings name in two words or more; what many pages have as a heading is none."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(set(_headings(document)))
    yield from (key for key, count in counts.items() if count <= _MOST_HEADINGS)


def _headings(document: Document) -> Iterator[str]:
    for _, _, title in headings_in(lines_of(document)):
        key = term_key(title)
        if " " in key and not is_label(key):
            yield key


def _line_of_description(document: Document) -> int:
    head = document.text.split("\n")[: max(document.first_body_line - 1, 0)]
    return next((number for number, line in enumerate(head, start=1) if line.startswith("description:")), 1)


def _rank(meaning: Meaning) -> tuple[int, str, int]:
    return _ORDER.index(meaning.weight), meaning.path, meaning.definition.line
