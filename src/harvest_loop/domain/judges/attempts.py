"""Finds in what a judge is given the sentences that speak to the judge: they are named, and change nothing (SPEC 5)."""

import re
from collections.abc import Iterator

from pydantic import BaseModel

NAMED = 5
_SHOWN = 80
_CUES = tuple(
    re.compile(cue, re.IGNORECASE)
    for cue in (
        r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:instruction|prompt|rule|guideline|above|previous)",
        r"\b(?:answer|respond|reply|return|say|output|grade|judge)\b[^.\n]{0,30}[\"'`]?\bPASS\b",
        r"\bverdict\b[\"'`]?\s*[:=]\s*[\"'`]?\s*PASS\b|[\"']word[\"']\s*:\s*[\"']PASS",
        r"\byou are (?:now|no longer)\b|\bnew instructions?\s*:|\bsystem (?:prompt|message)\b",
        r"</?untrusted\b|<\|im_(?:start|end)\|>|\[/?INST\]|</?system>|\bend of (?:the )?(?:untrusted|data|input)\b",
        r"\bignor(?:e|a|ar|em|ez|ieren?|iere)\b[^.\n]{0,40}(?:instru[cç]|instrucc|anweisung|regras?|reglas|consignes)",
        r"(?:지시|명령|규칙|프롬프트)[^.\n]{0,20}무시",
        r"(?:忽略|无视|無視)[^。\n]{0,20}(?:指令|指示|提示|规则)|(?:指示|命令)[^。\n]{0,12}無視",
        r"(?:игнориру|забудь)\w*[^.\n]{0,40}(?:инструкц|указан|правил)",
        r"تجاهل[^.\n]{0,40}(?:تعليمات|أوامر)",
    )
)


def attempts_in(given: BaseModel) -> tuple[str, ...]:
    """Return the sentences that speak to whoever judges, each with its field; at most a few, and a word of the rest."""
    found = [
        f"{field}: {' '.join(text[max(0, at.start() - 20) : at.start() + _SHOWN].split())}"
        for field, text in _texts(given.model_dump(mode="json"), "")
        for at in _first(text)
    ]
    told = tuple(dict.fromkeys(found))
    more = (f"and {len(told) - NAMED} more",) if len(told) > NAMED else ()
    return told[:NAMED] + more


def _first(text: str) -> Iterator[re.Match[str]]:
    found = [match for cue in _CUES if (match := cue.search(text)) is not None]
    if found:
        yield min(found, key=lambda match: match.start())


def _texts(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(each, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, place)
