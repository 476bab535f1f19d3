"""Reads a sentence as rules: what is demanded or forbidden, what comes first, and what is preferred to what."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from harvest_loop.domain.judges.rule_cues import (
    ASKS,
    CONDITION,
    FORBIDS,
    FORBIDS_NOT,
    IMPERATIVES,
    NORMATIVE,
    OPTIONAL,
    ORDER,
    PART_END,
    PREFERS,
    PREFERS_OVER,
    REASON,
)
from harvest_loop.domain.judges.senses import root_of, senses_of
from harvest_loop.domain.vocabulary import listed

_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
# Words of the rule's form; what a rule is about are the others.
_FORM = listed(
    """
    always never not no none nor nobody nothing don't doesn't didn't won't can't cannot mustn't shouldn't needn't isn't
    aren't wasn't must may might can could should shall need have has had do does only once before after until
    instead rather place whenever when if in case doubt rule time here around save fine simply go ahead one
    you they matters avoid want prefer
    """
)
_REQUEST = re.compile(r"\b(pull|merge) requests?\b")  # one thing, not two words
_LIST_FIRST = re.compile(r"^[\W_]*(?P<verb>[A-Za-z]+)\s+(?=\S)")
_FIRST = re.compile(
    r"(?i)^[\W_]*(?:(?:please|then|and|but|so|also|always|never|only|first|next|finally),? )*(?P<word>[a-z]+)(?![-\w])"
)
_WHOLE = re.compile(r"[*_]*(?:\w|`\S)")  # what begins so is no rest of a sentence that something else began
NUMBERS = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
}


class Mark(NamedTuple):
    """One word of a sentence that tells something: its root and where it stands."""

    root: str
    start: int
    end: int


class Rule(NamedTuple):
    """What one part of a sentence demands: an act, an order of two, or a choice between two; roots in order.

    `main` is the act, what comes first, or what is preferred; `rival` what comes last or is put aside.
    """

    kind: Literal["act", "order", "choice"]
    text: str
    main: tuple[str, ...]
    rival: tuple[str, ...] = ()
    action: str = ""
    against: bool = False
    optional: bool = False

    @property
    def roots(self) -> frozenset[str]:
        return frozenset((*self.main, *self.rival))


@lru_cache(maxsize=65_536)
def marks_of(text: str) -> tuple[Mark, ...]:
    """Return the telling words of a sentence with their places."""
    return tuple(
        Mark(root_of(sense), found.start(), found.end())
        for found in _WORD.finditer(_REQUEST.sub(r"\1        ", text.lower()))
        if found[0] not in _FORM
        for sense in senses_of(found[0])
    )


def roots_in(text: str) -> frozenset[str]:
    return frozenset(mark.root for mark in marks_of(text))


def turnings(text: str) -> int:
    """How often a text says no; what takes a no back counts none."""
    return len(FORBIDS.findall(FORBIDS_NOT.sub(" ", text)))


def rules_in(sentence: str) -> Iterator[Rule]:
    """Yield the rules of a sentence; a question has none, nor has a quotation."""
    if ASKS.search(sentence) is None:
        for part in PART_END.split(sentence.replace("**", "")):
            text = REASON.sub("", part).strip(" .!")
            if _WHOLE.match(text) and CONDITION.match(text) is None and "this skill" not in text.lower():
                yield from _rules_of(text)


def _rules_of(text: str) -> Iterator[Rule]:
    asks = _is_asked(text)
    choice = _choice(text) if asks else None
    if choice is not None:
        yield choice
    elif asks and (order := _order(text)) is not None:
        yield order
    found = NORMATIVE.search(text)
    if found is not None and choice is None and (act := marks_of(text[found.end() - 1 :])):
        said = marks_of(text)  # whose act it is belongs to it
        against = min(1, turnings(text[: found.end() - 1])) + turnings(text[found.end() - 1 :])
        main = tuple(mark.root for mark in said)
        optional = OPTIONAL.search(text) is not None
        yield Rule("act", text, main, action=act[0].root, against=against % 2 == 1, optional=optional)


def _is_asked(text: str) -> bool:
    """Whether a sentence asks for what it says, by its first word or by a `must`."""
    first = _FIRST.match(text)
    return NORMATIVE.search(text) is not None or (first is not None and first["word"].lower() in IMPERATIVES)


def _choice(text: str) -> Rule | None:
    found = PREFERS_OVER.search(text)
    one = found["one"] if found is not None else ""
    if found is None:
        found = PREFERS.search(text)
        if found is None:
            return None
        one = text[: found.start()]
        verb = _LIST_FIRST.match(one)
        one = one[verb.end() :] if verb is not None and marks_of(one[verb.end() :]) else one
    return _pair("choice", text, one, found["other"])


def _order(text: str) -> Rule | None:
    for found in ORDER.finditer(text):
        if found["until"] or found["then"] or found[0].lower() == "when":
            continue
        left, right = sides(text, found.start(), found.end())
        first, last = (left, right) if found["first"] else (right, left)
        if turnings(text[: found.start()]) % 2:
            first, last = last, first
        if rule := _pair("order", text, first, last):
            return rule
    return None


def _pair(kind: Literal["order", "choice"], text: str, main: str, rival: str) -> Rule | None:
    """A rule of two things, each told by what only it has."""
    ours, theirs = roots_in(main), roots_in(rival)
    one = tuple(mark.root for mark in marks_of(main) if mark.root not in theirs)
    other = tuple(mark.root for mark in marks_of(rival) if mark.root not in ours)
    return Rule(kind, text, one, other) if one and other else None


def sides(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a connective; one that opens the sentence has its own part up to the comma."""
    left, right = text[:start], text[end:]
    if not roots_in(left):
        own, *rest = re.split(r"[,:;]|\s[-–—]\s", right, maxsplit=1)
        if rest:
            return rest[0], own
    return left, right
