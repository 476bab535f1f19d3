"""Whether a prompt rejects or changes what the agent just did; it is taken for one only on clear words (SPEC 3.3)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from harvest_loop.domain.correction_cues import Cue, Language, Turn, Weight
from harvest_loop.domain.correction_english import ENGLISH
from harvest_loop.domain.correction_korean import KOREAN
from harvest_loop.domain.correction_portuguese import PORTUGUESE
from harvest_loop.domain.needed_parts import Fragments
from harvest_loop.domain.person_words import Sentence, own_sentences
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.remembered import remembering

_FIRST = 4  # sentences in which a correction is said; what comes later is the new task
_MOST = 8  # a prompt of more sentences is a task of its own
_LONGEST_CUE = 60
_EDGES = " ,.!;:…—–-"
_HANGUL = re.compile("[\uac00-\ud7af\u3131-\u318e]")
_LATIN = re.compile("[a-z]")
_COURTESY = re.compile(
    r"(?:ok(?:ay)?|thanks?|thank you(?: so much)?|thx|ty|great|nice|cool|good(?: job)?|perfect|awesome|hey|hi|hello|"
    r"wait|h+m+|u+h+|o+h+|yes|yeah|looks good|감사합니다|고마워요?|고맙습니다|네|넵|좋아요?|굿|ㅇㅋ|음+|잠깐만?|"
    r"obrigad[oa]|valeu|vlw|legal|boa|ótimo|oi|olá|espera|calma|tá|certo)[\s,.!~…]*"
)
_REJECTION = re.compile(
    r"(?:(?:ok(?:ay)?|u+h+|u+m+|h+m+|o+h+|a+h+|wait|well|음+|아|é|bom)[\s,.…]+){0,3}(no+(?:pe)?|n[ãa]o+|아니(?:요|야)?|아뇨)[.!]+"
)


def find_correction(
    prompt_text: str, *, answers_agent_turn: bool, after_interrupt: bool, turn: Turn = "worked"
) -> str | None:
    """Return the words by which the prompt corrects what the agent did, or None (SPEC 3.3).

    Reports, questions, thanks, new tasks, quoted and pasted text are no corrections. Where it is unclear, it is none.
    """
    if not answers_agent_turn and not after_interrupt:
        return None
    return _find(prompt_text, after_interrupt, turn)


@remembering
def _find(prompt_text: str, after_interrupt: bool, turn: Turn) -> str | None:  # noqa: FBT001 - part of what is remembered
    for first, sentence in _first_sentences(prompt_text):
        languages = _languages_of(sentence.text)
        if any(language.no_correction(sentence.text) for language in languages):
            continue
        weights = _weights(sentence, languages, first=first, after_interrupt=after_interrupt, turn=turn)
        asks = sentence.asks or any(language.question(sentence.text) for language in languages)
        cue = _cues(languages, weights, asks=asks).first_in(sentence.text)
        if cue is not None:
            return cue
    return None


def _first_sentences(prompt_text: str) -> Iterator[tuple[bool, Sentence]]:
    """The sentences that may correct, and whether each is the first of a short prompt to say more than a courtesy."""
    sentences = tuple(_joined(islice(own_sentences(prompt_text), _MOST)))
    said = 0
    for sentence in sentences:
        yield said == 0 and len(sentences) < _MOST, sentence
        said += _COURTESY.fullmatch(sentence.text) is None
        if said == _FIRST:
            return


def _joined(sentences: Iterator[Sentence]) -> Iterator[Sentence]:
    """The sentences, with a mere `no.` put before the one that says what of."""
    before = ""
    for sentence in sentences:
        rejection = _REJECTION.fullmatch(sentence.text)
        if rejection is not None:
            before = f"{rejection[1]}, "
        else:
            yield sentence._replace(text=before + sentence.text)
            before = ""


def _languages_of(text: str) -> tuple[Language, ...]:
    korean = (KOREAN,) if _HANGUL.search(text) else ()
    return (ENGLISH, PORTUGUESE, *korean) if _LATIN.search(text) else korean


def _weights(
    sentence: Sentence, languages: tuple[Language, ...], *, first: bool, after_interrupt: bool, turn: Turn
) -> tuple[Weight, ...]:
    praised = any(language.praise(sentence.text) for language in languages)
    weights: list[Weight] = ["strong"]
    if not praised and (after_interrupt or turn == "worked"):
        weights.append("answer")
    if first and not praised and (after_interrupt or turn != "talked"):
        other = (find for language in languages for find in (language.new_task, language.why))
        weights += [] if any(find(sentence.text) for find in other) else ["opening"]
    if first and after_interrupt:
        weights.append("interrupt")
    return tuple(weights)


class _Cues(NamedTuple):
    """The cues that count for a sentence, and which of them it may hold."""

    cues: tuple[Cue, ...]
    fragments: Fragments

    def first_in(self, text: str) -> str | None:
        """Return what the first of the cues that stands in the text finds there."""
        possible = (self.cues[number] for number in self.fragments.possible_in(text))
        found = next((match[0] for cue in possible if (match := cue.find(text))), None)
        return None if found is None else one_line(found, limit=_LONGEST_CUE).strip(_EDGES) or text[:_LONGEST_CUE]


@lru_cache(maxsize=256)
def _cues(languages: tuple[Language, ...], weights: tuple[Weight, ...], *, asks: bool) -> _Cues:
    every = (cue for language in languages for cue in language.cues)
    cues = tuple(cue for cue in every if cue.weight in weights and (cue.asked or not asks))
    return _Cues(cues, Fragments(cue.pattern for cue in cues))
