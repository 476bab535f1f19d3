"""Add and take out one entry of a JSON file that a person wrote: text is spliced in, nothing else is touched."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from harvest_loop.adapters.hosts.jsonc import Node, comments, parse, skip
from harvest_loop.errors import UsageError

_INDENT = re.compile(r"[ \t]*")
_SPACE = re.compile(r"^[ \t\r\n]+")


class Insertion(NamedTuple):
    """Text that is put in before the character at this place."""

    at: int
    text: str


class _Layout(NamedTuple):
    """How the file is laid out: its line end and what one level is indented by."""

    newline: str
    unit: str


def add_entry(text: str, path: Sequence[str], entry: Any) -> tuple[Insertion, ...]:
    """Return what to insert so that the array at the path ends with the entry; what is missing on the way is made.

    Raises: UsageError when the text is no JSON, or something else stands on the path.
    """
    if not text.strip("\ufeff \t\r\n"):
        return (Insertion(len(text), _written(None, _nested(path, entry), _Layout("\n", "  ")) + "\n"),)
    root = container = parse(text)
    for number, key in enumerate(path):
        _must_be(container, "object", path[:number])
        child = container.child(key)
        if child is None:
            return _into(text, container, key, _nested(path[number + 1 :], entry), _layout(text, root))
        container = child
    _must_be(container, "array", path)
    return _into(text, container, None, entry, _layout(text, root))


def remove_entries(text: str, path: Sequence[str], is_ours: Callable[[Any], bool]) -> str:
    """Return the text without the array's entries that are ours, and without what on the path they leave empty.

    Raises: UsageError when the text is no JSON.
    """
    while True:
        chain = _chain(parse(text), path)
        array = chain[-1] if len(chain) > len(path) and chain[-1].kind == "array" else None
        ours = () if array is None else [at for at, child in enumerate(array.children) if is_ours(child.value)]
        if not ours or array is None:
            return text
        container, number = array, ours[-1]
        for depth in range(len(path) - 1, -1, -1):
            if len(container.children) > 1:
                break
            number = _number_of(chain[depth], path[depth])
            container = chain[depth]
        text = _without_child(text, container, number)


def inserted(text: str, insertions: Sequence[Insertion]) -> str:
    """Return the text with everything put in, in the order given."""
    pieces, done = [], 0
    for place, told in insertions:
        pieces += [text[done:place], told]
        done = place
    return "".join((*pieces, text[done:]))


def _nested(path: Sequence[str], entry: Any) -> Any:
    value: Any = [entry]
    for key in reversed(path):
        value = {key: value}
    return value


def _into(text: str, container: Node, key: str | None, value: Any, layout: _Layout) -> tuple[Insertion, ...]:
    """Put a child at the end of a container, in the manner of those that are there."""
    bare = container.children[-1].end if container.children else container.start + 1
    anchor = container.trailing_comma or bare
    place = max((end for _, end in comments(text, anchor)), default=anchor)
    comma = "," if container.trailing_comma else ""
    on_one_line = bool(container.children) and "\n" not in text[container.start : container.end]
    if on_one_line:
        told = " " + _written(key, value, None) + comma
    else:
        outer = _indent_at(text, container.start)
        inner = _indent_at(text, container.begin_of(-1)) if container.children else outer + layout.unit
        told = layout.newline + inner + _written(key, value, layout).replace("\n", layout.newline + inner) + comma
        if "\n" not in text[place : container.end]:
            told += layout.newline + outer
    first = () if container.trailing_comma or not container.children else (Insertion(bare, ","),)
    return (*first, Insertion(place, told))


def _without_child(text: str, container: Node, number: int) -> str:
    """Take a child out with what was put in around it."""
    end = container.children[number].end
    is_last = number == len(container.children) - 1
    after = container.trailing_comma if is_last else _after_comma(text, end)
    before = container.start + 1 if number == 0 else _after_comma(text, container.children[number - 1].end)
    start = max((stop for _, stop in comments(text, before)), default=before)
    left, right = text[:start], text[after or end :]
    if is_last and not after and number > 0:  # the comma before it was put in with it
        comma = before - 1
        left = left[:comma] + left[comma + 1 :]
    if len(container.children) == 1 and not _SPACE.sub("", left[container.start + 1 :]):
        bare = _SPACE.sub("", right, count=1)
        return left[: container.start + 1] + (bare if bare[:1] in ("}", "]") else right)
    return left + right


def _after_comma(text: str, at: int) -> int:
    return skip(text, at) + 1


def _written(key: str | None, value: Any, layout: _Layout | None) -> str:
    indent = None if layout is None else layout.unit
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    return name + json.dumps(value, ensure_ascii=False, indent=indent)


def _layout(text: str, root: Node) -> _Layout:
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    first = _indent_at(text, root.begin_of(0)) if root.children else ""
    return _Layout(newline, first or "  ")


def _indent_at(text: str, at: int) -> str:
    """Return the white space that the line of this place begins with."""
    line = max(text.rfind("\n", 0, at) + 1, 1 if text.startswith("\ufeff") else 0)
    found = _INDENT.match(text, line)
    return "" if found is None else found[0]


def _chain(root: Node, path: Sequence[str]) -> list[Node]:
    chain = [root]
    for key in path:
        child = chain[-1].child(key) if chain[-1].kind == "object" else None
        if child is None:
            break
        chain.append(child)
    return chain


def _number_of(container: Node, key: str) -> int:
    return max(at for at, name in enumerate(container.keys) if name.text == key)


def _must_be(node: Node, kind: str, path: Sequence[str]) -> None:
    if node.kind != kind:
        named = ".".join(path) or "the file"
        raise UsageError(f"{named} is no {kind}", remedy="mend it, then run this again")
