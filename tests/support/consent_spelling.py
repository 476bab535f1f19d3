"""One value written as YAML in many ways: block or flow, quotes, order of keys, comments, anchors and merge keys."""

import random
import re
from collections.abc import Sequence
from typing import Any

SAFE = re.compile(r"[A-Za-z\uac00-\ud7a3][A-Za-z0-9\uac00-\ud7a3/_.-]*")
MEANT = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


class Written(str):
    """A scalar that stands in the text exactly as given: a plain date, a tag, a number in its own spelling."""


class Doubled(dict[Any, Any]):
    """A mapping that is written with its first key a second time."""


def spell(value: Any, rng: random.Random) -> str:
    """Return lines of YAML for a value, without any fence."""
    if isinstance(value, dict | list) and value:
        return "".join(f"{line}\n" for line in _block(value, rng))
    return f"{_flow(value, rng)}\n"


def share(entries: Sequence[Any], name: str, rng: random.Random) -> tuple[list[str], list[Any]]:
    """Move some fields of the first entry into an anchored mapping; return its lines and entries that merge it."""
    first = next((entry for entry in entries if isinstance(entry, dict) and len(entry) > 2), None)
    if first is None:
        return [], list(entries)
    keys = rng.sample(list(first), rng.randint(1, len(first) - 1))
    shared = {key: first[key] for key in keys}
    line = f"x-{name}: &{name} {_flow(shared, rng)}"
    return [line], [_merging(entry, shared, name, rng) for entry in entries]


def _merging(entry: Any, shared: dict[Any, Any], name: str, rng: random.Random) -> Any:
    if not isinstance(entry, dict) or not set(shared) <= set(entry) or isinstance(entry, Doubled):
        return entry
    own = {key: value for key, value in entry.items() if key not in shared or not _same(value, shared[key])}
    merge = Written(f"*{name}") if rng.random() < 0.7 else [Written(f"*{name}"), {}]
    return {Written("<<"): merge, **own}


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _block(value: Any, rng: random.Random) -> list[str]:
    if isinstance(value, list):
        return [line for item in value for line in _item(item, rng)]
    keys = list(value)
    if rng.random() < 0.6:
        rng.shuffle(keys)
    if isinstance(value, Doubled):
        keys.append(keys[0])
    return [line for key in keys for line in _pair(key, value[key], rng)]


def _item(item: Any, rng: random.Random) -> list[str]:
    if not _opened(item, rng):
        return [f"- {_flow(item, rng)}"]
    first, *rest = _block(item, rng)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _pair(key: Any, value: Any, rng: random.Random) -> list[str]:
    head = f"{_flow(key, rng)}{' ' if rng.random() < 0.05 else ''}:"
    comment = "  # said by a person: yes" if rng.random() < 0.06 else ""
    before = ["# a line of explanation", ""] if rng.random() < 0.04 else []
    if _opened(value, rng):
        step = " " * rng.choice((1, 2, 2, 4))
        return [*before, head + comment, *(f"{step}{line}" for line in _block(value, rng))]
    return [*before, f"{head}{' ' * rng.choice((1, 1, 1, 3))}{_flow(value, rng)}{comment}"]


def _opened(value: Any, rng: random.Random) -> bool:
    return isinstance(value, dict | list) and bool(value) and rng.random() < 0.7


def _flow(value: Any, rng: random.Random) -> str:
    if isinstance(value, dict):
        keys = list(value) + (list(value)[:1] if isinstance(value, Doubled) else [])
        inner = ", ".join(f"{_flow(key, rng)}: {_flow(value[key], rng)}" for key in keys)
        return f"{{{inner}}}" if rng.random() < 0.5 else f"{{ {inner} }}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item, rng) for item in value) + rng.choice(("", "", " ")) + "]"
    return _scalar(value, rng)


def _scalar(value: Any, rng: random.Random) -> str:
    if isinstance(value, Written):
        return str(value)
    if isinstance(value, bool):
        return rng.choice(("true", "True", "TRUE")) if value else rng.choice(("false", "False", "FALSE"))
    if value is None:
        return rng.choice(("null", "~", "Null"))
    return _text(value, rng) if isinstance(value, str) else str(value)


def _text(text: str, rng: random.Random) -> str:
    if SAFE.fullmatch(text) and text.casefold() not in MEANT and rng.random() < 0.7:
        return text
    if text.isprintable() and rng.random() < 0.5:
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escaped(letter, rng) for letter in text) + '"'


def _escaped(letter: str, rng: random.Random) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable() and (letter.isascii() or rng.random() < 0.9):
        return letter
    return f"\\U{ord(letter):08x}" if ord(letter) > 0xFFFF or rng.random() < 0.2 else f"\\u{ord(letter):04x}"
