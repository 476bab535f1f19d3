"""Write values as YAML that every loader reads back as the text that was given, but for bare days (SPEC 7.4)."""

import json
import re
from collections.abc import Iterator, Mapping

from harvest_loop.adapters.redaction import redact

# Bare where no loader can take it for anything but this text: words and paths. All else is quoted.
_BARE = re.compile(r"(?!(?i:true|false|yes|no|on|off|null|y|n|nan|inf)$)[A-Za-z][A-Za-z0-9_./-]*")
# People write these days bare, and look for them so.
_DAYS = frozenset({"date", "verified_at", "granted", "expires"})
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def list_item(values: Mapping[str, object], indent: int) -> str:
    """Return a mapping as one item of a block list, its dash `indent` columns in, ended by a newline."""
    margin = " " * indent
    lines = list(_lines(values, margin + "  "))
    return "\n".join([f"{margin}- {lines[0].lstrip(' ')}", *lines[1:]]) + "\n"


def field_line(key: str, value: object) -> str:
    """Return `key: value` on one line."""
    return f"{_scalar(key)}: {value_text(key, value)}"


def value_text(key: str, value: object) -> str:
    """Return a value as it stands behind its key, on one line."""
    if key in _DAYS and isinstance(value, str) and _DAY.fullmatch(value):
        return value
    return _scalar(value)


def flow_text(value: object, *, key: str = "") -> str:
    """Return a value as it stands behind its key, or inside of braces; a mapping in braces itself."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_scalar(name)}: {flow_text(each, key=name)}' for name, each in value.items())}}}"
    return value_text(key, value)


def _lines(values: Mapping[str, object], margin: str) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield f"{margin}{_scalar(key)}:"
            yield from _lines(value, margin + "  ")
        else:
            yield f"{margin}{field_line(key, value)}"


def _scalar(value: object) -> str:
    if isinstance(value, str):
        text = redact(value)
        return text if _BARE.fullmatch(text) else _quoted(text)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_scalar(item) for item in value)}]"
    return _quoted(value)


def _quoted(value: object) -> str:
    """JSON is YAML, but for a few characters that YAML breaks lines at or refuses."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
