"""What a commit message says, in any style: conventional, prose, or a note in lower case."""

import re
from dataclasses import dataclass
from typing import Literal

from harvest_loop.domain.noise import Noise, noise_in
from harvest_loop.domain.vocabulary import BUILDING, EMPTY, MENDING, NOUNS_TOO, TIDYING

Strength = Literal["builds", "mends", "tidies", "says"]

_TAG = re.compile(r"^(?:\(\w{2,10}\)\s?:|\W*\[[^\]]{1,30}\]|[^\w\s`'\"<@/.]+|#\d+)\s*")
_PREFIX = re.compile(r"^[A-Za-z][\w./-]{0,40}(?:\s?\([^)]{1,60}\))?!?\s?:\s+")
_TAIL = re.compile(
    r"(?:\s*\((?:(?:closes|fixes|refs?)\s*)?(?:#\d+|[A-Z]{2,6}-\d+)(?:,\s*#\d+)*\))+\s*$|\s*[.;:,]+$", re.I
)
_RELEASED = re.compile(r"^(?:release|prepare)\s+v?\d[\w.]*\s*[:–—-]+\s*(?P<said>.{12,})$", re.IGNORECASE)
_TRAILER = re.compile(
    r"^(?:[A-Z]\w*(?:-\w+)+|Fixes|Closes|Resolves|Refs?|Link|Cc):\s|^https?://\S+$|^-{3,}$|^🤖|^Generated with"
)

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9+#'’-]*|[^\W\d_a-zA-Z]{2,}")
_REASON = re.compile(
    r"\b(?:because|since|so that|otherwise|instead of|without|prevent|avoid|ensure|fails?|failed|failing|broke|breaks?|"
    r"caus(?:e|es|ed|ing)|never|must|only|rather than|which means|in order to|would|can't|cannot|couldn't|doesn't|"
    r"didn't|wasn't|so |but |found|showed|testing|problem|issue|goal|matches|keeps?|no longer)\b",
    re.IGNORECASE,
)
_NOTE = re.compile(r"(?:new:?\s+)?`?(?P<path>[\w.@-][\w.@/-]*)`?\s*(?:[:—–→]|-\s)\s*(?P<what>\S.{8,})$")
_ENDING = re.compile(r"\.\w{1,6}$")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
# Nobody reads more of a subject, and one may be a megabyte.
LONGEST_SUBJECT = 1_000


@dataclass(frozen=True)
class Wording:
    """A message, read: the subject without its prefix, what kind of saying it is, its reasons and notes on files."""

    said: str
    verb: str
    strength: Strength
    noise: Noise | None
    words: tuple[str, ...]
    sentences: tuple[str, ...]
    reasons: tuple[str, ...]
    points: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]
    body: str


def read_message(subject: str, body: str = "", *, merges: bool = False) -> Wording:
    """Read a commit message; conventional types and scopes weigh nothing, so that any style counts alike (SPEC 4.7)."""
    said = bare_subject(subject)
    words = content_words(said)
    verb, strength = _verb_of(said)
    paragraphs, points, notes = _parts_of(body)
    sentences = _sentences_in(paragraphs)
    released = _RELEASED.match(said)
    noise = _noise_of(said, words, merges=merges)
    if released:
        said, words = released["said"], content_words(released["said"])
        verb, strength = _verb_of(said)
    return Wording(
        said=said,
        verb=verb,
        strength=strength,
        noise=noise,
        words=words,
        sentences=sentences,
        reasons=tuple(text for text in sentences if _REASON.search(text))[:8],
        points=points,
        notes=notes,
        body=" ".join((*paragraphs, *points)),
    )


def bare_subject(subject: str) -> str:
    """Take a subject's tags, conventional prefix, ticket numbers and end punctuation off."""
    said = subject[:LONGEST_SUBJECT].strip()
    for _ in range(3):
        shorter = _PREFIX.sub("", _TAG.sub("", said, count=1), count=1)
        if shorter == said or not shorter:
            break
        said = shorter
    return _TAIL.sub("", said).strip().strip('"').strip() or subject[:LONGEST_SUBJECT].strip()


