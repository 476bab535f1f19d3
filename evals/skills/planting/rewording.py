"""Prose told in other words, sentence by sentence; code, paths and what a rule asks for stay."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from evals.skills.planting.dice import Dice
from evals.skills.planting.grammar import IMPERATIVES
from evals.skills.planting.page import Page, outside_code

_OPENING = r"(?:^|(?<=[.!?] )|(?<=\*\*))\s*(?:[-*+] (?:\[ \] )?|\d+\. |> )?(?:\*\*)?"
# What would make another phrase of the word.
_NOT_BEFORE = r"(?!['’-]|\s(?:else|of)\b)"
_CONDITION = re.compile(r"(^|(?<=[.;] ))(If|When|Before|After) ([^,.:;`]{4,70}), ([a-z][^.:;]{4,90})(?=[.;])")
_RULE = re.compile(r"(Never|Always|Don't|Use|Prefer|No|Only)\b")
_STAYS = re.compile(r"^\s*$|^#{1,6} |^\s*\||^\s*>|^\s*[-*_]{3,}\s*$")
_ROW = re.compile(r"^\s*\|.*[a-z]")
_MARK = re.compile(r"^\s*(?:[-*+] |\d+\. |[a-z]\. |: )?")
_BEGINS = re.compile(r"^\s*(?:[-*+] (?:\[[ x]\] )?|\d+\. |[a-z]\. |: )?(?:\*\*[^*]+\*\*[.:]? )?")
_WIDTH = 120


class Manner(NamedTuple):
    """How to retell: other words, other words at the start of a sentence, what may lead in, and how much of it."""

    words: Mapping[str, str]
    starts: Mapping[str, str]
    leads: Sequence[str]
    percent: int


def reworded(text: str, manner: Manner, dice: Dice) -> str:
    """Return prose with other words for some of its own."""
    inside = re.compile(rf"\b([Aa]n? )?({_any_of(manner.words)})\b{_NOT_BEFORE}")
    opening = re.compile(rf"({_OPENING})({_any_of(manner.starts)})\b{_NOT_BEFORE}")

    def happens(found: re.Match[str]) -> bool:
        return dice.happens(manner.percent, found[2], text, found.start())

    def other(found: re.Match[str]) -> str:
        word = manner.words[found[2]]
        return _article(found[1], word) + word if happens(found) else found[0]

    def first(found: re.Match[str]) -> str:
        return found[1] + manner.starts[found[2]] if happens(found) else found[0]

    return outside_code(text, lambda part: opening.sub(first, inside.sub(other, part)))


def retold(page: Page, manner: Manner, dice: Dice) -> list[str]:
    """Return the lines of a page with its paragraphs, entries and tables in other words, wrapped anew."""
    lines = list(page.lines[: page.body])
    for mark, text in _blocks(page):
        if mark is None:
            lines.append(text)
        elif _ROW.match(mark + text):
            lines.append(reworded(mark + text, manner, dice))
        else:
            lines += _wrapped(mark, " ".join(_sentences(text, manner, dice)))
    return lines


def _sentences(text: str, manner: Manner, dice: Dice) -> Iterator[str]:
    """The sentences of a block; some of those that only explain are left out."""
    for place, sentence in enumerate(re.split(r"(?<=[.!?]) (?=[A-Z])", text)):
        explains = place and "`" not in sentence and not _RULE.match(sentence)
        if not (explains and dice.happens(manner.percent // 4, "left out", sentence)):
            yield _sentence(sentence, manner, dice)


def _sentence(sentence: str, manner: Manner, dice: Dice) -> str:
    turned = _CONDITION.sub(_turned, sentence) if dice.happens(manner.percent, "turn", sentence) else sentence
    told = reworded(turned, manner, dice)
    if _asks_for_an_act(told, manner.starts) and dice.happens(manner.percent - 20, "led", sentence):
        return f"{dice.pick(manner.leads, 'lead', sentence)} {told[0].lower()}{told[1:]}"
    return told


def _turned(found: re.Match[str]) -> str:
    """`If A, b` says the same as `B if A`."""
    condition, result = found[3], found[4]
    return f"{found[1]}{result[0].upper()}{result[1:]} {found[2].lower()} {condition}"


def _asks_for_an_act(sentence: str, starts: Mapping[str, str]) -> bool:
    first, _, rest = sentence.partition(" ")
    told_anew = {new.partition(" ")[0] for old, new in starts.items() if old in IMPERATIVES}
    return not rest.startswith("no ") and (first in IMPERATIVES or first in told_anew)


def _blocks(page: Page) -> Iterator[tuple[str | None, str]]:
    """Paragraphs and entries on one line each, after what stands before their first word; other lines without one."""
    mark, words = "", ""
    for at in range(page.body, len(page.lines)):
        line = page.lines[at]
        begun = _BEGINS.match(line)
        stays = page.in_code[at] or _STAYS.match(line) is not None or (not words and line.startswith(" " * 6))
        if words and (stays or (begun is not None and begun[0].strip())):
            yield mark, words
            words = ""
        if stays:
            yield ("" if _ROW.match(line) and not page.in_code[at] else None), line
        elif words:
            words += " " + line.strip()
        else:
            mark = begun[0] if begun else ""
            words = line[len(mark) :].strip()
    if words:
        yield mark, words


def _wrapped(mark: str, text: str) -> list[str]:
    found = _MARK.match(mark)
    inner = " " * len(found[0] if found else "")
    return textwrap.wrap(
        text, _WIDTH, initial_indent=mark, subsequent_indent=inner, break_long_words=False, break_on_hyphens=False
    )


def _any_of(words: Iterable[str]) -> str:
    """Longer ones first, so that "look at" is not taken for "look"."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _article(old: str | None, word: str) -> str:
    if not old:
        return ""
    right = "an " if word[0] in "aeiou" else "a "
    return right.capitalize() if old[0].isupper() else right
