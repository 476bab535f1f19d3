"""Where a term is used and what stands around it: the words that its sense shows in (SPEC 4.6b)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from harvest_loop.domain.drift.vocabulary import Document, lines_of
from harvest_loop.domain.words import plain_words, singular, stems_of

AROUND = 14  # words on each side
MOST_A_DOCUMENT = 12  # of one term: a page that repeats it must not outvote the others


class Use(NamedTuple):
    """One use of a term: where, and the words around it, as written in lower case."""

    key: str
    place: str
    line: int
    near: tuple[str, ...]

    @property
    def around(self) -> tuple[str, ...]:
        """The words around it, stemmed, without those of the term itself; few uses are ever asked."""
        term = self.key.split(" ")
        own = {*term, *(stem for word in term for stem in stems_of(word))}
        return tuple(stem for word in self.near for stem in stems_of(word) if stem not in own)


class TermIndex:
    """Finds terms in running text; the longest of those that begin at a word is meant."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._terms = frozenset(tuple(key.split(" ")) for key in keys)
        self._single = frozenset(term[0] for term in self._terms if len(term) == 1)
        lengths: dict[tuple[str, str], set[int]] = {}
        for term in self._terms:
            if len(term) > 1:
                lengths.setdefault((term[0], singular(term[1])), set()).add(len(term))
        self._longer = {begun: sorted(found, reverse=True) for begun, found in lengths.items()}

    def places_in(self, words: list[str]) -> list[int]:
        """Return where a term may begin: most words begin none, which is told by each for itself."""
        single, longer = self._single, self._longer
        singles = list(map(singular, words))
        pairs = zip(words, singles, [*singles[1:], ""], strict=True)
        return [at for at, (word, one, after) in enumerate(pairs) if one in single or (word, after) in longer]

    def match(self, words: list[str], at: int) -> tuple[str, ...] | None:
        """Return the words of the term that begins there; None: none does."""
        if at + 1 < len(words):
            for length in self._longer.get((words[at], singular(words[at + 1])), ()):
                end = at + length
                term = (*words[at : end - 1], singular(words[end - 1])) if end <= len(words) else ()
                if term in self._terms:
                    return term
        word = singular(words[at])
        return (word,) if word in self._single else None


def uses_in_document(document: Document, index: TermIndex) -> Iterator[Use]:
    """Yield the uses in a Markdown text; code and comments hold none."""
    words: list[str] = []
    lines: list[int] = []
    for line in lines_of(document):
        if line.kind != "code":
            found = plain_words(line.text)
            words += found
            lines += [line.number] * len(found)
    yield from _uses(words, lines, document.path, index)


def uses_in_words(text: str, place: str, line: int, index: TermIndex) -> Iterator[Use]:
    """Yield the uses in a commit's message or a prompt."""
    words = plain_words(text)
    yield from _uses(words, [line] * len(words), place, index)


def _uses(words: list[str], lines: list[int], place: str, index: TermIndex) -> Iterator[Use]:
    counts: dict[str, int] = {}
    end = 0
    for at in index.places_in(words):
        term = index.match(words, at) if at >= end else None
        if term is None:
            continue
        key, end = " ".join(term), at + len(term)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= MOST_A_DOCUMENT:
            yield Use(key, place, lines[at], (*words[max(at - AROUND, 0) : at], *words[end : end + AROUND]))
