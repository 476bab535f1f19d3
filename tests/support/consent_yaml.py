"""A second reader of YAML for the reference of the consent rules: it builds values from events, slowly and plainly."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import ruamel.yaml
import yaml

PREFIX = "tag:yaml.org,2002:"
MERGE = object()
FENCE = re.compile(r"---([ \t]+(#.*)?)?")
END = re.compile(r"(---|\.\.\.)([ \t]+(#.*)?)?")


class UnreadableError(Exception):
    """The text is no YAML, repeats a key, holds two documents, or uses what a safe loader refuses."""


@dataclass(frozen=True)
class Timestamp:
    """A plain scalar that YAML takes for a date or a time, kept as it was written: `2026-02-30` is one too."""

    text: str


# Plain scalars mean what YAML 1.1 says, as loaders of it take them: https://yaml.org/type/
NULLS = {"", "~", "null", "Null", "NULL"}
TRUES, FALSES = {"true", "yes", "on"}, {"false", "no", "off"}
BOOLEANS = {form for word in TRUES | FALSES for form in (word, word.title(), word.upper())}
INTEGERS = (
    (2, re.compile(r"[-+]?0b[01_]+")),
    (8, re.compile(r"[-+]?0[0-7_]+")),
    (10, re.compile(r"[-+]?(0|[1-9][0-9_]*)")),
    (16, re.compile(r"[-+]?0x[0-9a-fA-F_]+")),
    (60, re.compile(r"[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+")),
)
FLOAT = re.compile(
    r"[-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|[-+]?\.[0-9][0-9_]*([eE][-+][0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
DAY_AND_TIME = r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\.[0-9]*)?"
TIMESTAMP = re.compile(rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|{DAY_AND_TIME}([ \t]*(Z|[-+][0-9]{{1,2}}(:[0-9]{{2}})?))?")


def read_yaml(text: str, *, by_another: bool = False) -> Any:
    """
    Return the one value that a text holds; None for a text without any.

    The parser beneath is the one that the product stands on, too, or ruamel's: a hundred times slower, of one mind.

    Raises:
        UnreadableError: it can't be read without guessing.
    """
    try:
        events = _ruamels(text) if by_another else list(yaml.parse(text, Loader=yaml.CBaseLoader))
    except (yaml.YAMLError, ruamel.yaml.error.YAMLError) as error:
        raise UnreadableError(str(error)) from error
    if sum(_is(event, "DocumentStart") for event in events) > 1:
        raise UnreadableError("more than one document")
    inner = (event for event in events if not _is(event, "StreamStart", "StreamEnd", "DocumentStart", "DocumentEnd"))
    first = next(inner, None)
    return None if first is None else _value(first, inner, {})


def _ruamels(text: str) -> list[Any]:
    return list(ruamel.yaml.YAML(typ="safe", pure=True).parse(text))


def _is(event: Any, *kinds: str) -> bool:
    return type(event).__name__.removesuffix("Event") in kinds


def _value(event: Any, rest: Iterator[Any], anchors: dict[str, Any]) -> Any:
    if _is(event, "Alias"):
        if event.anchor not in anchors:
            raise UnreadableError(f"*{event.anchor} names nothing that ended before it")
        return anchors[event.anchor]
    if event.anchor is not None:
        anchors.pop(event.anchor, None)
    value = _built(event, rest, anchors)
    if event.anchor is not None:
        anchors[event.anchor] = "<<" if value is MERGE else value
    return value


def _built(event: Any, rest: Iterator[Any], anchors: dict[str, Any]) -> Any:
    if _is(event, "Scalar"):
        return _scalar(event)
    if _is(event, "SequenceStart"):
        _expect_tag(event, "seq")
        return [_plain(item) for item in _children(rest, anchors)]
    _expect_tag(event, "map")
    children = list(_children(rest, anchors))
    return _mapping(list(zip(children[::2], children[1::2], strict=True)))


def _children(rest: Iterator[Any], anchors: dict[str, Any]) -> Iterator[Any]:
    for event in rest:
        if _is(event, "SequenceEnd", "MappingEnd"):
            return
        yield _value(event, rest, anchors)


def _plain(value: Any) -> Any:
    return "<<" if value is MERGE else value


def _mapping(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """Merged keys first, so that what is written out overrides them wherever it stands."""
    seen: list[tuple[str, Any]] = []
    merged: dict[Any, Any] = {}
    written: dict[Any, Any] = {}
    for key, value in pairs:
        if isinstance(key, dict | list):
            raise UnreadableError("a key that is a list or a mapping")
        if (type(key).__name__, key) in seen:
            raise UnreadableError(f"the key {key!r} stands there twice")
        seen.append((type(key).__name__, key))
        if key is MERGE:
            merged = _merged(value)
        else:
            written[key] = _plain(value)
    return {**merged, **written}


def _merged(value: Any) -> dict[Any, Any]:
    sources = value if isinstance(value, list) else [value]
    result: dict[Any, Any] = {}
    for source in reversed(sources):
        if not isinstance(source, dict):
            raise UnreadableError("what is merged is no mapping")
        result.update(source)
    return result


def _expect_tag(event: Any, short: str) -> None:
    if event.tag not in (None, "!", PREFIX + short):
        raise UnreadableError(f"the tag {event.tag}")


def _scalar(event: Any) -> Any:
    if event.tag == "!" or (event.tag is None and not event.implicit[0]):
        return event.value
    kind = _kind_of(event.value) if event.tag is None else event.tag.removeprefix(PREFIX)
    return _of_kind(kind, event.value)


def _kind_of(text: str) -> str:
    if text in NULLS:
        return "null"
    if text in BOOLEANS:
        return "bool"
    if text == "<<":
        return "merge"
    if any(shape.fullmatch(text) for _, shape in INTEGERS):
        return "int"
    return "float" if FLOAT.fullmatch(text) else "timestamp" if TIMESTAMP.fullmatch(text) else "str"


def _of_kind(kind: str, text: str) -> Any:
    match kind:
        case "str":
            return text
        case "null":
            return None
        case "bool" if text.lower() in TRUES | FALSES:
            return text.lower() in TRUES
        case "int":
            return _integer(text)
        case "float":
            return float("nan")  # no rule asks for its value
        case "timestamp":
            return Timestamp(text)
        case "merge":
            return MERGE
    raise UnreadableError(f"{text!r} as {kind}")


def _integer(text: str) -> int:
    base = next((base for base, shape in INTEGERS if shape.fullmatch(text)), None)
    if base is None:
        raise UnreadableError(f"{text!r} is no whole number")
    digits = text.lstrip("+-").replace("_", "")
    if base == 60:
        value = 0
        for part in digits.split(":"):
            value = value * 60 + int(part)
    else:
        value = int(digits.removeprefix("0b").removeprefix("0x") or "0", base)
    return -value if text.startswith("-") else value


def parts_of(text: str) -> tuple[list[str] | None, list[str]]:
    """
    The block (all lines before its closing fence) and what follows; one that never ends is no YAML (`[`).

    Nothing but empty lines and directives, then with comments, stands before the opening fence.
    """
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    start = 0
    while start < len(lines) and _may_precede(lines[start], lines[:start]):
        start += 1
    if start == len(lines) or not FENCE.fullmatch(lines[start]):
        return None, lines
    for at in range(start + 1, len(lines)):
        if END.fullmatch(lines[at]):
            return lines[:at], lines[at + 1 :]
    return ["["], []


def _may_precede(line: str, before: list[str]) -> bool:
    directed = any(each.startswith("%") for each in before)
    return not line.strip() or line.startswith("%") or (directed and line.lstrip().startswith("#"))
