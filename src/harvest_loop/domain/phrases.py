"""Cuts out of a title the phrase that a person would use as a name: whole words in order, no chopped clause."""

import re
from collections.abc import Iterator, Sequence

from harvest_loop.domain.subjects import verb_in
from harvest_loop.domain.vocabulary import listed

LONGEST_NAME = 48
MOST_WORDS = 8
FEWEST_CONTENT = 2

_CLAUSES = re.compile(r"[,;:()!?…\"“”=+→|]|\.(?=\s|$)|\s[-–—]\s|[—–]")
_TOKEN = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"[’']s\b")
_COMPOUND = re.compile(r"[^\W_]+(?:[-_.][^\W_]+)*")
_JOINS = re.compile(r"\b(?:and|or|but|then|that|which|who|so)\b", re.IGNORECASE)
_OPENING = re.compile(r"^(?:for use (?:when|if|for|before|after|to|at)|use (?:when|to))\s+", re.IGNORECASE)
_ARTICLES = listed("a an the")
# What such a verb brings has its name without it; of any other verb the name would say the opposite, or nothing.
_BRINGING = listed(
    """
    add adopt configure create document enable establish implement improve include install introduce keep make provide
    run set setup support up update use write
    """
)
_RELATIVE = listed(
    """
    and because before after but if or since so that then unless until when where which while who
    """
)
_PREPOSITIONS = listed(
    """
    about across against around as at between by during for from in into of on onto over per through to toward under
    up using via with within without
    """
)
_FILLING = (
    _ARTICLES
    | _RELATIVE
    | _PREPOSITIONS
    | listed("all also be is are its it now only our than this these their we you your")
)
_DONE = listed(
    "been done gone got held kept left lost made meant read run seen sent set shown taken told used was were written"
)
_NUMBERS = listed("one two three four five six seven eight nine ten several many both each every more most")


def name_phrase(title: str) -> str:
    """Return the slug of a title's leading phrase; empty where none of it can stand alone."""
    cut = title.rstrip().endswith("…")
    clauses = [clause for clause in _CLAUSES.split(_OPENING.sub("", title)) if clause.strip()]
    for clause in clauses:
        words = _words(clause)
        found = _phrase(words, whole=not (cut and clause is clauses[-1]))
        if found:
            return found
    return ""


def word_pairs(title: str) -> Iterator[tuple[str, str]]:
    """Yield each two words of meaning that stand side by side, without the verb that begins a clause."""
    for clause in _CLAUSES.split(title.removesuffix("…")):
        for part in _JOINS.split(clause):
            words = [word.lower() for word in _COMPOUND.findall(part)]
            start = 1 if words and verb_in(words[0]) else 0
            for one, other in zip(words[start:], words[start + 1 :], strict=False):
                if _means(one) and _means(other):
                    yield one, other


def without_loose_end(title: str) -> str:
    """Return a title that was cut at its length without what the cut left hanging."""
    if not title.endswith("…"):
        return title
    text = title.removesuffix("…").rstrip(" ,;:-–—")
    ends = [found.start() for found in _CLAUSES.finditer(text) if found.start() > len(text) // 3]
    if ends:
        return text[: ends[-1]].rstrip(" ,;:-–—")
    words = text.split(" ")
    while len(words) > FEWEST_CONTENT and words[-1].lower() in _FILLING:
        words.pop()
    return " ".join(words)


def _means(word: str) -> bool:
    told = word.isascii() and len(word) > 1 and re.search(r"[a-z]{2}", word) is not None
    return told and word not in _FILLING and word not in _NUMBERS and word not in _DONE and "." not in word


def _words(clause: str) -> list[str]:
    words = [word.lower() for word in _TOKEN.findall(_POSSESSIVE.sub("", clause))]
    ascii_only = next((at for at, word in enumerate(words) if not word.isascii()), len(words))
    words = [word for word in words[:ascii_only] if word not in _ARTICLES]
    while len(words) > FEWEST_CONTENT and words[0] in _BRINGING:
        words = words[1:]
    return words


def _phrase(words: Sequence[str], *, whole: bool) -> str:
    """The words up to the first clause of their own, cut at a preposition where that is still too long."""
    needed = FEWEST_CONTENT + bool(words and verb_in(words[0]))
    ends = [at for at, word in enumerate(words) if word in _RELATIVE and _content(words[:at]) >= needed]
    kept = _trimmed(words[: ends[0]] if ends else words)
    if (whole or ends) and _fits(kept) and _content(kept) >= FEWEST_CONTENT:
        return "-".join(kept)
    if any(word in _RELATIVE for word in kept):
        return ""
    for at in range(len(kept) - 1, 0, -1):
        shorter = _without_open_gerund(_trimmed(kept[:at]))
        if kept[at] in _PREPOSITIONS and _fits(shorter) and _content(shorter) >= FEWEST_CONTENT:
            return "-".join(shorter)
    return ""


def _trimmed(words: Sequence[str]) -> list[str]:
    kept = list(words)
    while kept and kept[-1] in _FILLING:
        kept.pop()
    return kept


def _without_open_gerund(words: Sequence[str]) -> list[str]:
    """A phrase cut after `for setting` would promise an object that it no longer has."""
    opens = len(words) > 1 and words[-1].endswith("ing") and words[-2] in _PREPOSITIONS
    return _trimmed(words[:-1] if opens else words)


def _fits(words: Sequence[str]) -> bool:
    return len(words) <= MOST_WORDS and len("-".join(words)) <= LONGEST_NAME


def _content(words: Sequence[str]) -> int:
    return sum(word not in _FILLING for word in words)
