"""Long words that are secrets by their own texture: random ones, and encoded forms of a secret (SPEC 11-4)."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote, unquote_plus

from harvest_loop.adapters.redaction_marks import Secret

RANDOM = "random-word"  # the kind of what has no other: it only looks like nothing a person would write

_LONG_WORD = re.compile(r"[A-Za-z0-9+/=_.:~-]{20,}")

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_PIECE = re.compile(r"[A-Za-z0-9+]{16,}={0,2}")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_ENDS_RIGHT = frozenset(" \t\r\n\\&?/;\"'`<>«»")
_ENDS_LEFT = _ENDS_RIGHT | frozenset("=:")
_ENCODED_SIZE = 20
_RANDOM_SIZE = 30
_CLOUD_KEY = 40
_NO_PATH = 300
_WORDLIKE = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}|[0-9]{4,}")
_BETWEEN_SLASHES = re.compile(r"[^/]+")
_WORD = re.compile(r"[A-Z]?[a-z]{2,}(?:[_-][A-Za-z]*[a-z])*")
_DIGIT = re.compile(r"[0-9]")
_HEX = re.compile(r"(?:0x)?[0-9A-Fa-f]+")
# A check sum is no secret, nor is the name that a service gives to a message, a call or a run.
_HARMLESS = re.compile(
    r"(?:sha(?:1|256|384|512)|SHA256|md5|h1)[-:=]"
    r"|(?:msg|toolu|srvtoolu|req|call|resp|thread|run|file|asst|item|ses|session|prt|evt)_|chatcmpl-"
)
_HARMLESS_BEFORE = re.compile(rf"(?<![A-Za-z])(?:{_HARMLESS.pattern})\Z")


def long_words(text: str) -> list[tuple[int, int]]:
    """Return where the text's long words stand, without a diff's sign or an escaped line end before them."""
    words = []
    for found in _LONG_WORD.finditer(text):
        start, end = found.span()
        before = text[start - 1] if start else "\n"
        skip = (before == "\n" and text[start] in "+-") or (before == "\\" and text[start] in "nrt")
        words.append((start + skip, end))
    return words


def find_in_word(text: str, start: int, end: int, holds_secret: Callable[[str], bool]) -> Iterator[Secret]:
    """Yield the secrets that one long word of the text is, or holds in base64."""
    word = text[start:end]
    if len(word) < _ENCODED_SIZE or word.islower() or word.isupper():
        return
    for found in _BASE64.finditer(word):
        at = start + found.start()
        encoded = list(_encoded(found[0], at, holds_secret))
        yield from encoded or _random(text, found[0], at)


def find_escaped(text: str, holds_secret: Callable[[str], bool]) -> Iterator[Secret]:
    """Yield the words that hold a secret once `%3D` and its like are read as what they stand for."""
    done = 0
    for escape in _ESCAPE.finditer(text):
        if escape.start() < done:
            continue
        start, done = _word_around(text, escape.start(), done)
        word = text[start:done]
        if any(holds_secret(decoded) for decoded in (unquote(word), unquote_plus(word))):
            yield Secret(start, done, "url-encoded-secret")


def _word_around(text: str, at: int, limit: int) -> tuple[int, int]:
    start = end = at
    while start > limit and text[start - 1] not in _ENDS_LEFT:
        start -= 1
    while end < len(text) and text[end] not in _ENDS_RIGHT:
        end += 1
    return start, end


def _encoded(run: str, start: int, holds_secret: Callable[[str], bool]) -> Iterator[Secret]:
    spans = {(0, len(run)), *(found.span() for found in _PIECE.finditer(run))}
    for first, last in sorted(spans):
        decoded = _decoded(run[first:last])
        if decoded is not None and holds_secret(decoded):
            yield Secret(start + first, start + last, "base64-secret")


def _decoded(run: str) -> str | None:
    """Return the text that the base64 stands for; None when it stands for no text."""
    bare = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if all(mark.isprintable() or mark in "\t\r\n" for mark in text) else None


def _random(text: str, run: str, start: int) -> Iterator[Secret]:
    """Yield what no person would have made up: the whole run or, where it is a path, a piece of it."""
    if _HARMLESS_BEFORE.search(text, max(0, start - 12), start):
        return
    pieces = [(0, len(run))]
    if "/" in run and len(run) < _NO_PATH:
        names = [found.span() for found in _BETWEEN_SLASHES.finditer(run)]
        pieces = names if any(_WORD.fullmatch(run, *name) for name in names) else pieces
    for first, last in [*pieces, *_as_long_as_a_cloud_key(run, pieces)]:
        piece = run[first:last]
        if _looks_random(piece) and not _HARMLESS.match(piece):
            yield Secret(start + first, start + last, RANDOM)


def _as_long_as_a_cloud_key(run: str, pieces: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the runs of whole pieces of a path that have the length of an AWS secret key, which may hold slashes."""
    ends = {last for _, last in pieces}
    for at, (first, _) in enumerate(pieces):
        if first + _CLOUD_KEY in ends:
            inside = [run[slice(*piece)] for piece in pieces[at:] if piece[1] <= first + _CLOUD_KEY]
            if not any(_WORD.fullmatch(piece) for piece in inside):
                yield first, first + _CLOUD_KEY


def _looks_random(part: str) -> bool:
    if len(part.rstrip("=")) < _RANDOM_SIZE or part.islower() or part.isupper() or not _DIGIT.search(part):
        return False
    if _HEX.fullmatch(part) or _decoded(part) is not None:
        return False
    return sum(len(word) for word in _WORDLIKE.findall(part)) < len(part) * 0.5
