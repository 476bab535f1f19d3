"""The words of consent, and when two of them are the same (SPEC 8.3)."""

import unicodedata
from typing import TypeGuard

CAPABILITIES = frozenset({"read", "local-write", "network", "dispatch", "repo-mutation"})
IRREVERSIBLE = frozenset({"go-public", "publish", "delete", "history-rewrite", "unknown"})
NOTHING_GRANTED = frozenset({"declined", "unset", "revoked"})
GRANTED = "granted"
KEY = "standing_consent"
LONGEST_LEASE = 365  # days

_UNSEEN = ("Cc", "Cf")


def folded(word: str) -> str:
    """Return a word of the vocabulary as words are compared.

    Identities are compared after trimming only; words moreover after NFKC, without control and format characters,
    case-folded.
    """
    if word.isascii() and word.isprintable():
        return word.casefold().strip()
    composed = unicodedata.normalize("NFKC", word)
    return "".join(each for each in composed if unicodedata.category(each) not in _UNSEEN).casefold().strip()


def is_text(value: object) -> TypeGuard[str]:
    """Whether the value is a text in which something can be seen."""
    return isinstance(value, str) and bool(folded(value))


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether the value is a list of such texts; an empty one is."""
    return isinstance(value, list) and all(is_text(each) for each in value)


def texts_of(value: object) -> tuple[str, ...]:
    """Return the texts of a list, trimmed; none where it is no list of texts."""
    return tuple(each.strip() for each in value) if is_texts(value) else ()


def state_of(value: object) -> str | None:
    """Return the state that a grant records, trimmed and case-folded; None where it is none of the four words."""
    word = value.strip().casefold() if isinstance(value, str) else None
    return word if word == GRANTED or word in NOTHING_GRANTED else None
