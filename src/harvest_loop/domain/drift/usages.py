"""Where a term is used and what stands around it: the words that its sense shows in (SPEC 4.6b)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from harvest_loop.domain.drift.vocabulary import Document, lines_of
from harvest_loop.domain.words import plain_words, singular, stems_of

AROUND = 14  # words on each side
MOST_A_DOCUMENT = 12  # of one term: a page that repeats it must not outvote the others


class Use(NamedTuple):
    """One use of a term: where, and the stemmed words around it without those of the term itself."""

    key: str
    place: str
    line: int
    around: tuple[str, ...]


class TermIndex:
    """Finds terms in running text; the longest of those that begin at a word is meant."""

    def __init__(self, keys: Iterable[str]) -> None:
        terms = [tuple(key.split(" ")) for key in keys]
        self._single = frozenset(term[0] for term in terms if len(term) == 1)
        self._longer: dict[tuple[str, str], list[tuple[str, ...]]] = {}
        for term in sorted((term for term in terms if len(term) > 1), key=lambda words: (-len(words), words)):
            self._longer.setdefault((term[0], singular(term[1])), []).append(term)

    def match(self, words: list[str], at: int) -> tuple[str, ...] | None:
        """Return the words of the term that begins there; None: none does."""
        if at + 1 < len(words):
            for term in self._longer.get((words[at], singular(words[at + 1])), ()):
                end = at + len(term)
                if (
                    words[at : end - 1] == list(term[:-1])
                    and end <= len(words)
                    and singular(words[end - 1]) == term[-1]
                ):
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
    at = 0
    while at < len(words):
        term = index.match(words, at)
        if term is None:
            at += 1
            continue
        key, end = " ".join(term), at + len(term)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= MOST_A_DOCUMENT:
            around = (*words[max(at - AROUND, 0) : at], *words[end : end + AROUND])
            own = {*term, *(stem for word in term for stem in stems_of(word))}
            stems = (stem for word in around for stem in stems_of(word))
            yield Use(key, place, lines[at], tuple(stem for stem in stems if stem not in own))
        at = end
