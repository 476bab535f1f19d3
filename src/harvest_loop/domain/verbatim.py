"""Puts text from evidence into a draft word for word, so that it can not act there: no heading, link or fence of it."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

LONGEST_QUOTE = 320

# Joiners are part of words in several scripts; every other invisible character only hides or turns text.
_JOINERS = "\u200c\u200d"
_COMMENT_MARK = re.compile(r"<!--|--!?>")
_REDACTED = "«redacted:"
_ACTS_IN_MARKDOWN = re.compile(r"[`<\[\]|*\\$“”]|\{[{%]|~~|(?<![^\W_])_|_(?![^\W_])|://|www\.|@\w")
_MARKS = re.compile(r"[*_`]")
_ADDRESS = re.compile(r"\S*(?:://|@\w)\S*|\bwww\.\S+")
_MARKUP = re.compile(r"[`<>\[\]|*\\~{}$«»“”]")
_TICKS = re.compile(r"`+")
_SPACES = re.compile(r"\s+")


class Span(NamedTuple):
    """A code span: where its opening fence stands in the line, where its closing one ends, and what it holds."""

    start: int
    end: int
    text: str


def is_quotable(text: str) -> bool:
    """Whether the text can be shown unchanged on one line: visible, unredacted, and without a comment mark."""
    if not text.strip() or len(text) > LONGEST_QUOTE or _REDACTED in text or _COMMENT_MARK.search(text):
        return False
    return not any(_hides(character) for character in text)


def code_span(text: str) -> str:
    """The text as a code span whose fence is longer than any run of backticks inside."""
    runs = [len(run) for run in re.findall(r"`+", text)]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def quoted(text: str) -> str:
    """A sentence from outside: in quotation marks, its own code spans kept; as one code span where more would act."""
    sentence = _SPACES.sub(" ", text).strip()
    words = sentence.replace("**", "")
    return code_span(sentence) if _ACTS_IN_MARKDOWN.search(without_code(words)) else f"“{words}”"


def bare(text: str) -> str:
    """The text without emphasis and code marks, white space squeezed: by this a sentence is found again in its line."""
    return _SPACES.sub(" ", _MARKS.sub("", text)).strip()


def plain(text: str) -> str:
    """The text as words that mean nothing to Markdown or HTML, for a heading or a description."""
    visible = "".join(" " if character.isspace() or _hides(character) else character for character in text)
    words = _MARKUP.sub("", _ADDRESS.sub(" ", visible))
    return _SPACES.sub(" ", words).lstrip(" -=+#:>,;").rstrip(" -=+:.,;")


def code_spans(line: str) -> Iterator[Span]:
    """Yield the code spans of one line as CommonMark reads them."""
    runs = [(found.start(), found.end()) for found in _TICKS.finditer(line)]
    later: dict[int, list[int]] = {}
    for number in range(len(runs) - 1, -1, -1):
        start, end = runs[number]
        later.setdefault(end - start, []).append(number)
    at = 0
    for number, (start, end) in enumerate(runs):
        closing = later[end - start]
        while closing and closing[-1] <= number:
            closing.pop()
        if start >= at and closing:
            at = runs[closing[-1]][1]
            yield Span(start, at, _unpadded(line[end : runs[closing[-1]][0]]))


def without_code(line: str) -> str:
    """The line with its code spans blanked, so that what is left is what Markdown reads as text."""
    kept = list(line)
    for span in code_spans(line):
        kept[span.start : span.end] = " " * (span.end - span.start)
    return "".join(kept)


def _hides(character: str) -> bool:
    return character not in _JOINERS and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _unpadded(text: str) -> str:
    return text[1:-1] if text.strip() and text[0] == " " and text[-1] == " " else text
