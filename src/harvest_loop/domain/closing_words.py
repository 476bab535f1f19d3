"""Statements by which the person closes something, in their own words (SPEC 4.2, fourth source)."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from harvest_loop.domain.closing_phrases import RULES, STEMS
from harvest_loop.domain.closing_rules import Rule, configured_rules, configured_stems
from harvest_loop.domain.person_words import LONGEST_PROMPT, Sentence, folded, own_sentences
from harvest_loop.domain.quoting import one_line

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
    stems = (*STEMS, *configured_stems(tuple(configured)))
    whole = folded(prompt_text[:LONGEST_PROMPT])
    if not any(stem in whole for stem in stems):
        return ()
    sentences = tuple(own_sentences(prompt_text))
    asks_again = any(_AGAIN.search(sentence.text) for sentence in sentences)
    rules = [rule for rule in (*RULES, *configured_rules(tuple(configured))) if not (rule.needs_weeks and asks_again)]
    found = (
        FoundClosing(one_line(phrase, limit=80), one_line(sentence.line, limit=300))
        for sentence in sentences
        if not sentence.asks
        and any(stem in sentence.text for stem in stems)
        and (phrase := _phrase_of(sentence, rules))
    )
    return tuple(found)[:_MOST]


def _phrase_of(sentence: Sentence, rules: Iterable[Rule]) -> str:
    return next((phrase for rule in rules if (phrase := rule.found_in(sentence.text))), "")
