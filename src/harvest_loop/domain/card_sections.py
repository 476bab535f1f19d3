"""What a heading of the card says its section is: open work, or state, reference and finished work."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

SectionKind = Literal["open", "shut", "plain"]

_WORD = re.compile(r"[^\W_]+")
_REFERENCE = ("reference", "context", "background", "참고", "참조", "컨텍스트", "referência", "contexto", "参考")
_STATE = ("state", "status", "archive", "archived", "history", "changelog", "상태", "현황", "estado", "状態", "状态")
_FINISHED = (
    *("done", "completed", "finished", "closed", "완료", "concluído", "concluída", "feito", "hecho", "completado"),
    *("完了", "完成"),
)
_SHUT = (*_REFERENCE, *_STATE, *_FINISHED)
_NOT_YET = ("not", "be", "never")
_NOT_YET_INSIDE = ("미완료", "않", "未完")
_FILLING = (
    *(
        "the",
        "this",
        "of",
        "for",
        "and",
        "session",
        "current",
        "recent",
        "today",
        "s",
        "step",
        "item",
        "list",
        "summary",
    ),
    *("세션", "현재", "이번", "오늘", "주요", "요약", "최", "순위", "항목"),
)


def section_kind(heading: str, open_words: Sequence[str]) -> SectionKind:
    """Return what a heading's words say (SPEC 4.14); state, reference and done win over open work."""
    folded = fold(heading)
    tokens = _WORD.findall(folded)
    if any(_holds(folded, tokens, word) for word in (*_REFERENCE, *_STATE)) or _is_finished(folded, tokens):
        return "shut"
    return "open" if any(_holds(folded, tokens, word) for word in open_words) else "plain"


def names_a_section(heading: str, open_words: Sequence[str]) -> bool:
    """Tell whether a numbered heading only says what its section is, such as `2. Current state`."""
    if section_kind(heading, open_words) == "plain":
        return False
    vocabulary = tuple(fold(word) for word in (*open_words, *_SHUT, *_FILLING))
    return all(_is_made_of(token, vocabulary) for token in _WORD.findall(fold(heading)))


def is_reference(heading: str) -> bool:
    """Tell whether a heading says that its section is for reference."""
    folded = fold(heading)
    return any(_holds(folded, _WORD.findall(folded), word) for word in _REFERENCE)


def fold(text: str) -> str:
    """Return the text without case and accents, composed, so that two ways of writing a word are one."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(character for character in decomposed if unicodedata.category(character) != "Mn")
    return unicodedata.normalize("NFC", plain)


def _holds(folded: str, tokens: Sequence[str], word: str) -> bool:
    """Latin words count whole (also as plural, also written `to do`); other scripts join words, so parts count."""
    wanted = fold(word)
    if not wanted.isascii():
        return wanted in folded
    pairs = (first + second for first, second in pairwise(tokens))
    return any(_same_word(token, wanted) for token in (*tokens, *pairs))


def _same_word(token: str, wanted: str) -> bool:
    return token in (wanted, f"{wanted}s") or (wanted.endswith("y") and token == f"{wanted[:-1]}ies")


def _is_finished(folded: str, tokens: Sequence[str]) -> bool:
    """`not done`, `to be completed`: the word is there, the work isn't finished."""
    if not any(_holds(folded, tokens, word) for word in _FINISHED):
        return False
    before = (first for first, second in pairwise(tokens) if second in _FINISHED)
    return not any(word in _NOT_YET for word in before) and not any(mark in folded for mark in _NOT_YET_INSIDE)


def _is_made_of(token: str, vocabulary: Iterable[str]) -> bool:
    if token.isascii():
        return token.isdigit() or any(_same_word(token, word) for word in vocabulary)
    rest = token
    for word in sorted(vocabulary, key=len, reverse=True):
        rest = rest if word.isascii() else rest.replace(word, "")
    return not rest