def content_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that carry meaning, lower-case, singular, in order, without repeats."""
    found = (_singular(word.lower().replace("’", "'")) for word in _WORD.findall(text))
    return tuple(dict.fromkeys(word for word in found if len(word) > 1 and word not in EMPTY))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _verb_of(said: str) -> tuple[str, Strength]:
    for place, word in enumerate(re.findall(r"[A-Za-z][a-z'-]*", said)[:4]):
        for lemma in _lemmas(word.lower()):
            if place and lemma in NOUNS_TOO:
                break
            if lemma in BUILDING:
                return lemma, "builds"
            if lemma in MENDING:
                return lemma, "mends"
            if lemma in TIDYING:
                return lemma, "tidies"
    return "", "says"


def verb_in(word: str) -> bool:
    """Whether a lower-case word is a verb of doing, in any form; nouns that are verbs too count."""
    return any(lemma in BUILDING or lemma in MENDING or lemma in TIDYING for lemma in _lemmas(word))


def _lemmas(word: str) -> tuple[str, ...]:
    forms = [word]
    if word.endswith("s"):
        forms += [word[:-1], word[:-2]]
    if word.endswith("ed"):
        forms += [word[:-1], word[:-2]]
    if word.endswith("ing"):
        forms += [word[:-3], word[:-3] + "e"]
    if len(word) > 5 and word.endswith(("ed", "ing")):
        stem = word[: -2 if word.endswith("ed") else -3]
        forms += [stem[:-1]] if len(stem) > 2 and stem[-1] == stem[-2] else []
    return tuple(forms)


def _noise_of(said: str, words: tuple[str, ...], *, merges: bool) -> Noise | None:
    if merges:
        return "merge"
    return noise_in(said) or ("vague message" if len(words) < 2 else None)


class _Folded:
    """A paragraph or point of several lines, put together once; a hyphen at a line's end joins two halves of a word."""

    def __init__(self, line: str) -> None:
        self._lines = [line]

    def add(self, line: str) -> None:
        self._lines += ([] if self._lines[-1].endswith("-") else [" "]) + [line]

    def __str__(self) -> str:
        return "".join(self._lines)


def _parts_of(body: str) -> tuple[list[str], tuple[str, ...], tuple[tuple[str, str], ...]]:
    paragraphs: list[_Folded] = []
    points: list[_Folded] = []
    open_point = fresh = True
    for raw in body.splitlines():
        line = raw.strip()
        if not line or _TRAILER.match(line):
            open_point, fresh = False, True
        elif _BULLET.match(raw):
            points.append(_Folded(_BULLET.sub("", raw, count=1).strip()))
            open_point = True
        elif open_point and points and raw.startswith(" "):
            points[-1].add(line)
        elif fresh or not paragraphs:
            paragraphs.append(_Folded(line))
            open_point = fresh = False
        else:
            paragraphs[-1].add(line)
            open_point = False
    told, named = list(map(str, paragraphs)), tuple(map(str, points))
    return told, named, tuple(note for text in (*named, *told) if (note := _note_in(text)) is not None)


def _note_in(text: str) -> tuple[str, str] | None:
    """The path that a text begins with, and what is said of it."""
    found = _NOTE.match(text)
    if found is None or not ("/" in found["path"] or _ENDING.search(found["path"])):
        return None
    return found["path"].strip("/"), found["what"]


def _sentences_in(paragraphs: list[str]) -> tuple[str, ...]:
    found = (part.strip() for text in paragraphs for part in re.split(r"(?<=[.!?])\s+(?=[A-Z`\"'(])", text))
    return tuple(text for text in found if len(text) >= 25)[:60]
