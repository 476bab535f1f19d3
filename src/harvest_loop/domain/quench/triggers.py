"""What calls an asset: trigger words of its frontmatter that a change left out (SPEC 4.1)."""

import re
from collections.abc import Iterator

from harvest_loop.domain.quench.found import finding, key_line, short
from harvest_loop.domain.quench.units import alike, said
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.regressions import Regression

_KEYS = ("triggers", "trigger", "trigger_phrases", "trigger-phrases", "keywords")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,60})[\"”]|(?<![\w'])'([^'\n]{2,60})'(?![\w'])")
_CALLS = re.compile(
    r"(?i)\b(?:trigger\w*|says?|asks?|invoke\w*|phrases?|mentions?|use when|called by|utterances?)\b|트리거"
)
_NOT = re.compile(r"(?i)\b(?:don't|do not|not|never|skip|except|unless|instead of)\b")
_SPLIT = re.compile(r"[,;·|\n]")
_SAME = 0.6


def triggers_of(asset: Asset) -> tuple[tuple[str, str], ...]:
    """Return the phrases that call an asset, each with the frontmatter key that it stands under."""
    return tuple(dict.fromkeys(_triggers(asset)))


def lost_triggers(base: Asset, now: Asset) -> Iterator[Regression]:
    """Yield the phrases that called the asset before and are nowhere in its text now."""
    there = tuple(phrase for phrase, _ in triggers_of(now))
    text = said(now.text)
    for phrase, key in triggers_of(base):
        if said(phrase) in text or any(_is_same(phrase, other) for other in there):
            continue
        message = f"'{now.name}' no longer names the trigger “{short(phrase)}”"
        line, against = key_line(base, key), key_line(now, key)
        yield finding("regression", "trigger removed", now, message, line, severity="A", against=against)


def _triggers(asset: Asset) -> Iterator[tuple[str, str]]:
    for key in _KEYS:
        value = asset.frontmatter.get(key)
        phrases = value if isinstance(value, list) else _SPLIT.split(value) if isinstance(value, str) else []
        yield from ((phrase.strip(" \"'"), key) for phrase in phrases if phrase.strip(" \"'"))
    if asset.kind in ("skill", "agent"):
        for key in ("description", "when_to_use"):
            value = asset.frontmatter.get(key)
            if isinstance(value, str) and _CALLS.search(value):
                yield from ((found[1] or found[2], key) for found in _QUOTED.finditer(value) if _calls(value, found))


def _calls(value: str, quoted: re.Match[str]) -> bool:
    """Whether the sentence up to the quote does not say when to leave the asset alone."""
    return _NOT.search(re.split(r"[.!?]\s|\n", value[: quoted.start()])[-1]) is None


def _is_same(phrase: str, other: str) -> bool:
    """Whether two phrases are one: a word turned round, left out or spelt anew is no other trigger."""
    ours, theirs = said(phrase), said(other)
    if alike(phrase, other) >= _SAME or (ours and theirs and (ours in theirs or theirs in ours)):
        return True
    return _pairs(ours, theirs) >= _SAME


def _pairs(one: str, other: str) -> float:
    ours, theirs = ({text[at : at + 2] for at in range(len(text) - 1)} for text in (one, other))
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 0.0
