"""The door that every text passes on its way in or out: secrets are taken out of it (SPEC 11-4)."""

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from harvest_loop.adapters.redaction_assignments import find_assigned
from harvest_loop.adapters.redaction_commands import find_placed
from harvest_loop.adapters.redaction_formats import find_formats
from harvest_loop.adapters.redaction_keys import find_keys
from harvest_loop.adapters.redaction_marks import MARK, Secret, block_of, mark
from harvest_loop.adapters.redaction_runs import RANDOM, find_escaped, find_in_word, long_words

if TYPE_CHECKING:
    from pydantic import BaseModel  # a quarter of a second that a plain text does not need

    Model = TypeVar("Model", bound=BaseModel)

# What logging itself writes into a record; everything else comes from callers.
_FROM_LOGGING = frozenset(vars(logging.makeLogRecord({}))) - {"exc_text", "stack_info"}
_BLOCK = 1 << 17  # marks a block: small enough that one secret in a long text costs little more than none
_ROUNDS = 5
_NESTED = 2  # how often a secret may be encoded


def redact(text: str) -> str:
    """Return the text with every secret replaced by «redacted:kind»; line ends stay where they were."""
    text = _without(text, _apart(find_keys(text)))
    return "".join(_redacted_block(block) for block in _blocks(text))


def redact_lines(lines: list[str]) -> list[str]:
    """Return the lines redacted, one for one, knowing that a private key spans several."""
    if not lines:
        return []
    whole = iter(redact("\n".join(lines)).split("\n"))
    return ["\n".join(next(whole) for _ in range(line.count("\n") + 1)) for line in lines]


def count_redactions(text: str) -> Counter[str]:
    """Count by kind what is redacted in the text, or would be; a key of many lines counts once."""
    counted: Counter[str] = Counter()
    before, end = "", 0
    redacted = redact(text)
    for found in MARK.finditer(redacted):
        between = redacted[end : found.start()]
        if found[1] != before or len(between) > 80 or between.count("\n") != 1:
            counted[found[1]] += 1
        before, end = found[1], found.end()
    return counted


def redact_model(model: "Model") -> "Model":
    """Return the model with every text in it redacted, keys and nested models too; nothing else is changed."""
    texts: list[str] = []

    def gather(text: str) -> str:
        texts.append(text)
        return text

    _each_text(model, gather)
    redacted = iter(redact_lines(texts))
    changed: Model = _each_text(model, lambda _: next(redacted))
    return changed


def redacted_error(error: BaseException) -> str:
    """Return what a person may be shown of the error: its own words for ours, kind and words for any other."""
    from harvest_loop.errors import HarvestError

    words = str(error) if isinstance(error, HarvestError) else f"{type(error).__name__}: {error}"
    return redact(words)


class RedactingFilter(logging.Filter):
    """Redacts each record before any handler sees it: message, arguments, traceback, stack and what was added."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact(_message(record)), ()
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = record.exc_text or "".join(traceback.format_exception(*record.exc_info)).rstrip("\n")
        # A handler with a formatter of its own would print the exception anew.
        record.exc_info = None
        for name, value in list(vars(record).items()):
            if isinstance(value, str) and name not in _FROM_LOGGING:
                setattr(record, name, redact(value))
        return True


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):  # logging would print message and arguments as they are
        return f"{record.msg} {record.args}"


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Return the value with `change` applied to each text in it, always in the same order."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {_each_text(key, change): _each_text(kept, change) for key, kept in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return type(value)(_each_text(kept, change) for kept in value)
    if hasattr(value, "model_copy"):
        fields = {**vars(value), **(value.model_extra or {})}
        changed = {name: _each_text(kept, change) for name, kept in fields.items()}
        return value.model_copy(update={name: kept for name, kept in changed.items() if kept != fields[name]})
    return value


def _blocks(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        # Best between paragraphs: a name and its value may stand on two lines.
        end = text.find("\n\n", start + _BLOCK, start + 2 * _BLOCK) + 2
        if end == 1:
            end = text.find("\n", start + _BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def _redacted_block(text: str) -> str:
    """Redact until nothing more is found: what stood in the way of a secret may have been one itself."""
    for _ in range(_ROUNDS):
        secrets = _apart(_find_in_block(text, nested=0))
        if not secrets:
            break
        text = _without(text, secrets)
    return text


def _find_in_block(text: str, *, nested: int) -> Iterator[Secret]:
    block = block_of(text)
    words = long_words(text)
    yield from find_formats(text, [text[start:end] for start, end in words])
    yield from find_assigned(block)
    yield from find_placed(block)
    if nested < _NESTED:

        def holds_secret(decoded: str) -> bool:
            return next(chain(find_keys(decoded), _find_in_block(decoded, nested=nested + 1)), None) is not None

        yield from find_escaped(text, holds_secret)
        for start, end in words:
            yield from find_in_word(text, start, end, holds_secret)


def _apart(secrets: Iterable[Secret]) -> list[Secret]:
    """Return the secrets in order, those that overlap as one, of the most telling kind."""
    apart: list[Secret] = []
    for secret in sorted(secret for secret in secrets if secret.end > secret.start):
        if apart and secret.start < apart[-1].end:
            kind = secret.kind if apart[-1].kind == RANDOM else apart[-1].kind
            apart[-1] = Secret(apart[-1].start, max(secret.end, apart[-1].end), kind)
        else:
            apart.append(secret)
    return apart


def _without(text: str, secrets: list[Secret]) -> str:
    parts, at = [], 0
    for secret in secrets:
        marks = "\n".join([mark(secret.kind)] * (text.count("\n", secret.start, secret.end) + 1))
        parts += [text[at : secret.start], marks]
        at = secret.end
    return "".join([*parts, text[at:]])
