"""Read JSON as people write it, with comments and trailing commas, and keep the place of every part for splicing."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from harvest_loop.errors import UsageError

_DEEPEST = 100
_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_DECODER = json.JSONDecoder()
_SCALAR = re.compile(r"-?\d[-+.\deE]*|true|false|null")


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place in the text: an object has keys and children, an array children only."""

    kind: Literal["object", "array", "scalar"]
    start: int
    end: int
    scalar: Any = None
    keys: tuple["Key", ...] = ()
    children: tuple["Node", ...] = ()
    trailing_comma: int | None = None  # just after the comma that follows the last child

    def child(self, key: str) -> "Node | None":
        """Return what a key of an object stands for; of a key that stands there twice the last counts."""
        found = [value for name, value in zip(self.keys, self.children, strict=True) if name.text == key]
        return found[-1] if found else None

    def begin_of(self, number: int) -> int:
        """Return where a child begins, its key included."""
        return self.keys[number].start if self.kind == "object" else self.children[number].start

    @property
    def value(self) -> Any:
        """The plain value."""
        if self.kind == "scalar":
            return self.scalar
        if self.kind == "array":
            return [child.value for child in self.children]
        return {key.text: child.value for key, child in zip(self.keys, self.children, strict=True)}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an object and where it begins."""

    text: str
    start: int


def parse(text: str) -> Node:
    """Return the one value that the text holds; a byte order mark at its head is no part of it.

    Raises: UsageError naming the line where it is no JSON, even with comments and trailing commas.
    """
    start = skip(text, 1 if text.startswith("\ufeff") else 0)
    root = _value(text, start, 0)
    end = skip(text, root.end)
    if end != len(text):
        raise _not_json(text, end)
    return root


def skip(text: str, at: int) -> int:
    """Return the next place that is neither white space nor a comment."""
    for _, end in comments(text, at):
        at = end
    return _after_space(text, at)


def comments(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield where each comment stands before anything else does."""
    while found := _COMMENT.match(text, _after_space(text, at)):
        at = found.end()
        yield found.span()


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _value(text: str, at: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise _not_json(text, at)
    opening = text[at : at + 1]
    if opening in ("{", "["):
        return _container(text, at, depth)
    if opening == '"':
        scalar, end = _string(text, at)
        return Node("scalar", at, end, scalar)
    found = _SCALAR.match(text, at)
    if found is None:
        raise _not_json(text, at)
    try:
        return Node("scalar", at, found.end(), json.loads(found[0]))
    except ValueError as error:
        raise _not_json(text, at) from error


def _container(text: str, start: int, depth: int) -> Node:
    is_object = text[start] == "{"
    closing = "}" if is_object else "]"
    keys: list[Key] = []
    children: list[Node] = []
    comma = None
    at = skip(text, start + 1)
    while text[at : at + 1] != closing:
        if children and comma is None:
            raise _not_json(text, at)
        if is_object:
            key, at = _key(text, at)
            keys.append(key)
        children.append(_value(text, at, depth + 1))
        at = skip(text, children[-1].end)
        comma = at + 1 if text[at : at + 1] == "," else None
        at = skip(text, at if comma is None else comma)
    kind: Literal["object", "array"] = "object" if is_object else "array"
    return Node(kind, start, at + 1, None, tuple(keys), tuple(children), comma)


def _key(text: str, start: int) -> tuple[Key, int]:
    if text[start : start + 1] != '"':
        raise _not_json(text, start)
    name, end = _string(text, start)
    colon = skip(text, end)
    if text[colon : colon + 1] != ":":
        raise _not_json(text, colon)
    return Key(name, start), skip(text, colon + 1)


def _string(text: str, start: int) -> tuple[str, int]:
    try:
        told, end = _DECODER.raw_decode(text, start)
    except ValueError as error:
        raise _not_json(text, start) from error
    return str(told), end


def _not_json(text: str, at: int) -> UsageError:
    line = text.count("\n", 0, at) + 1
    return UsageError(f"line {line} is no JSON", remedy="mend it, then run this again")
