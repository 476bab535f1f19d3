"""Redacts a record that is JSON: each of its texts for itself, so that what is left can still be read (SPEC 11-4)."""

import json
import re

from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.redaction_marks import mark

SUFFIXES = frozenset({".json", ".jsonl"})

_TEXT = r'"(?:[^"\\]|\\.)*"'
_NAMED = re.compile(rf"(?P<name>{_TEXT})(?P<between>\s*:\s*)(?P<value>{_TEXT})|{_TEXT}")
_PROBE = '"nobody1has2this3word"'


def redact_json(text: str) -> str:
    """Return the JSON with every secret in it replaced; nothing but texts changes.

    A text is read as what it means: a line end in it is one, and a value ends where its text ends.
    """
    if redact(text) == text:
        return text
    return _NAMED.sub(_redacted, text)


def _redacted(found: re.Match[str]) -> str:
    name, value = found["name"], found["value"]
    if name is None:
        return _clean(found[0])
    if _differs(f"{name}: {_PROBE}") and _differs(f"{name}: {value}"):
        return f"{name}{found['between']}{_literal(mark('secret'))}"
    return f"{_clean(name)}{found['between']}{_clean(value)}"


def _differs(text: str) -> bool:
    return redact(text) != text


def _clean(literal: str) -> str:
    try:
        text = json.loads(literal)
    except ValueError:  # no JSON after all: it stays a text like any other
        return redact(literal)
    clean = redact(text)
    return literal if clean == text else _literal(clean)


def _literal(text: str) -> str:
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False)
