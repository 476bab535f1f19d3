"""Statements by which the person closes something, in their own words (SPEC 4.2, fourth source)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.closing_phrases import RULES, STEMS
from harvest_loop.domain.closing_rules import Rule, configured_rules, configured_stems
from harvest_loop.domain.person_words import (
    LONGEST_PROMPT,
    Sentence,
    folded,
    holds_one,
    own_lines,
    own_sentences,
    sentences_of,
)
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.remembered import remembering

_MOST = 50
# Who asks once more has not given up on an answer.
_AGAIN = re.compile(
    r"\b(?:ping|remind|nudge|ask (?:them |him |her )?again|chase|escalate|follow up|write (?:them )?again|resend|cobra|"
    r"pergunta (?:de novo|outra vez)|lembra|insiste|reenvia|manda (?:outro|de novo|outra))\b"
    r"|다시 ?(?:보내|물어|연락|문의|여쭤)|재촉|리마인드"
)


class FoundClosing(NamedTuple):
    """A closing phrase, and the line of the prompt that it stands in, as written."""

    phrase: str
    line: str


def find_closings(prompt_text: str, configured: Sequence[str] = ()) -> tuple[FoundClosing, ...]:
    """Return the closing phrases of SPEC 4.2 in a prompt; `configured` are the words that harvest.toml adds.

    What is quoted, pasted, asked, denied, wished for or foreseen closes nothing.
    """
    return _find(prompt_text, tuple(configured))


@remembering
def _find(prompt_text: str, configured: tuple[str, ...]) -> tuple[FoundClosing, ...]:
    stems = (*STEMS, *configured_stems(configured))
    rules = [*RULES, *configured_rules(configured)]
    whole = folded(prompt_text[:LONGEST_PROMPT])
    if not holds_one(whole, stems):
        return ()
    if not any(_closing_in(sentence, stems, rules) for sentence in _sentences_with(stems, prompt_text)):
        return ()
    sentences = tuple(own_sentences(prompt_text))
    asks_again = any(_AGAIN.search(sentence.text) for sentence in sentences)
    rules = [rule for rule in rules if not (rule.needs_weeks and asks_again)]
    found = (
        FoundClosing(one_line(phrase, limit=80), one_line(sentence.line, limit=300))
        for sentence in sentences
        if (phrase := _closing_in(sentence, stems, rules))
    )
    return tuple(found)[:_MOST]


def _sentences_with(stems: Sequence[str], prompt_text: str) -> Iterator[Sentence]:
    """Yield the sentences of the lines that hold a stem: a sentence is cut out of its line, which adds only a mark."""
    for _, line in own_lines(prompt_text):
        if holds_one(folded(line), stems):
            yield from sentences_of(line)


def _closing_in(sentence: Sentence, stems: Iterable[str], rules: Iterable[Rule]) -> str:
    """Return the closing phrase of a sentence; empty where it has none, or only asks."""
    if sentence.asks or not holds_one(sentence.text, stems):
        return ""
    return next((phrase for rule in rules if (phrase := rule.found_in(sentence.text))), "")
